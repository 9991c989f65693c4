// A metric of arms with known means, and what it releases.

import type { ReleasedSum } from "../../estimates/released-sum.ts"
import { readReleasedSums } from "../../estimates/released-sums.ts"
import { createMetricSums } from "../../parts/metric-sums.ts"
import type { Random } from "../../random/random.ts"
import type { MetricOptions } from "../metric-verdict.ts"

export const unit: MetricOptions = {
  min: 0,
  max: 1,
  worse: "higher",
  control: 0,
  margin: 0,
  sharing: 1,
  confidence: 0.95,
}

/** Sums of arms with these means, dealt in turn; `look` sees them after every release. */
export function watch(
  means: readonly number[],
  rounds: number,
  look: (sums: readonly ReleasedSum[]) => void,
  { eta = 1, values, random = values }: { eta?: number; values: Random; random?: Random },
): void {
  const metric = createMetricSums(eta, rounds)
  const state = metric.start(means.length)
  for (let round = 0; round < rounds; round++) {
    const arm = round % means.length
    metric.decide(state, arm)
    const before = state.closed[arm]
    const value = values.uniform() < (means[arm] as number) ? 1 : 0
    metric.observe(state, arm, value, random, (state.decided[arm] as number) - 1)
    if (state.closed[arm] !== before) look(readReleasedSums(metric as never, state) ?? [])
  }
}
