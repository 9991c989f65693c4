// Simulates in a worker what an experiment loses and how soon it becomes clear, while the form is
// filled in. The last figures stay until new ones are known.

import type { ClearForecast, HeldWorker, SimulationSpec } from "@armistice/lab"
import { waitForPointerUp } from "../controls/wait-for-pointer-up.ts"
import { startDebounced } from "../simulation/start-debounced.ts"
import { useSimulation } from "../simulation/use-simulation.ts"
import { privacyLevels } from "../text/privacy-levels.ts"
import { computeCountedShare, listWindowsToCompare, planAnswerCost, planFormDelivery } from "./delivery.ts"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { chooseRuns, guessMeans, isLateSimulated, planSimulation, seed, withEvenShare } from "./plan-simulation.ts"

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
    startDebounced((worker) =>
      simulate(worker, settings, (forecast) => report({ forecast }, false)).catch((error: Error) => {
        if (error !== released) report({ problem: error.message }, false)
      }),
    ),
  )
  return isPossible ? value : null
}

/** Ends a forecast quietly: the settings have changed, and another one has begun. */
const released = new Error("the worker was released")

function unlessReleased<Value>(found: Value | undefined): Value {
  if (found === undefined) throw released
  return found
}

/** Reports each figure once it is known. */
async function simulate(
  worker: HeldWorker,
  settings: FormSettings,
  report: (forecast: Forecast) => void,
): Promise<void> {
  const isClearAsked = settings.optionCount <= mostClearOptions
  const windows = isLateSimulated(settings) ? listWindowsToCompare(settings) : []
  const losses = new LossSimulation(worker, settings)
  let forecast: Forecast = { ...(await losses.compare()), clear: isClearAsked ? null : [], within: null, isDone: false }
  const show = async (part: Partial<Forecast>) => {
    forecast = { ...forecast, ...part }
    await waitForPointerUp()
    report(forecast)
  }
  await show({ isDone: !isClearAsked && windows.length === 0 })
  for (const lead of isClearAsked ? listLeads(settings) : [])
    await show({ clear: [...(forecast.clear ?? []), await forecastClear(worker, settings, lead)] })
  await show({ within: await forecastPrecision(worker, settings), isDone: windows.length === 0 })
  if (windows.length === 0) return
  const lostByWindow: LostAtWindow[] = []
  for (const { rounds, seconds } of windows) lostByWindow.push({ seconds, lost: await losses.withWindow(rounds) })
  await show({ lostByWindow, isDone: true })
}

type Losses = Omit<Forecast, "clear" | "within" | "isDone">

/** Simulates what is lost with these settings and with changed ones; no simulation runs twice. */
class LossSimulation {
  readonly #worker: HeldWorker
  readonly #settings: FormSettings
  readonly #known = new Map<string, number>()
  /** The loss of an even split in one group. */
  readonly #even: number

  constructor(worker: HeldWorker, settings: FormSettings) {
    const { people, lead, optionCount } = settings
    this.#worker = worker
    this.#settings = settings
    this.#even = (computeCountedShare(settings) * people * lead * (optionCount - 1)) / optionCount
  }

