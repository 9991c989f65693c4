import { type Algorithm, createAlgorithm, seededRandom, takeArm } from "@armistice/core"
import { expect, test } from "vitest"
import { findArmAt } from "./assignment.ts"
import { lookAhead, planShares } from "./plan-shares.ts"

const means = [0.4, 0.6] as const
const horizon = 4000

/** Regret where people are assigned by these shares, and each sees the arm as `lag` others look. */
function simulateRegret(
  sharesNow: (algorithm: Algorithm, state: never) => number[],
  lag: number,
  seed: number,
): number {
  const random = seededRandom(seed)
  const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon })
  const state = algorithm.start(means.length)
  const assigned: number[] = []
  let [regret, known, shares] = [0, "", [] as number[]]
  while (state.round < horizon) {
    const { releaseCount } = state as unknown as { releaseCount: number }
    const now = `${releaseCount} ${Math.floor(state.round / lookAhead(means.length))}`
    if (now !== known) shares = sharesNow(algorithm, state as never)
    known = now
    assigned.push(findArmAt(shares, random.uniform()))
    if (assigned.length <= lag) continue
    const arm = takeArm(algorithm, state, random, assigned.shift() as number)
    regret += 0.6 - (means[arm] as number)
    const reward = random.uniform() < (means[arm] as number) ? 1 : 0
    algorithm.observe(state, arm, reward, random, (state.decided[arm] as number) - 1)
  }
  return regret
}

const meanRegret = (sharesNow: (algorithm: Algorithm, state: never) => number[], lag: number): number =>
  Array.from({ length: 10 }, (_, run) => simulateRegret(sharesNow, lag, run + 1)).reduce(
    (sum, one) => sum + one / 10,
    0,
  )

const planned = (algorithm: Algorithm, state: never) => planShares(algorithm, state, 0, undefined, undefined)

test("assigning by shares learns: regret stays near that of deciding, and grows with how late people look", () => {
  // Deciding costs about 10, with a standard error of 2 in ten runs.
  expect(meanRegret(planned, 0)).toBeLessThan(25)
  expect(meanRegret(planned, 50)).toBeLessThan(35)
  // Shares that do not follow what is learned cost 0.1 a person.
  expect(meanRegret(() => [0.5, 0.5], 0)).toBeGreaterThan(380)
})

test("shares sum to 1, leave excluded arms out, and deal the even share evenly", () => {
  const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon })
  const state = algorithm.start(4)
  const before = JSON.stringify(state)
  const shares = planShares(algorithm, state, 0.5, new Set([1]), undefined)
  expect(JSON.stringify(state)).toBe(before)
  expect(shares[1]).toBe(0)
  expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12)
  for (const share of shares.filter((_, arm) => arm !== 1)) expect(share).toBeGreaterThanOrEqual(0.5 / 3)
  expect(planShares(algorithm, state, 0, new Set([0, 1, 2, 3]), undefined)).toEqual([0, 0, 0, 0])
  expect(findArmAt([0, 0], 0.5)).toBe(-1)
})

test("an algorithm that would draw noise around what is hidden is refused", () => {
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha: 1, horizon })
  const state = algorithm.start(2)
  const random = seededRandom(1)
  for (let round = 0; round < 20; round++) {
    const arm = algorithm.choose(state, random)
    algorithm.observe(state, arm, 1, random, (state.decided[arm] as number) - 1)
  }
  expect(() => planShares(algorithm, state, 0, undefined, undefined)).toThrow(/must not draw noise/)
})
