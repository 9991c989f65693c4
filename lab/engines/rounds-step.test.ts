import type { Algorithm, AlgorithmState } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"

const attributes = { device: { levels: ["phone", "desk"] } }
const environment = {
  kind: "context",
  attributes,
  people: [
    { share: 3, context: { device: "phone" }, means: [0.9, 0.1] },
    { share: 1, context: { device: "desk" }, means: [0.2, 0.6] },
  ],
} as const
const shared = { environment, horizon: 4000, runs: 30, seed: 3 }

/** Plays one arm for each level, whatever the rewards. */
function fixedPolicy(
  arms: readonly [number, number],
): Omit<Algorithm, "laws" | "releases" | "nextReleases" | "observeMany"> {
  return {
    name: "fixed",
    parameters: {},
    context: planContext(attributes),
    start: (armCount): AlgorithmState => ({ round: 0, decided: new Array<number>(armCount).fill(0) }),
    choose(state, _random, _excluded, point) {
      const arm = arms[point?.[0] ?? 0] as number
      state.round += 1
      state.decided[arm] = (state.decided[arm] ?? 0) + 1
      return arm
    },
    observe: () => undefined,
    guarantee: () => ({ kind: "none", eta: null }),
  }
}

test("regret is against the best arm for each person, and people come by their shares", async () => {
  const best = await simulate({ ...shared, algorithm: fixedPolicy([0, 1]) })
  expect(best.regret.mean).toBe(0)
  expect(best.engine).toBe("step")
  const swapped = await simulate({ ...shared, algorithm: fixedPolicy([1, 0]) })
  // 3/4 lose 0.8 and 1/4 lose 0.4.
  const expected = 4000 * (0.75 * 0.8 + 0.25 * 0.4)
  expect(Math.abs(swapped.regret.mean - expected)).toBeLessThan(5 * (swapped.regret.standardError ?? 0))
  const pulls = swapped.pulls.mean
  expect(pulls[1] / 4000).toBeCloseTo(0.75, 2)
})

test("an algorithm without context is that of the mean of all people", async () => {
  const { regret, pulls } = await simulate({ ...shared, algorithm: "gdp-imed", parameters: { eta: 1 } })
  // Arm 0 has mean 0.725 and arm 1 0.225, so nearly all pulls are of arm 0: those at a desk lose
  // 0.4.
  expect(pulls.mean[0] / 4000).toBeGreaterThan(0.97)
  expect(regret.mean).toBeGreaterThan(4000 * 0.25 * 0.4 * 0.9)
})

test("one bandit per group learns the best arm of each, at the guarantee of one bandit", async () => {
  const result = await simulate({ ...shared, algorithm: "per-group", parameters: { eta: 1 } })
  expect(result.regret.mean).toBeLessThan(120)
  expect(result.guarantee).toMatchObject({ kind: "gdp", eta: 1 })
  expect(result.releases.eta).toBeLessThanOrEqual(1)
})

test("runs with drawn people differ in people and repeat by seed", async () => {
  const spec = {
    ...shared,
    environment: { kind: "drawn-context", name: "inter", arms: 2, levels: 2 },
    algorithm: "per-group",
    parameters: { eta: 1 },
    runs: 4,
  } as const
  const first = await simulate(spec)
  expect(new Set(first.regret.values).size).toBe(4)
  expect((await simulate(spec)).regret.values).toEqual(first.regret.values)
})

test("algorithms with context without people, and leaps over people, are refused", async () => {
  const arms = { kind: "bernoulli", means: [0.5, 0.4] } as const
  await expect(
    simulate({ ...shared, environment: arms, algorithm: "per-group", parameters: { eta: 1 } }),
  ).rejects.toThrow("per-group must have an environment with context, got bernoulli")
  await expect(simulate({ ...shared, algorithm: "gdp-imed", parameters: { eta: 1 }, engine: "leap" })).rejects.toThrow(
    'engine must be "step" for context arms, got "leap"',
  )
})
