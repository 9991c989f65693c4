// Recorded rewards: which row a pull takes, and regret by what was paid.

import { expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"

/** Arm 0 is bad at first and good at the end; arm 1 is in between throughout. */
const rows = 600
const rewards = [
  Array.from({ length: rows }, (_, row) => (row < 300 ? 0 : 1)),
  Array.from({ length: rows }, () => 0.45),
]
const recording = { kind: "replay", names: ["late", "steady"], rewards } as const

/** Takes arm 1 in the first rounds, arm 0 after them. */
const switches = (after: number) => ({
  name: "switches",
  parameters: {},
  start: (arms: number) => ({ round: 0, decided: new Array<number>(arms).fill(0) }),
  choose(state: { round: number; decided: number[] }) {
    const arm = state.round < after ? 1 : 0
    state.round += 1
    state.decided[arm] = (state.decided[arm] ?? 0) + 1
    return arm
  },
  observe() {},
  guarantee: () => ({ kind: "none", eta: null }) as const,
})
const setting = { algorithm: switches(300), horizon: rows, runs: 2, seed: 1, checkpoints: [300, 600] }

test("by rounds, an algorithm that switches in time earns more than the best column: regret below 0", async () => {
  const { regret, curve, measures } = await simulate({ ...setting, environment: { ...recording, by: "rounds" } })
  // Paid: 300 · 0.45 + 300 · 1 = 435; the best column pays 300.
  expect(regret.mean).toBeCloseTo(-135)
  expect(regret.interval?.low).toBeCloseTo(-135)
  expect(curve.mean.map((mean) => Number(mean.toFixed(6)))).toEqual([0, -135])
  expect(measures).toMatchObject({ regretIs: "one arm", bestArm: 0 })
  expect(measures?.eachRound.mean).toBeCloseTo(0)
})

test.each(["step", "leap"] as const)(
  "by pulls, pull k takes row k, and the %s engine counts what was paid",
  async (engine) => {
    const { regret, curve } = await simulate({ ...setting, engine, environment: recording })
    // Arm 0 starts with its first row: 300 · 0.45 + 300 · 0 = 135 of the 300 that its column pays.
    expect(regret.mean).toBeCloseTo(165)
    expect(curve.mean.map((mean) => Number(mean.toFixed(6)))).toEqual([0, 165])
  },
)

test("late rewards change neither, unless silence is worth a constant", async () => {
  const delivery = { delay: { kind: "fixed", rounds: 5 }, missing: "ignore" } as const
  const byPulls = await simulate({ ...setting, delivery, environment: recording })
  expect(byPulls.regret.mean).toBeCloseTo(165)
  const byRounds = await simulate({ ...setting, delivery, environment: { ...recording, by: "rounds" } })
  expect(byRounds.regret.mean).toBeCloseTo(-135)
})

test("a recording that is too short is refused before the first run", async () => {
  const environment = { ...recording, by: "rounds" } as const
  await expect(simulate({ ...setting, horizon: 601, environment })).rejects.toThrow(
    "the recorded rewards end before the run: there are 600 rows for a horizon of 601",
  )
  const ragged = { ...environment, rewards: [[0, 1], [1]] }
  await expect(simulate({ ...setting, horizon: 2, environment: ragged })).rejects.toThrow(
    "must have equally many rows of all arms, got 1 of arm 1 and 2 of arm 0",
  )
})
