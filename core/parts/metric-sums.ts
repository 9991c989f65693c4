// An outcome that is watched beside an algorithm and never steers it: by arm, sums of growing
// batches of its values, each batch released once with Gaussian noise. A value joins one batch:
// eta-GDP for one value. Values must join in the order of decisions (docs/theory.md, section 8): on
// arrival, rewards that are released before would steer which values join.

import type { Algorithm } from "../algorithm.ts"
import { dropOutstanding } from "./discard-open-batches.ts"
import { createNoisyBatches, type NoisyBatches } from "./noisy-batches.ts"
import { decide } from "./rounds.ts"

/** The state of a metric's sums, part of snapshots. */
export type MetricState = NoisyBatches

type Shared = "sums" | "parameters" | "observe" | "nextReleases" | "releases"

/** The released sums of a metric, by arm. */
export interface MetricSums extends Pick<Algorithm<MetricState>, Shared> {
  start(armCount: number): MetricState
  addArm(state: MetricState): void
  /** Drops the open batch of an arm and every value outstanding. */
  dropOutstanding(state: MetricState, arm: number): void
  /** Notes a decision of `arm`, whose value joins later. */
  decide(state: MetricState, arm: number): void
}

/** A first batch as a multiple of 1/eta, and the growth of batches. Stores rely on both. */
const FIRST_BATCH = 8
const GROWTH = 1.5

/** `horizon`: the most values that an arm can have. */
export function createMetricSums(eta: number, horizon: number): MetricSums {
  const first = Math.max(1, Math.round(FIRST_BATCH / eta))
  const sizeBatch = (batch: number): number => Math.ceil(first * GROWTH ** batch)
  const release = { mechanism: "gaussian", eta } as const
  const shared = createNoisyBatches<MetricState>({ sizeBatch, uses: "all", release })
  const { observe, nextReleases, releases, start, addArm } = shared
  return {
    ...(shared.sums === undefined ? {} : { sums: shared.sums }),
    parameters: { eta, horizon },
    observe,
    nextReleases,
    releases,
    start,
    addArm,
    dropOutstanding,
    decide: (state, arm) => void decide(state, arm),
  }
}
