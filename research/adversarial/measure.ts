// How many runs a contender gets in a setting: few if it is plainly worse than the recommended
// algorithm, more for as long as it may have a tenth less regret.

import { type Algorithm, createAlgorithm, seededRandom } from "@armistice/core"
import { findSimulationCost } from "@armistice/lab"
import { type Contender, listContenders, recommendedNames } from "@armistice/lab/internal"
import { countArms, type DrawnSetting } from "./draw-settings.ts"
import { addRuns, computeTallyError, noRuns, type RegretTally } from "./regret-tally.ts"
import { prepareRuns } from "./run-setting.ts"

export interface MeasuredRow extends RegretTally {
  readonly setting: string
  readonly contender: string
  readonly usesHorizon: boolean
  /** One run takes too long: the contender is left out, and the report says so. */
  readonly tooSlow?: true
  /** Stopped early: on fewer rounds each of three runs had more than twice our mean at the end. */
  readonly isFarBehind?: true
}

export interface RunPlan {
  /** Enough to see who is plainly worse. */
  readonly few: number
  /** Enough where runs hardly differ, as with hundreds of arms, and enough otherwise. */
  readonly fewer: number
  readonly some: number
  readonly most: number
  /** Our regret beside a rival's: more runs until it is known on which side of each it is. */
  readonly limits: readonly number[]
  /** A contender whose run takes longer, in milliseconds of a processor, is left out. */
  readonly slowMs: number
  /** A contender gets no more runs after so many, in all runs of a setting. */
  readonly contenderMs: number
  /** From so many rounds on every contender is tried on fewer rounds first. */
  readonly longHorizon: number
}

export const searchPlan: RunPlan = {
  few: 3,
  fewer: 8,
  some: 30,
  most: 240,
  limits: [1 / 0.9],
  slowMs: 2000,
  contenderMs: Number.POSITIVE_INFINITY,
  longHorizon: 1e7,
}
/** More than this many times our regret, by three standard errors, is plainly worse. */
const plainlyWorse = 1.2
/** Standard errors that decide. */
export const decisive = 4

/** Yields one row after the other, those of the recommended algorithm last. */
export function* measureSetting(
  setting: DrawnSetting,
  seed: string,
  known: ReadonlyMap<string, MeasuredRow>,
  plan: RunPlan = searchPlan,
  only: (name: string) => boolean = () => true,
): Generator<MeasuredRow> {
  const contenders = listContenders(setting.eta, { horizon: setting.horizon, armCount: countArms(setting) })
  const own = contenders.filter(({ algorithm }) => algorithm === recommendedNames.withHorizon)
  const measurement = new SettingMeasurement(setting, `${seed} ${setting.name}`, plan)
  // Where rivals are known already, the ratio needs as many runs of ours as of the nearest ones.
  const enough = Math.max(plan.some, ...[...known.values()].map(({ runs }) => runs))
  for (const contender of own) measurement.measureOwn(contender, known.get(contender.name), enough)
  for (const contender of contenders) {
    if (own.includes(contender) || !only(contender.name)) continue
    const row = measurement.measureRival(contender, known.get(contender.name))
    if (row !== undefined) yield row
  }
  for (const { row } of measurement.own.values()) yield row
}

/** The runs of one setting: how many a contender gets depends on those of the recommended one. */
class SettingMeasurement {
  /** The recommended algorithm with and without the horizon, by name. */
  readonly own = new Map<string, { readonly contender: Contender; row: MeasuredRow }>()
  readonly #setting: DrawnSetting
  readonly #seed: string
  readonly #plan: RunPlan
  /** Milliseconds of a processor that each contender has had. */
  readonly #spent = new Map<string, number>()

  constructor(setting: DrawnSetting, seed: string, plan: RunPlan) {
    this.#setting = setting
    this.#seed = seed
    this.#plan = plan
  }

  measureOwn(contender: Contender, known: MeasuredRow | undefined, enough: number): void {
    const plan = this.#plan
    let row = known ?? this.#addRuns(contender, undefined, plan.fewer)
    if (row.tooSlow !== true && row.runs < enough && (enough > plan.some || !isSteady(row, plan)))
      row = this.#addRuns(contender, row, enough)
    this.own.set(contender.name, { contender, row })
  }

