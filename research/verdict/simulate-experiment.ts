// Simulates one experiment as the service runs it: some decisions dealt evenly, answers that come
// late or never, and a reader who believes the first verdict.

import {
  chooseWithEvenShare,
  computeVerdict,
  createAlgorithm,
  type SeededRandom,
  type Silence,
  type Verdict,
} from "@armistice/core"

/**
 * How long an answer takes, in decisions. "late": up to the whole window. "telling": successes come
 * within a tenth of the window, failures just before it closes. Two numbers: means of exponential
 * delays of failures and successes. If delays depend on values, the proofs hold only for answers
 * that join at equal ages.
 */
export type Delay = "none" | "late" | "telling" | { readonly zero: number; readonly one: number }

export interface ExperimentSpec {
  readonly eta: number
  readonly horizon: number
  /** The means of rewards of 0 and 1, answered or not. */
  readonly means: readonly number[]
  readonly evenShare: number
  readonly delay: Delay
  readonly worthwhile: number
  /** Decisions after which nobody answers any more: a fiftieth of all, unless stated. */
  readonly window?: number
  /** Decisions that an answer waits at least before it joins: 0, unless stated. */
  readonly ripe?: number
  /** The chance that nobody ever answers, by arm: 0, unless stated. */
  readonly silence?: readonly number[]
  /** The value of silence. If left out, silence is ignored and answers are compared. */
  readonly missing?: number
  /** With a value for silence: also count decisions in order, and assume this of delays. */
  readonly assumed?: "independent" | "any"
}

/** The verdicts that a reader has seen so far. */
interface Seen {
  looks: number
  /** The decision at which each was first said; null if never. */
  clear: number | null
  noDifference: number | null
  /** Whether a leader was ever named with a certainty of at least 80 %. */
  isEverLeaning: boolean
  /** Whether it was ever said of what is not so. */
  isFalselyClear: boolean
  isFalselyAlike: boolean
  /** Whether an arm's interval ever left out what is true. */
  isUncovered: boolean
}

export interface Outcome extends Readonly<Seen> {
  /** Whether most decisions were for an arm that is not best. */
  readonly isMisled: boolean
}

/** The verdict after a release; planted mistakes conclude otherwise. */
export type Judge = typeof computeVerdict

interface Answer {
  readonly arm: number
  readonly pull: number
  readonly reward: number
}

export function simulateExperiment(spec: ExperimentSpec, random: SeededRandom, judge: Judge = computeVerdict): Outcome {
  const { eta, horizon, means, evenShare, worthwhile, missing, ripe = 0, silence = means.map(() => 0), assumed } = spec
  const algorithm = createAlgorithm("gdp-imed", { eta, horizon })
  const state = algorithm.start(means.length, missing)
  const { closed } = state as unknown as { closed: number[] }
  const window = readWindow(spec)
  const values = computeTrueValues(spec)
  const counts = { decided: means.map(() => 0), answered: means.map(() => 0) }
  const atRelease = { decided: means.map(() => 0), silent: means.map(() => 0) }
  const silent = means.map(() => 0)
  const inOrder = assumed === undefined ? {} : { atRelease, delays: assumed }
  // Answers that join, and decisions whose window is over, in each of the next rounds.
  const circle = window + 1
  const joining = Array.from({ length: circle }, (): Answer[] => [])
  const ending = Array.from({ length: circle }, (): (Answer & { isAnswered: boolean })[] => [])
  const seen: Seen = {
    looks: 0,
    clear: null,
    noDifference: null,
    isEverLeaning: false,
    isFalselyClear: false,
    isFalselyAlike: false,
    isUncovered: false,
  }
  for (let round = 0; round < horizon; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare)
    const reward = random.uniform() < means[arm] ? 1 : 0
    const delay =
      random.uniform() < silence[arm] ? Number.POSITIVE_INFINITY : drawDelay(spec.delay, window, reward, random)
    const answer = { arm, pull: state.decided[arm] - 1, reward }
    const isAnswered = delay < window
    if (isAnswered) joining[(round + Math.max(delay, ripe)) % circle].push(answer)
    ending[(round + window) % circle].push({ ...answer, isAnswered })
    for (const late of joining[round % circle].splice(0)) {
      const before = closed[late.arm]
      algorithm.observe(state, late.arm, late.reward, random, late.pull)
      if (closed[late.arm] === before) continue
      atRelease.decided[late.arm] = state.decided[late.arm]
      atRelease.silent[late.arm] = silent[late.arm]
      const told: Silence | undefined = missing === undefined ? undefined : { missing, ...counts, ...inOrder }
      const options = { reward: { min: 0, max: 1 }, worthwhile, ...(told === undefined ? {} : { silence: told }) }
      noteVerdict(seen, judge(algorithm, state, options), round + 1, values, worthwhile)
    }
    for (const over of ending[round % circle].splice(0)) {
      counts.decided[over.arm] += 1
      if (over.isAnswered) counts.answered[over.arm] += 1
      else {
        algorithm.expire?.(state, over.arm, over.pull)
        silent[over.arm] += 1
      }
    }
  }
  const best = Math.max(...values)
  const wrong = state.decided.reduce((total, count, arm) => total + (values[arm] < best - EQUAL ? count : 0), 0)
  return { ...seen, isMisled: 2 * wrong > horizon }
}

