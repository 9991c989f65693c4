import { simulate } from "@armistice/lab"
import { expect, test } from "vitest"
import { formatSimulation } from "./simulation-text.ts"

const setting = { algorithm: "ucb1", horizon: 200, runs: 2, seed: 1 } as const
const late = { delay: { kind: "fixed", rounds: 3 }, silence: 0.2 } as const

test("without a window that ends, nothing is said to never come", async () => {
  const environment = { kind: "bernoulli", means: [0.7, 0.4] } as const
  const open = formatSimulation(await simulate({ ...setting, environment, delivery: late }))
  expect(open).toMatch(/rewards +[\d.]+ % joined, [\d.]+ % had not come at the end: late, or never answered$/m)
  const closed = formatSimulation(await simulate({ ...setting, environment, delivery: { ...late, window: 10 } }))
  expect(closed).toMatch(/joined, [\d.]+ % did not come within the window, [\d.]+ % outstanding at the end$/m)
})

test("regret of recorded rewards is a difference of rewards", async () => {
  const rewards = [new Array<number>(200).fill(1), new Array<number>(200).fill(0)]
  const environment = { kind: "replay", by: "pulls", names: ["good", "bad"], rewards } as const
  const text = formatSimulation(await simulate({ ...setting, environment }))
  expect(text).toContain("Regret is the reward of the best column minus the reward that was paid.")
})

test("people with a context have a best arm each", async () => {
  const environment = { kind: "drawn-context", name: "cross", arms: 2, levels: 2 } as const
  const text = formatSimulation(await simulate({ ...setting, environment, delivery: late }))
  expect(text).toMatch(/in [\d.]+ % of runs the best arm for each person got less than half/)
})
