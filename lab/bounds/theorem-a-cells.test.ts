// Corollary A3 exactly, on small cases: a private policy with two levels and releases of totals and
// of cells does not tell two means of one cell apart better than a noisy sum of that cell would,
// and the regret of that follows only for levels that enough people have.

import { type SeededRandom, seededRandom } from "@armistice/core"
import { normalCdf } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import { computeLimit, noisyCount } from "./noisy-count.ts"

function binomial(n: number, p: number): number[] {
  const list = [(1 - p) ** n]
  for (let k = 0; k < n; k++) list.push((list[k] * (n - k) * p) / ((k + 1) * (1 - p)))
  return list
}

/**
 * The suspected arm is pulled for all of level 1, and for level 0 until it is stopped there: after
 * each of two batches of its level-0 rewards, if a combination of the noisy total and the noisy
 * cell of the batch is small. A reward weighs `total` in the total and `cell` in its cell.
 */
interface Policy {
  readonly rounds: number
  /** The chance that a person has level 0. */
  readonly share: number
  readonly batches: readonly [number, number]
  readonly weights: { readonly total: number; readonly cell: number }
  /** How totals and cells are combined, and the limit for stopping, of each batch. */
  readonly rules: readonly [Rule, Rule]
  readonly noise: number
}

interface Rule {
  readonly total: number
  readonly cell: number
  readonly limit: number
}

/** The chance to stop after a batch of `size` rewards of level 0 and `others` of level 1. */
function stopChance(
  { weights, noise }: Policy,
  { total, cell, limit }: Rule,
  { size, others, mean, otherMean }: { size: number; others: number; mean: number; otherMean: number },
): number {
  const spread = noise * Math.hypot(total, cell)
  const elsewhere = binomial(others, otherMean)
  return binomial(size, mean).reduce(
    (sum, chance, ones) =>
      sum +
      chance *
        elsewhere.reduce((inner, other, more) => {
          const known = total * weights.total * (ones + more) + cell * weights.cell * ones
          return inner + other * normalCdf((limit - known) / spread)
        }, 0),
    0,
  )
}

interface Course {
  /** The chance of at most n pulls in level 0, for each n. */
  readonly chances: readonly number[]
  /** Expected people of level 0 who do not get the arm. */
  readonly missed: number
}

/** Goes through every sequence of levels. */
function computeCourse(policy: Policy, mean: number, otherMean: number): Course {
  const { rounds, share, batches, rules } = policy
  const known = new Map<string, number>()
  const stop = (batch: 0 | 1, others: number): number => {
    const key = `${batch} ${others}`
    const found = known.get(key) ?? stopChance(policy, rules[batch], { size: batches[batch], others, mean, otherMean })
    known.set(key, found)
    return found
  }
  const chances = new Array<number>(rounds + 1).fill(0)
  let missed = 0
  const note = (pulls: number, people: number, chance: number): void => {
    for (let n = pulls; n <= rounds; n++) chances[n] += chance
    missed += chance * (people - pulls)
  }
  for (let sequence = 0; sequence < 2 ** rounds; sequence++) {
    let [people, sinceLast] = [0, 0]
    const others: number[] = []
    for (let round = 0; round < rounds; round++) {
      if ((sequence >> round) % 2 === 1) sinceLast += 1
      else {
        people += 1
        if (people === batches[0] || people === batches[0] + batches[1]) {
          others.push(sinceLast)
          sinceLast = 0
        }
      }
    }
    const weight = share ** people * (1 - share) ** (rounds - people)
    const first = others[0] === undefined ? 0 : stop(0, others[0])
    const second = others[1] === undefined ? 0 : stop(1, others[1])
    if (first > 0) note(batches[0], people, weight * first)
    if (second > 0) note(batches[0] + batches[1], people, weight * (1 - first) * second)
    note(people, people, weight * (1 - first) * (1 - second))
  }
  return { chances, missed }
}

const rounds = 10