function noteVerdict(seen: Seen, verdict: Verdict, decisions: number, values: readonly number[], worthwhile: number) {
  const { state, arms } = verdict
  seen.looks += 1
  seen.isUncovered ||= arms.some(({ low, high }, arm) => (low ?? 0) > values[arm] || (high ?? 1) < values[arm])
  seen.isEverLeaning ||= state === "leaning" || state === "clear"
  if (state === "clear") {
    seen.clear ??= decisions
    seen.isFalselyClear ||= isClearFalse(verdict, values)
  }
  if (state === "no_difference") {
    seen.noDifference ??= decisions
    seen.isFalselyAlike ||= isAlikeFalse(verdict, values, worthwhile)
  }
}

const readWindow = ({ window, horizon }: ExperimentSpec): number => window ?? Math.ceil(horizon / 50)

function drawDelay(delay: Delay, window: number, reward: number, random: SeededRandom): number {
  if (delay === "none") return 0
  if (delay === "late") return random.integer(window)
  if (delay === "telling") return reward === 1 ? random.integer(Math.ceil(window / 10)) : window - 1
  return Math.floor(-Math.log1p(-random.uniform()) * (reward === 1 ? delay.one : delay.zero))
}

/** The values that a verdict compares: means of the answers, or values of decisions. */
export function computeTrueValues(spec: ExperimentSpec): number[] {
  const { means, delay, silence, missing } = spec
  const window = readWindow(spec)
  const inTime = typeof delay === "string" ? [1, 1] : [delay.zero, delay.one].map((mean) => -Math.expm1(-window / mean))
  return means.map((mean, arm) => {
    const ever = 1 - (silence?.[arm] ?? 0)
    const [zeros, ones] = [ever * (1 - mean) * inTime[0], ever * mean * inTime[1]]
    const answered = zeros + ones
    return missing === undefined ? ones / answered : ones + (1 - answered) * missing
  })
}

/** Values that differ by rounding are equal. */
const EQUAL = 1e-12

const isClearFalse = ({ leader }: Verdict, values: readonly number[]): boolean =>
  leader === null || values.some((value, arm) => arm !== leader && value >= values[leader] - EQUAL)

function isAlikeFalse({ leader, arms }: Verdict, values: readonly number[], worthwhile: number): boolean {
  const least = (leader === null ? 0 : (arms[leader].low ?? 0)) - worthwhile
  const race = values.filter((_value, arm) => (arms[arm].high ?? 1) > least)
  return Math.max(...race) - Math.min(...race) > worthwhile + EQUAL
}
