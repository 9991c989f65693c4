// Simulates in a worker what an experiment loses and how soon it becomes clear, while the form is
// filled in. The last figures stay until new ones are known.

import type { ClearForecast, HeldWorker, SimulationSpec } from "@armistice/lab"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { startRested } from "../simulation/start-rested.ts"
import { useSimulation } from "../simulation/use-simulation.ts"
import { privacyLevels } from "../text/privacy-levels.ts"
import { computeCountedShare, listWindowsToCompare, planAnswerCost, planFormDelivery } from "./delivery.ts"
import { splitLimit } from "./form-settings.ts"
import type { FormSettings } from "./settings.ts"
import { chooseRuns, guessMeans, isLateSimulated, planSimulation, seed, withEvenShare } from "./simulated.ts"

export interface Forecast {
  readonly settings: FormSettings
  readonly runs: number
  /** Answers lost with these settings, and with each named privacy level, by its η. */
  readonly lost: number
  readonly lostAt: ReadonlyMap<number, number>
  /** The same method without privacy. */
  readonly lostWithoutPrivacy: number
  readonly lostIfHalf: number
  readonly lostByEvenSplit: number
  /** Without random assignment. */
  readonly lostByMethod: number
  /** If everyone answered at once; `null` where that was simulated. */
  readonly lostIfAtOnce: number | null
  /** With the proposed window; `null` where none is proposed, or it is the planned one. */
  readonly lostAtProposed: number | null
  /** With other windows, the shortest first, if arrivals are secret; empty until all are known. */
  readonly lostByWindow: readonly LostAtWindow[]
  /** From the guessed lead downwards; `null` while simulated, empty where that takes too long. */
  readonly clear: readonly ClearForecast[] | null
  /** How precisely the difference of the two best will be known, as a share of the range. */
  readonly within: number | null
  /** All figures for these settings are known. */
  readonly isDone: boolean
}

export interface LostAtWindow {
  readonly seconds: number
  readonly lost: number
}

export type Forecasting = { readonly forecast: Forecast } | { readonly problem: string }

/** An η at which noise changes nothing. */
const noPrivacy = 1000
const mostClearOptions = 20
const mostClearPeople = 100_000

/** `null` with attributes, which useContextWorth simulates. */
export function useForecast(settings: FormSettings): Forecasting | null {
  const isPossible = settings.context === null
  const { value } = useSimulation<Forecasting | null>(JSON.stringify(settings), isPossible, null, (report) =>
    startRested((worker) =>
      simulate(worker, settings, (forecast) => report({ forecast }, false)).catch((error: Error) =>
        report({ problem: error.message }, false),
      ),
    ),
  )
  return isPossible ? value : null
}

