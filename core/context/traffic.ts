// Which people come: a public count of decisions by group, or by features where attributes alone
// are released. From it follows the share of the traffic that is like one person.

import type { ContextFeatures, ContextPlan } from "./context-plan.ts"
import { invertSymmetric } from "./symmetric.ts"

/**
 * Decisions by group, or Σ of the outer products of features (their lower triangle, without the
 * intercept).
 */
export interface Traffic {
  count: number
  sums: number[]
  /** The same as they were when shares were last computed. */
  usedCount: number
  usedSums: number[]
}

/** Shares are computed again once this much more traffic has come. */
const growth = 1.2

export function startTraffic({ groups, features }: ContextPlan): Traffic {
  const length = groups?.length ?? (features * (features + 1)) / 2
  return { count: 0, sums: new Array<number>(length).fill(0), usedCount: 0, usedSums: [] }
}

/** Notes one decision. */
export function noteTraffic(traffic: Traffic, group: number | null, { index, value }: ContextFeatures): void {
  traffic.count += 1
  if (group !== null) {
    traffic.sums[group] += 1
    return
  }
  const { sums } = traffic
  for (let one = 1; one < index.length; one++) {
    const row = index[one] - 1
    const start = (row * (row + 1)) / 2 - 1
    for (let other = 1; other <= one; other++) sums[start + index[other]] += value[one] * value[other]
  }
}

/** Uses what has come so far, if that is much more than what is used. */
export function refreshTraffic(traffic: Traffic): void {
  if (traffic.count <= growth * traffic.usedCount) return
  traffic.usedCount = traffic.count
  traffic.usedSums = [...traffic.sums]
}

const inverses = new WeakMap<number[], Float64Array>()

/** The share of the traffic that is like people with these features: one over their leverage. */
export function computeTrafficShare(plan: ContextPlan, traffic: Traffic, { index, value }: ContextFeatures): number {
  if (traffic.usedCount === 0) return 1
  const { features } = plan
  let inverse = inverses.get(traffic.usedSums)
  if (inverse === undefined) {
    inverse = momentMatrix(plan, traffic)
    for (let row = 0; row < features; row++) inverse[row * features + row] += 1e-4
    invertSymmetric(inverse, features)
    inverses.set(traffic.usedSums, inverse)
  }
  let leverage = 0
  for (let one = 1; one < index.length; one++)
    for (let other = 1; other < index.length; other++)
      leverage += value[one] * value[other] * inverse[(index[one] - 1) * features + index[other] - 1]
  return Math.min(1, Math.max(1e-6, 1 / Math.max(leverage, 1e-9)))
}

/** The mean outer product of features. */
function momentMatrix(plan: ContextPlan, { usedCount, usedSums }: Traffic): Float64Array {
  const { features, groups } = plan
  const matrix = new Float64Array(features * features)
  if (groups === null) {
    for (let row = 0, at = 0; row < features; row++)
      for (let column = 0; column <= row; column++, at++) {
        matrix[row * features + column] = usedSums[at] / usedCount
        matrix[column * features + row] = usedSums[at] / usedCount
      }
    return matrix
  }
  for (const [group, people] of usedSums.entries()) {
    const { index, value } = plan.describeGroup(group)
    for (let one = 1; one < index.length; one++)
      for (let other = 1; other < index.length; other++)
        matrix[(index[one] - 1) * features + index[other] - 1] += (people / usedCount) * value[one] * value[other]
  }
  return matrix
}
