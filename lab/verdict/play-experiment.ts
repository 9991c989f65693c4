// One whole experiment as the service runs it: some decisions dealt evenly, rewards that come late and overtake each other, and somebody
// who looks after every release and believes the first verdict there is.

import { chooseWithEvenShare, createAlgorithm, type SeededRandom, type Verdict, verdictOf } from "@armistice/core"

/**
 * How long a reward takes, in decisions. "late": up to `window`, whatever it is. "telling": successes come within a tenth of the window and
 * failures when it closes, so that when a batch is complete says something about its rewards, which the proof does not allow.
 */
export type Delay = "none" | "late" | "telling"

export interface ExperimentSpec {
  /** Residual releases (gdp-imed, unless named otherwise) or independent batches (gdp-imed-batches). */
  readonly algorithm?: "gdp-imed" | "gdp-imed-batches"
  readonly eta: number
  readonly horizon: number
  readonly means: readonly number[]
  readonly evenShare: number
  readonly delay: Delay
  readonly worthwhile: number
}

export interface Outcome {
  /** The decision at which each was first said; null if never. */
  readonly clear: number | null
  readonly noDifference: number | null
  /** Whether it was ever said of what is not so. */
  readonly isFalselyClear: boolean
  readonly isFalselyAlike: boolean
  readonly looks: number
}

/** What is concluded after a release; planted mistakes conclude otherwise. */
export type Judge = typeof verdictOf

export function playExperiment(spec: ExperimentSpec, random: SeededRandom, judge: Judge = verdictOf): Outcome {
  const { eta, horizon, means, evenShare, worthwhile } = spec
  const algorithm =
    spec.algorithm === "gdp-imed-batches"
      ? createAlgorithm(spec.algorithm, { eta })
      : createAlgorithm("gdp-imed", { eta, horizon })
  const state = algorithm.start(means.length)
  const { closed } = state as unknown as { closed: number[] }
  const options = { reward: { min: 0, max: 1 }, worthwhile }
  const window = Math.ceil(horizon / 50)
  // What comes in each of the next rounds, in a circle.
  const arriving = Array.from({ length: window + 1 }, (): { arm: number; pull: number; reward: number }[] => [])
  const outcome = { clear: null as number | null, noDifference: null as number | null, looks: 0 }
  let [isFalselyClear, isFalselyAlike] = [false, false]
  for (let round = 0; round < horizon; round++) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare)
    const reward = random.uniform() < means[arm] ? 1 : 0
    const due = Math.min(horizon - 1, round + delayOf(spec.delay, window, reward, random))
    arriving[due % arriving.length].push({ arm, pull: state.decided[arm] - 1, reward })
    const now = arriving[round % arriving.length].splice(0)
    for (const late of now) {
      const before = closed[late.arm]
      algorithm.observe(state, late.arm, late.reward, random, late.pull)
      if (closed[late.arm] === before) continue
      outcome.looks += 1
      const verdict = judge(algorithm, state, options)
      if (verdict.state === "clear") {
        outcome.clear ??= round + 1
        isFalselyClear ||= isClearFalse(verdict, means)
      }
      if (verdict.state === "no_difference") {
        outcome.noDifference ??= round + 1
        isFalselyAlike ||= isAlikeFalse(verdict, means, worthwhile)
      }
    }
  }
  return { ...outcome, isFalselyClear, isFalselyAlike }
}

function delayOf(delay: Delay, window: number, reward: number, random: SeededRandom): number {
  if (delay === "none") return 0
  if (delay === "late") return random.integer(window)
  return reward === 1 ? random.integer(Math.ceil(window / 10)) : window
}

const isClearFalse = ({ leader }: Verdict, means: readonly number[]): boolean =>
  leader === null || means.some((mean, arm) => arm !== leader && mean >= means[leader])

function isAlikeFalse({ leader, arms }: Verdict, means: readonly number[], worthwhile: number): boolean {
  const least = (leader === null ? 0 : (arms[leader].low ?? 0)) - worthwhile
  const race = means.filter((_mean, arm) => (arms[arm].high ?? 1) > least)
  return Math.max(...race) - Math.min(...race) > worthwhile
}