  measureRival(contender: Contender, known: MeasuredRow | undefined): MeasuredRow | undefined {
    const { some, most } = this.#plan
    let row = known
    for (;;) {
      const best = this.own.get(recommendedNames.withHorizon)?.row
      const wanted = best === undefined ? some : countRunsWanted(row, best, this.#plan)
      const isDone = row?.tooSlow === true || row?.isFarBehind === true || wanted <= (row?.runs ?? 0)
      if (isDone || this.#isOutOfTime(contender.name)) return row
      row = this.#addRuns(contender, row, wanted)
      // The ratio needs as many runs of ours.
      for (const mine of this.own.values())
        if (mine.row.tooSlow !== true && mine.row.runs < row.runs && wanted > some)
          mine.row = this.#addRuns(mine.contender, mine.row, Math.min(wanted, most))
    }
  }

  #isOutOfTime(name: string): boolean {
    return (this.#spent.get(name) ?? 0) > this.#plan.contenderMs
  }

  /** The row continued up to `runs` runs, or to the end of the time for its contender. */
  #addRuns(contender: Contender, row: MeasuredRow | undefined, runs: number): MeasuredRow {
    const { name, algorithm, parameters, usesHorizon } = contender
    const instance = createAlgorithm(algorithm, parameters)
    const isRival = algorithm !== recommendedNames.withHorizon
    const about = { setting: this.#setting.name, contender: name, usesHorizon }
    const found = isRival && row === undefined ? this.#tryFirst(instance) : "fine"
    if (found === "slow") return { ...about, ...noRuns, tooSlow: true }
    if (found === "behind") return { ...about, ...noRuns, isFarBehind: true }
    let begun = processorMs()
    let isSlow = false
    const hasTime = (): boolean => {
      const now = processorMs()
      isSlow ||= isRival && now - begun > this.#plan.slowMs
      this.#spent.set(name, (this.#spent.get(name) ?? 0) + now - begun)
      begun = now
      return !isSlow && !this.#isOutOfTime(name)
    }
    const tally = addRuns(instance, this.#setting, this.#seed, row ?? noRuns, runs, hasTime)
    return isSlow ? { ...about, ...tally, tooSlow: true } : { ...about, ...tally }
  }

  /** Slow rivals, and all where rounds or arms are many, are tried on fewer rounds first. */
  #tryFirst(algorithm: Algorithm): ReturnType<typeof tryFewRounds> {
    const setting = this.#setting
    const mayBeSlow = findSimulationCost({ name: algorithm.name }).grows === true
    const isLong = setting.horizon > this.#plan.longHorizon || countArms(setting) > manyArms
    if (!mayBeSlow && !isLong) return "fine"
    return tryFewRounds(algorithm, setting, this.#plan, this.own.get(recommendedNames.withHorizon)?.row.mean)
  }
}

/** With more arms than this, rivals are tried on fewer rounds first. */
export const manyArms = 50

/** Whether a run is too slow or far behind already: more rounds lower neither time nor regret. */
function tryFewRounds(
  algorithm: Algorithm,
  setting: DrawnSetting,
  { slowMs }: RunPlan,
  ownRegret = Number.POSITIVE_INFINITY,
): "slow" | "behind" | "fine" {
  const { horizon } = setting
  // Pre-pulls are quick and draws are not: fewer rounds tell nothing of how long this takes.
  if (algorithm.name === "m-ts-gaussian" && horizon > 1e6) return "slow"
  const runOnce = prepareRuns(setting)
  for (let rounds = 4 * countArms(setting); rounds < horizon; rounds *= 4) {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3 && (run === 0 || least > 2 * ownRegret); run++) {
      const begun = processorMs()
      const random = seededRandom(rounds).fork(run)
      const regret = runOnce(algorithm, rounds, random, random.fork(0))
      const took = processorMs() - begun
      // Too long already, or by what is left at this pace.
      const isNearEnd = 16 * rounds >= horizon
      if (took > slowMs || (isNearEnd && (took * horizon) / rounds > 2 * slowMs)) return "slow"
      least = Math.min(least, regret)
    }
    if (least > 2 * ownRegret) return "behind"
  }
  return "fine"
}

/** Processor time, not wall time, so that other work on the machine makes no algorithm slow. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs that `row` should have, beside those of the recommended algorithm. */
export function countRunsWanted(row: RegretTally | undefined, best: RegretTally, plan: RunPlan): number {
  const { few, some, most } = plan
  if (row === undefined || row.runs < few) return few
  if (row.mean - 3 * computeTallyError(row) > plainlyWorse * best.mean) return row.runs
  if (row.runs < plan.fewer) return plan.fewer
  if (row.runs < some && !isSteady(row, plan)) return some
  const { ratio, error } = computeRatio(best, row)
  const isDecided = plan.limits.every((limit) => Math.abs(ratio - limit) > decisive * error)
  return isDecided ? row.runs : Math.min(most, 2 * row.runs)
}

/** An error of 2 % after eight runs: more would change nothing. */
const isSteady = (row: RegretTally, { fewer }: RunPlan): boolean =>
  row.runs >= fewer && computeTallyError(row) < 0.02 * row.mean

/** Mean regret of `above` beside that of `below`, and its standard error to first order. */
export function computeRatio(
  above: RegretTally,
  below: RegretTally,
): { readonly ratio: number; readonly error: number } {
  const ratio = above.mean / below.mean
  return {
    ratio,
    error: ratio * Math.hypot(computeTallyError(above) / above.mean, computeTallyError(below) / below.mean),
  }
}