/** Reports each figure once it is known, and stops silently when the worker was released. */
async function simulate(
  worker: HeldWorker,
  settings: FormSettings,
  report: (forecast: Forecast) => void,
): Promise<void> {
  const { people, optionCount, groupCount, evenShare, lead } = settings
  const counted = computeCountedShare(settings)
  const even = (counted * people * lead * (optionCount - 1)) / optionCount
  const all = (method: number, split = even) => groupCount * withEvenShare(evenShare, split, method)
  const known = new Map<string, number>()
  const simulateRegret = async (spec: SimulationSpec, share = 1): Promise<number | undefined> => {
    const key = JSON.stringify(spec)
    const found = known.get(key)
    if (found !== undefined) return found
    const result = await worker.run("simulate", spec)
    if (result === undefined) return undefined
    // Count what options are worth whenever answers come: a short window must not look like fewer
    // answers to lose.
    const mean = spec.delivery === undefined ? result.regret.mean : counted * lostBy(result.pulls.mean, share * lead)
    known.set(key, mean)
    return mean
  }
  const regret = (eta: number, share = 1) => simulateRegret(planSimulation(settings, eta, share), share)
  const own = await regret(splitLimit(settings).answer)
  const half = await regret(splitLimit(settings).answer, 0.5)
  const free = await regret(noPrivacy)
  const lostAt = new Map<number, number>()
  for (const { eta } of privacyLevels) {
    const mean = await regret(splitLimit({ ...settings, eta }).answer)
    if (mean !== undefined) lostAt.set(eta, all(mean))
  }
  const isLate = isLateSimulated(settings)
  const { delivery: _late, ...atOnce } = planSimulation(settings, splitLimit(settings).answer)
  const soon = isLate ? await simulateRegret(atOnce) : undefined
  const proposed = isLate ? planAnswerCost(settings)?.proposedWindow : null
  const isOther = proposed != null && proposed !== planFormDelivery(settings)?.window
  const better = isOther
    ? await simulateRegret(planSimulation(settings, splitLimit(settings).answer, 1, proposed))
    : undefined
  if (own === undefined || half === undefined || free === undefined || lostAt.size < privacyLevels.length) return
  const forecast: Forecast = {
    settings,
    runs: chooseRuns(settings),
    lost: all(own),
    lostAt,
    lostWithoutPrivacy: all(free),
    lostIfHalf: all(half, even / 2),
    lostByEvenSplit: groupCount * even,
    lostByMethod: groupCount * own,
    lostIfAtOnce: soon === undefined ? null : all(counted * soon),
    lostAtProposed: better === undefined ? null : all(better),
    lostByWindow: [],
    clear: optionCount > mostClearOptions ? [] : null,
    within: null,
    isDone: false,
  }
  await waitForPointerUp()
  const lostByWindow = async (): Promise<LostAtWindow[] | undefined> => {
    const found: LostAtWindow[] = []
    for (const { rounds, seconds } of listWindowsToCompare(settings)) {
      const spec = planSimulation(settings, splitLimit(settings).answer, 1, rounds)
      const mean = await simulateRegret({ ...spec, runs: Math.max(4, Math.round(spec.runs / 3)) })
      if (mean === undefined) return undefined
      found.push({ seconds, lost: all(mean) })
    }
    return found
  }
  const windows = isLate ? listWindowsToCompare(settings).length : 0
  const isClearAsked = optionCount <= mostClearOptions
  report({ ...forecast, isDone: !isClearAsked && windows === 0 })
  const clear: ClearForecast[] = []
  const leads = listLeads(settings)
  // Silent people count as nothing or not at all, and with secret arrivals everyone counts a window
  // later.
  const { waits, answered } = (isLate ? planAnswerCost(settings) : null) ?? { waits: 0, answered: 1 }
  const isLeftOut = settings.silence === "ignore"
  const scale = isLeftOut ? 1 : answered
  for (const smaller of isClearAsked ? leads : []) {
    const found = await worker.run("peopleUntilClear", {
      horizon: people,
      armCount: optionCount,
      best: scale * settings.best,
      lead: scale * smaller,
      eta: splitLimit(settings).answer,
      evenShare,
      seed,
      runs: Math.max(5, Math.round(80 / optionCount)),
      most: mostClearPeople,
    })
    if (found === undefined) return
    clear.push(withAnswers({ ...found, lead: smaller }, waits, isLeftOut ? answered : 1))
    await waitForPointerUp()
    report({ ...forecast, clear: [...clear] })
  }
  const width = await forecastPrecision(worker, settings, scale)
  if (width === undefined) return
  await waitForPointerUp()
  report({ ...forecast, clear, within: width, isDone: windows === 0 })
  if (windows === 0) return
  const byWindow = await lostByWindow()
  if (byWindow === undefined) return
  await waitForPointerUp()
  report({ ...forecast, clear, within: width, lostByWindow: byWindow, isDone: true })
}

/** Silent people make differences smaller; in the end everyone counts. */
async function forecastPrecision(
  worker: HeldWorker,
  settings: FormSettings,
  scale: number,
): Promise<number | undefined> {
  const { people, optionCount, evenShare } = settings
  if (optionCount > mostClearOptions) return Number.NaN
  const means = guessMeans(settings).map((mean) => scale * mean)
  const found = await worker.run("intervalWidth", {
    horizon: people,
    means,
    eta: splitLimit(settings).answer,
    evenShare,
    seed,
  })
  return found?.halfWidth
}

const lostBy = (pulls: readonly number[], lead: number): number => {
  const [, ...others] = pulls
  return lead * others.reduce((sum, count) => sum + count, 0)
}

/** The forecast where a share of people is left out and everyone counts `waits` people later. */
function withAnswers(forecast: ClearForecast, waits: number, share: number): ClearForecast {
  const people = forecast.people === null ? null : forecast.people / share + waits
  return { ...forecast, people: people !== null && people > forecast.within ? null : people }
}

/** The guessed lead, half of it, and the least that matters if that is smaller. */
function listLeads({ lead, worthwhile }: FormSettings): number[] {
  const half = Number((lead / 2).toPrecision(3))
  return worthwhile > 0 && worthwhile < half ? [lead, half, worthwhile] : [lead, half]
}
