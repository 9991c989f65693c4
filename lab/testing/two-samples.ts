// Tests whether two equally large samples have one law: a permutation test on the differences of
// mean ranks and of mean squared distances from the middle rank. Pairs of values are swapped, which
// changes nothing under one law (power: two-samples.medium.test.ts).

import { seededRandom } from "@armistice/core"
import { normalTail } from "@armistice/core/numerics"

/**
 * After these shares of the values, "one law" is accepted if all p-values exceed the second number.
 */
const looks = [
  [0.375, 0.3],
  [0.625, 0.01],
] as const

/**
 * Whether samples have one law, by p-values of at most `most` of their values. An early acceptance
 * accuses nobody, so the level holds; a real difference has such small p-values early that it is
 * hardly ever overlooked.
 */
export function haveOneLaw(
  computePValue: (count: number, isLast: boolean) => number,
  most: number,
  level: number,
): boolean {
  const isBelieved = looks.some(([share, enough]) => computePValue(Math.ceil(share * most), false) > enough)
  return isBelieved || computePValue(most, true) > level
}

/** The p-value of "one law". Draws permutations only if they could change a verdict at 1e-4. */
export function sameLawPValue(
  first: readonly number[],
  second: readonly number[],
  seed: number,
  isLast = true,
): number {
  const count = first.length
  if (second.length !== count) throw new Error(`both samples must have ${count} values, got ${second.length}`)
  const differences = rankScores([...first, ...second]).map((scores) => pairDifferences(scores, count))
  const observed = Math.max(...differences.map((list) => Math.abs(list.reduce((a, b) => a + b, 0))))
  if (observed === 0) return 1
  const approximate = Math.min(1, 2 * differences.length * normalTail(observed))
  if (!isLast || approximate > 1e-3 || approximate < 1e-5) return approximate
  return permutationPValue(differences, observed, seed)
}

/** Mid-ranks, and their squared distances from the middle rank. */
function rankScores(values: readonly number[]): Float64Array[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b])
  const ranks = new Float64Array(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let k = start; k < end; k++) ranks[order[k]] = (start + end - 1) / 2
    start = end
  }
  const middle = (values.length - 1) / 2
  return [ranks, ranks.map((rank) => (rank - middle) ** 2)]
}

/** Differences within pairs, scaled so that their sum with random signs has variance 1. */
function pairDifferences(scores: Float64Array, count: number): Float64Array {
  const list = Float64Array.from({ length: count }, (_, k) => scores[k] - scores[count + k])
  const size = Math.sqrt(list.reduce((sum, difference) => sum + difference * difference, 0))
  return size > 0 ? list.map((difference) => difference / size) : list
}

/** Stops early once the p-value is clearly not small: only small ones need many permutations. */
function permutationPValue(differences: Float64Array[], observed: number, seed: number): number {
  const random = seededRandom(seed)
  const most = 20_000
  let exceeded = 0
  for (let permutation = 1; permutation <= most; permutation++) {
    const sums = [0, 0]
    for (let start = 0; start < differences[0].length; start += 32) {
      let bits = random.integer(2 ** 32) | 0
      const end = Math.min(start + 32, differences[0].length)
      for (let k = start; k < end; k++, bits >>= 1)
        if ((bits & 1) === 1) {
          sums[0] += differences[0][k]
          sums[1] += differences[1][k]
        } else {
          sums[0] -= differences[0][k]
          sums[1] -= differences[1][k]
        }
    }
    if (Math.max(Math.abs(sums[0]), Math.abs(sums[1])) >= observed) exceeded++
    if (exceeded >= 20) return (exceeded + 1) / (permutation + 1)
  }
  return (exceeded + 1) / (most + 1)
}
