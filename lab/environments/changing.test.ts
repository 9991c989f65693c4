// Arms whose means change: their shapes, both measures of regret, and who refuses them.

import { seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"
import { createEnvironment, type EnvironmentSpec } from "./environment-spec.ts"
import { findEnvironmentPreset } from "./presets.ts"

const random = seededRandom(1)
const meansAt = (spec: EnvironmentSpec, round: number) => createEnvironment(spec).rounds?.at(round, random).means

/** Pulls one arm for ever, so that its regret is known. */
const constant = (arm: number) => ({
  name: `arm ${arm}`,
  parameters: {},
  start: (arms: number) => ({ round: 0, decided: new Array<number>(arms).fill(0) }),
  choose(state: { round: number; decided: number[] }) {
    state.round += 1
    state.decided[arm] = (state.decided[arm] ?? 0) + 1
    return arm
  },
  observe() {},
  guarantee: () => ({ kind: "none", eta: null }) as const,
})

const swap = findEnvironmentPreset("swap") as EnvironmentSpec

describe("means of a round", () => {
  test("pieces end after their rounds, and begin again where they repeat", () => {
    expect([1, 5000, 5001, 10_000, 10_001].map((round) => meansAt(swap, round)?.[0])).toEqual([0.6, 0.6, 0.4, 0.4, 0.6])
    const once = { ...swap, repeat: false } as EnvironmentSpec
    expect(meansAt(once, 10_001)).toEqual([0.4, 0.6])
  })

  test("a drift is a line that ends, and a season comes back after its period", () => {
    const drift: EnvironmentSpec = { kind: "drifting", means: [0.2, 0.5], to: [0.6, 0.5], rounds: 100 }
    expect([1, 51, 101, 999].map((round) => meansAt(drift, round)?.[0])).toEqual([0.2, 0.4, 0.6, 0.6])
    const season: EnvironmentSpec = { kind: "seasonal", means: [0.5, 0.5], swing: [0.2, 0.1], period: 8 }
    const [first, quarter, again] = [1, 3, 9].map((round) => meansAt(season, round) ?? [])
    expect(first?.[0]).toBeCloseTo(0.5)
    expect(quarter?.[0]).toBeCloseTo(0.7)
    expect(again?.map((mean) => mean.toFixed(12))).toEqual(first?.map((mean) => mean.toFixed(12)))
  })

  test.each([
    [{ kind: "piecewise", pieces: [] }, "pieces must be a list of at least one { rounds, means }, got none"],
    [{ kind: "piecewise", pieces: [{ rounds: 1.5, means: [0, 1] }] }, "rounds must be a whole number, got 1.5"],
    [
      { kind: "drifting", means: [0, 1], to: [0, 1, 1], rounds: 9 },
      "to must have a number for each of the 2 arms, got 3",
    ],
    [
      { kind: "seasonal", means: [0.9, 0.5], swing: [0.2, 0], period: 9 },
      "must stay in [0, 1], got 0.9 with a swing of 0.2",
    ],
  ])("%j is refused", (spec, message) => {
    expect(() => createEnvironment(spec as EnvironmentSpec)).toThrow(message)
  })
})

describe("regret", () => {
  const setting = { environment: swap, horizon: 15_000, runs: 2, seed: 1, checkpoints: [5000, 15_000] }

  test("is against the best arm of each round, and beside it against the one best arm", async () => {
    const { regret, measures, means, engine } = await simulate({ algorithm: constant(1), ...setting })
    // Arm 1 is worse by 0.2 in 10,000 of 15,000 rounds; arm 0 is in 5,000 of them.
    expect(regret.mean).toBeCloseTo(2000)
    expect(measures?.bestArm).toBe(0)
    expect(measures?.eachRound.mean).toBeCloseTo(2000)
    expect(measures?.oneArm.mean).toBeCloseTo(1000)
    expect(measures?.oneArm.curve.map(Math.round)).toEqual([1000, 1000])
    expect(means.map((mean) => Number(mean.toFixed(6)))).toEqual([0.533333, 0.466667])
    expect(engine).toBe("step")
  })

  test("counts late rewards by what a decision of that round is worth", async () => {
    const delivery = { delay: { kind: "fixed", rounds: 10 }, silence: 0.5, window: 20 } as const
    const { regret, delivery: counts } = await simulate({ algorithm: constant(1), ...setting, delivery })
    expect(regret.mean).toBeCloseTo(1000)
    expect(counts?.values[0]).toBeCloseTo(0.266667, 5)
  })

  test("an algorithm that forgets follows the changes, and so beats every single arm", async () => {
    const { measures } = await simulate({ algorithm: sliding(500), ...setting, runs: 5 })
    expect(measures?.eachRound.mean).toBeLessThan(500)
    expect(measures?.oneArm.high).toBeLessThan(0)
  })

  test("the leap engine refuses in a sentence", async () => {
    await expect(simulate({ algorithm: "ucb1", ...setting, engine: "leap" })).rejects.toThrow(
      'engine must be "step" for piecewise arms, got "leap": it skips rounds, and their laws depend on the round',
    )
  })
})

/** The arm with the better mean of its last rewards, after Garivier and Moulines (2011). */
function sliding(window: number) {
  return {
    name: "sliding",
    parameters: {},
    start: (arms: number) => ({
      round: 0,
      decided: new Array<number>(arms).fill(0),
      last: [] as { arm: number; reward: number }[],
    }),
    choose(state: { round: number; decided: number[]; last: { arm: number; reward: number }[] }) {
      const index = state.decided.map((_, arm) => {
        const own = state.last.filter((one) => one.arm === arm)
        const sum = own.reduce((total, { reward }) => total + reward, 0)
        return own.length === 0 ? 9 : sum / own.length + Math.sqrt((0.3 * Math.log(window)) / own.length)
      })
      const arm = index.indexOf(Math.max(...index))
      state.round += 1
      state.decided[arm] = (state.decided[arm] ?? 0) + 1
      return arm
    },
    observe(state: { last: { arm: number; reward: number }[] }, arm: number, reward: number) {
      state.last.push({ arm, reward })
      if (state.last.length > window) state.last.shift()
    },
    guarantee: () => ({ kind: "none", eta: null }) as const,
  }
}
