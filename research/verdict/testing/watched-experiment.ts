// Experiments whose arms have the same rewards, and a metric that is worse with one of them: how
// many people get that arm before it is seen.

import {
  chooseWithEvenShare,
  computeMetricVerdict,
  createAlgorithm,
  createMetricSums,
  type SeededRandom,
} from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"

export interface WatchedSpec {
  readonly horizon: number
  readonly eta: number
  readonly metricEta: number
  /** The metric's means by arm; the first arm is the control. Higher is worse. */
  readonly metric: readonly number[]
  readonly margin: number
  /** "even": people are dealt in turn, as in a plain comparison. */
  readonly share: number | "even"
}

/** The first arm seen to be worse than the control and how many people got it; null: none. */
export function firstHarm(spec: WatchedSpec, random: SeededRandom): { arm: number; people: number } | null {
  const { horizon, eta, metricEta, metric, margin, share } = spec
  const algorithm = createAlgorithm("gdp-imed", { eta, horizon })
  const state = algorithm.start(metric.length)
  const sums = createMetricSums(metricEta, horizon)
  const watched = sums.start(metric.length)
  const changes = { armCount: metric.length, firstControl: 0, resumes: metric.map(() => 0) }
  const options = {
    min: 0,
    max: 1,
    worse: "higher",
    control: 0,
    margin,
    sharing: 1,
    confidence: 0.95,
    changes,
  } as const
  for (let round = 0; round < horizon; round++) {
    const arm = share === "even" ? round % metric.length : chooseWithEvenShare(algorithm, state, random, share)
    const reward = random.uniform() < 0.5 ? 1 : 0
    if (share !== "even") algorithm.observe(state, arm, reward, random)
    sums.decide(watched, arm)
    const before = watched.closed[arm]
    sums.observe(watched, arm, random.uniform() < metric[arm] ? 1 : 0, random, watched.decided[arm] - 1)
    if (watched.closed[arm] === before) continue
    const { differences } = computeMetricVerdict(readReleasedSums(sums as never, watched) ?? [], options)
    const worse = differences.find((one) => one.state === "worse")
    if (worse !== undefined) return { arm: worse.arm, people: watched.decided[worse.arm] }
  }
  return null
}