function drawCase(random: SeededRandom, weigh: (share: number) => Policy["weights"]) {
  const eta = 0.3 + 2 * random.uniform()
  const mean = 0.1 + 0.4 * random.uniform()
  const raised = mean + (0.95 - mean) * (0.3 + 0.7 * random.uniform())
  const drawRule = (): Rule => ({
    total: random.uniform(),
    cell: random.uniform(),
    limit: 2.5 * random.uniform() - 0.5,
  })
  const policy: Policy = {
    rounds,
    share: 0.5 + 0.45 * random.uniform(),
    batches: [1 + random.integer(4), 1 + random.integer(3)],
    weights: weigh(random.uniform()),
    rules: [drawRule(), drawRule()],
    noise: 1 / eta,
  }
  return { eta, mean, raised, otherMean: 0.1 + 0.8 * random.uniform(), policy }
}

/** The least chance under the raised mean that (i) allows for an event of `chance`. */
function leastChance(n: number, eta: number, chance: number, mean: number, raised: number): number {
  if (chance > 1 - 1e-9) return 0
  return noisyCount(n, raised, eta).under(computeLimit(chance, n, eta, noisyCount(n, mean, eta)) - 1e-9)
}

/** How many of the events {N ≤ n} of 150 policies contradict (i). */
function countContradictions(weigh: (share: number) => Policy["weights"]): number {
  const random = seededRandom("cells")
  let found = 0
  for (let trial = 0; trial < 150; trial++) {
    const { eta, mean, raised, otherMean, policy } = drawCase(random, weigh)
    const here = computeCourse(policy, mean, otherMean)
    const there = computeCourse(policy, raised, otherMean)
    for (let n = 1; n < rounds; n++)
      if (there.chances[n] < leastChance(n, eta, here.chances[n], mean, raised) - 1e-9) found += 1
  }
  return found
}

test("(i): totals and cells that share a reward's weight tell no more of a cell than a noisy sum of it", () => {
  expect(countContradictions((share) => ({ total: Math.sqrt(share), cell: Math.sqrt(1 - share) }))).toBe(0)
})

test("a reward that joins its total and its cell with its whole weight contradicts it", () => {
  expect(countContradictions(() => ({ total: 1, cell: 1 }))).toBeGreaterThan(20)
})

test("(i) cannot be improved: a policy that looks at its cell alone attains it", () => {
  const [eta, mean, raised] = [0.8, 0.2, 0.7]
  const rule = { total: 0, cell: 1, limit: 1 }
  const policy: Policy = {
    rounds,
    share: 1 - 1e-9,
    batches: [4, 5],
    weights: { total: 0, cell: 1 },
    rules: [rule, { ...rule, limit: -1e9 }],
    noise: 1 / eta,
  }
  const [here, there] = [mean, raised].map((one) => computeCourse(policy, one, 0.5).chances[4])
  expect(there).toBeCloseTo(leastChance(4, eta, here, mean, raised), 8)
})

test("(i): regret is at least the gap times what is left of the level, unless the level is rare", () => {
  const random = seededRandom("regret of cells")
  let [most, naive] = [0, 0]
  for (let trial = 0; trial < 150; trial++) {
    const { raised, otherMean, policy } = drawCase(random, (share) => ({
      total: Math.sqrt(share),
      cell: Math.sqrt(1 - share),
    }))
    const { chances, missed } = computeCourse(policy, raised, otherMean)
    const people = binomial(rounds, policy.share)
    for (let n = 1; n < rounds; n++) {
      let fewer = 0
      for (let t = n; t <= rounds; t++) {
        fewer = people.slice(0, t).reduce((sum, chance) => sum + chance, 0)
        const least = (t - n) * (chances[n] - fewer)
        expect(missed).toBeGreaterThanOrEqual(least - 1e-12)
        most = Math.max(most, least / missed)
      }
      // As if the event did not depend on how many people have the level.
      if (missed < (policy.share * rounds - n) * chances[n] - 1e-9) naive += 1
    }
  }
  // It explains most of some policy's regret, and without P(T_g < t) it would be false.
  expect(most).toBeGreaterThan(0.5)
  expect(naive).toBeGreaterThan(5)
})
