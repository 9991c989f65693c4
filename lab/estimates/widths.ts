// How wide proved intervals are beside those of the rule before, which released each batch once (gdp-imed-batches): at the end of runs,
// where the two rules give an arm different numbers of rewards, and at equal numbers of rewards, where only the intervals differ.

import { type Algorithm, createAlgorithm, seededRandom } from "@armistice/core"
import { provedInterval, type ReleasedSum, releasedSums } from "@armistice/core/estimates"
import { createEnvironment, type EnvironmentSpec } from "../environments/environment-spec.ts"

export interface WidthsSpec {
  readonly environment: EnvironmentSpec
  readonly eta: number
  readonly horizon: number
  readonly runs: number
  readonly seed: number
}

export interface ArmWidths {
  readonly mean: number
  /** Mean numbers of rewards and mean widths at the end: before, now. */
  readonly rewards: readonly [number, number]
  readonly widths: readonly [number, number]
  /** Widths now by widths before, over looks at about as many rewards; null where the rules had none in common. */
  readonly atEqualRewards: number | null
}

interface Look {
  readonly rewards: number
  readonly width: number
}

const confidence = 0.95
/** Looks are put together whose rewards have the same whole part of log_1.5. */
const BIN = Math.log(1.5)

export function compareWidths(spec: WidthsSpec): ArmWidths[] {
  const { eta, horizon } = spec
  const before = looksOf(createAlgorithm("gdp-imed-batches", { eta }), spec)
  const now = looksOf(createAlgorithm("gdp-imed", { eta, horizon }), spec)
  return createEnvironment(spec.environment).means.map((mean, arm) => {
    const ends = [before, now].map((rule) => rule[arm].map((looks) => looks[looks.length - 1]))
    const over = (field: keyof Look) =>
      ends.map((looks) => average(looks.map((look) => look[field]))) as [number, number]
    return {
      mean,
      rewards: over("rewards"),
      widths: over("width"),
      atEqualRewards: equalRewards(before[arm].flat(), now[arm].flat()),
    }
  })
}

/** For each arm and run its intervals after each of its releases. */
function looksOf(algorithm: Algorithm, { environment: given, horizon, runs, seed }: WidthsSpec): Look[][][] {
  const environment = createEnvironment(given)
  const looks = environment.means.map((): Look[][] => [])
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(seed).fork(run)
    const state = algorithm.start(environment.means.length)
    for (const arm of looks) arm.push([])
    const pulled = environment.means.map(() => 0)
    while (state.round < horizon) {
      const law = algorithm.laws(state)
      // Where the next batch is not fixed yet, a choice fixes it.
      const arms = law.kind === "batch" ? law.arms : [algorithm.choose(state, random)]
      for (const arm of arms) {
        const left = horizon - state.round + (law.kind === "batch" ? 0 : 1)
        const pulls = Math.min(law.kind === "batch" ? law.pulls : 1, left)
        if (pulls === 0) break
        const sum = environment.sum(arm, pulled[arm], pulls, random)
        pulled[arm] += pulls
        algorithm.observeMany(state, arm, pulls, sum, random)
      }
      for (const [arm, sum] of (releasedSums(algorithm, state) ?? []).entries()) {
        const known = looks[arm][run]
        if (sum.look > known.length) known.push(lookAt(sum))
      }
    }
  }
  return looks
}

function lookAt(sum: ReleasedSum): Look {
  const [low, high] = provedInterval(sum, confidence)
  return { rewards: sum.parts.reduce((total, { count }) => total + count, 0), width: high - low }
}

/** The mean over bins of ln of the widths' ratio. Within a bin widths go as a power of the rewards, between a half and 1: 3/4 is taken. */
function equalRewards(before: readonly Look[], now: readonly Look[]): number | null {
  const logs: number[] = []
  const bins = new Set(now.map(binOf))
  for (const bin of bins) {
    const [old, recent] = [before, now].map((looks) => looks.filter((look) => binOf(look) === bin).map(scaledLog))
    if (old.length >= 5 && recent.length >= 5) logs.push(average(recent) - average(old))
  }
  return logs.length === 0 ? null : Math.exp(average(logs))
}

const binOf = ({ rewards }: Look): number => Math.floor(Math.log(rewards) / BIN)
const scaledLog = ({ rewards, width }: Look): number => Math.log(width) + 0.75 * Math.log(rewards)
const average = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
