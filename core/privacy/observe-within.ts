// The one way in for rewards that are protected: a filter is asked for what an observation would
// release before any noise is drawn, and if the filter or the algorithm refuses, filter and state
// are as they were. A Bandit and the service both learn through this.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { ContextPoint } from "../context/context-plan.ts"
import type { Random } from "../random/random.ts"
import { computeReleaseLoss } from "./compose.ts"
import type { CountedRelease, GdpFilter } from "./filter.ts"
import type { Release } from "./release.ts"

/** One reward and everything needed to learn from it. */
export interface Observation {
  readonly algorithm: Pick<Algorithm, "observe" | "nextReleases">
  readonly state: AlgorithmState
  readonly arm: number
  readonly reward: number
  readonly random: Random
  /** The pull whose reward it is; without it, the oldest of the arm that has none yet. */
  readonly pull?: number
  /** The point of the decision's context, where the algorithm has one. */
  readonly point?: ContextPoint | undefined
  readonly segment?: string
  /** A release with its loss, where noise is on a lattice, which makes the loss larger. */
  readonly counted?: (release: Release) => CountedRelease
}

/**
 * Learns one reward and returns what that released, each with the filter's counter after it.
 * Without a filter nothing is promised.
 */
export function observeWithin(
  filter: GdpFilter | null,
  { algorithm, state, arm, reward, random, pull, point, segment, counted = countedAlone }: Observation,
): (CountedRelease & { readonly spent: number })[] {
  const observe = () => algorithm.observe(state, arm, reward, random, pull, point)
  const releases = filter === null ? [] : algorithm.nextReleases(state, arm, pull, point).map(counted)
  if (filter === null || releases.length === 0) {
    observe()
    return []
  }
  const spent = filter.spend(releases, segment, observe)
  return releases.map((release, index) => ({ ...release, spent: spent[index] }))
}

const countedAlone = (release: Release): CountedRelease => ({ ...release, eta: computeReleaseLoss(release) })
