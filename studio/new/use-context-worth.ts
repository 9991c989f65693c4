// Simulates in a worker, while the form is filled in, what knowing the attributes costs where they
// do not matter, and what it brings where they do.

import type { ContextWorth, HeldWorker } from "@armistice/lab"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { startDebounced } from "../simulation/start-debounced.ts"
import { useSimulation } from "../simulation/use-simulation.ts"
import { type Guess, guessPeople } from "./context-guess.ts"
import { computeCountedShare } from "./delivery.ts"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { seed, withEvenShare } from "./plan-simulation.ts"

/** Answers lost by ignoring attributes, by an experiment for each group, and by knowing them. */
export interface ContextLosses {
  readonly ignore: number
  readonly split: number
  readonly share: number
  /** How far `ignore - share` may be off by chance. */
  readonly doubt: number
}

export interface ContextForecast {
  readonly settings: FormSettings
  readonly runs: number
  readonly alike: ContextLosses
  readonly differ: ContextLosses
}

export type ContextForecasting = { readonly forecast: ContextForecast } | { readonly problem: string }

/** People over all runs of one way to use the attributes: they are simulated one by one. */
const simulatedPeople = 4e5
const mostPeople = 3e5

export const countContextRuns = ({ people }: Pick<FormSettings, "people">): number =>
  Math.max(4, Math.min(40, Math.round(simulatedPeople / people)))

/** `null` without attributes, and until the first result. */
export function useContextWorth(settings: FormSettings): ContextForecasting | null {
  const isPossible = settings.context !== null && settings.people <= mostPeople
  const { value } = useSimulation<ContextForecasting | null>(JSON.stringify(settings), isPossible, null, (report) =>
    startDebounced((worker) =>
      weigh(worker, settings)
        .then(async (forecast) => {
          if (forecast === null) return
          await waitForPointerUp()
          report({ forecast }, true)
        })
        .catch((error: Error) => report({ problem: error.message }, true)),
    ),
  )
  if (settings.context !== null && !isPossible)
    return { problem: "with more than 300,000 people it takes too long in a page; the command does it" }
  return settings.context === null ? null : value
}

/** `null` where the worker was released. */
async function weigh(worker: HeldWorker, settings: FormSettings): Promise<ContextForecast | null> {
  const alike = await weighGuess(worker, settings, "alike")
  const differ = alike === null ? null : await weighGuess(worker, settings, "differ")
  return alike === null || differ === null ? null : { settings, runs: countContextRuns(settings), alike, differ }
}

async function weighGuess(worker: HeldWorker, settings: FormSettings, guess: Guess): Promise<ContextLosses | null> {
  const { people, optionCount, lead, evenShare, context } = settings
  if (context === null) return null
  const worth = await worker.run("weighContext", {
    environment: guessPeople(settings, context, guess),
    horizon: people,
    privacy: { eta: splitLimit(settings).answer },
    seed,
    runs: countContextRuns(settings),
  })
  if (worth === undefined) return null
  const even = (computeCountedShare(settings) * people * lead * (optionCount - 1)) / optionCount
  const find = (use: ContextWorth["uses"][number]["use"]) => worth.uses.find((one) => one.use === use)
  const lost = (use: ContextWorth["uses"][number]["use"]) => withEvenShare(evenShare, even, find(use)?.mean ?? 0)
  const width = (use: ContextWorth["uses"][number]["use"]) => {
    const { low = null, high = null } = find(use) ?? {}
    return low === null || high === null ? 0 : (high - low) / 2
  }
  return {
    ignore: lost("ignore"),
    split: lost("split"),
    share: lost("share"),
    doubt: (1 - evenShare) * Math.hypot(width("ignore"), width("share")),
  }
}
