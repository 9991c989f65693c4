import { createAlgorithm, samplingBudget, seededRandom } from "@armistice/core"
import { createEnvironment, runStep } from "@armistice/lab"
import { describe, expect, test } from "vitest"
import { traceRun } from "./trace-run.ts"

const means = [0.9, 0.6, 0.3]

describe("one run unrolled", () => {
  test("equals run 0 of the step engine", () => {
    const horizon = 600
    const run = traceRun({ kind: "bernoulli", means }, horizon, 1, 3, horizon)
    const reference = runStep({
      algorithm: createAlgorithm("dp-ts-ucb", { alpha: 1, horizon }),
      environment: createEnvironment({ kind: "bernoulli", means }),
      horizon,
      checkpoints: [horizon],
      random: seededRandom(3).fork(0),
    })
    expect(means.map((_, arm) => run.arms.filter((chosen) => chosen === arm).length)).toEqual([...reference.pulls])
  })

  test("no epoch takes more draws than its budget, and MAX never falls within an epoch", () => {
    const { memory, budget } = traceRun({ kind: "bernoulli", means }, 1e6, 1, 1, 2000)
    expect(budget).toBe(Math.floor(samplingBudget(1, 1e6)))
    for (let round = 1; round < memory.length; round++)
      for (const [arm, now] of (memory[round] ?? []).entries()) {
        const before = memory[round - 1]?.[arm]
        if (before === undefined || before.epoch !== now.epoch) continue
        expect(now.drawsLeft).toBeLessThanOrEqual(before.drawsLeft)
        expect(now.best).toBeGreaterThanOrEqual(before.best)
      }
  })
})