  async compare(): Promise<Losses> {
    const settings = this.#settings
    const { answer } = splitLimit(settings)
    const own = await this.#regret(answer)
    const half = await this.#regret(answer, 0.5)
    const free = await this.#regret(noPrivacy)
    const lostAt = new Map<number, number>()
    for (const { eta } of privacyLevels)
      lostAt.set(eta, this.#addGroups(await this.#regret(splitLimit({ ...settings, eta }).answer)))
    const isLate = isLateSimulated(settings)
    const { delivery: _late, ...atOnce } = planSimulation(settings, answer)
    const soon = isLate ? await this.#simulate(atOnce) : null
    const proposed = isLate ? (planAnswerCost(settings)?.proposedWindow ?? null) : null
    const isOther = proposed !== null && proposed !== planFormDelivery(settings)?.window
    const better = isOther ? await this.#simulate(planSimulation(settings, answer, 1, proposed)) : null
    return {
      settings,
      runs: chooseRuns(settings),
      lost: this.#addGroups(own),
      lostAt,
      lostWithoutPrivacy: this.#addGroups(free),
      lostIfHalf: this.#addGroups(half, this.#even / 2),
      lostByEvenSplit: settings.groupCount * this.#even,
      lostByMethod: settings.groupCount * own,
      lostIfAtOnce: soon === null ? null : this.#addGroups(computeCountedShare(settings) * soon),
      lostAtProposed: better === null ? null : this.#addGroups(better),
      lostByWindow: [],
    }
  }

  async withWindow(rounds: number): Promise<number> {
    const spec = planSimulation(this.#settings, splitLimit(this.#settings).answer, 1, rounds)
    return this.#addGroups(await this.#simulate({ ...spec, runs: Math.max(4, Math.round(spec.runs / 3)) }))
  }

  /** `share` scales the guessed lead. */
  #regret(eta: number, share = 1): Promise<number> {
    return this.#simulate(planSimulation(this.#settings, eta, share), share)
  }

  async #simulate(spec: SimulationSpec, share = 1): Promise<number> {
    const key = JSON.stringify(spec)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { regret, pulls } = unlessReleased(await this.#worker.run("simulate", spec))
    // Count what options are worth whenever answers come: a short window must not look like fewer
    // answers to lose.
    const lost = share * this.#settings.lead * sum(pulls.mean.slice(1))
    const mean = spec.delivery === undefined ? regret.mean : computeCountedShare(this.#settings) * lost
    this.#known.set(key, mean)
    return mean
  }

  /** All groups together, each with its share of people who are assigned evenly. */
  #addGroups(method: number, even = this.#even): number {
    return this.#settings.groupCount * withEvenShare(this.#settings.evenShare, even, method)
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Waiting and silence, where the simulation includes them. */
const planWaits = (settings: FormSettings): { readonly waits: number; readonly answered: number } =>
  (isLateSimulated(settings) ? planAnswerCost(settings) : null) ?? { waits: 0, answered: 1 }

/** Silent people make differences smaller, unless they are left out. */
const scaleDifferences = (settings: FormSettings): number =>
  settings.silence === "ignore" ? 1 : planWaits(settings).answered

async function forecastClear(worker: HeldWorker, settings: FormSettings, lead: number): Promise<ClearForecast> {
  const { people, optionCount, evenShare, best, silence } = settings
  const scale = scaleDifferences(settings)
  const found = unlessReleased(
    await worker.run("peopleUntilClear", {
      horizon: people,
      armCount: optionCount,
      best: scale * best,
      lead: scale * lead,
      eta: splitLimit(settings).answer,
      evenShare,
      seed,
      runs: Math.max(5, Math.round(80 / optionCount)),
      most: mostClearPeople,
    }),
  )
  // With secret arrivals everyone counts a window later.
  const { waits, answered } = planWaits(settings)
  const counted = found.people === null ? null : found.people / (silence === "ignore" ? answered : 1) + waits
  return { ...found, lead, people: counted !== null && counted > found.within ? null : counted }
}

/** In the end everyone counts. */
async function forecastPrecision(worker: HeldWorker, settings: FormSettings): Promise<number> {
  const { people, optionCount, evenShare } = settings
  if (optionCount > mostClearOptions) return Number.NaN
  const means = guessMeans(settings).map((mean) => scaleDifferences(settings) * mean)
  const spec = { horizon: people, means, eta: splitLimit(settings).answer, evenShare, seed }
  return unlessReleased(await worker.run("intervalWidth", spec)).halfWidth
}

/** The guessed lead, half of it, and the least that matters if that is smaller. */
function listLeads({ lead, worthwhile }: FormSettings): number[] {
  const half = Number((lead / 2).toPrecision(3))
  return worthwhile > 0 && worthwhile < half ? [lead, half, worthwhile] : [lead, half]
}
