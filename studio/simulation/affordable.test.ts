import { describe, expect, test } from "vitest"
import { isAffordable, isLastStage } from "./affordable.ts"

const stage = (runs: number, leftMs: number) => ({ runs, leftMs, budgetMs: 1200 })

describe("the number of runs", () => {
  test("a slow first run, as on a busy machine, does not leave an algorithm with one run", () => {
    expect(isAffordable(stage(4, -100), 490)).toBe(true)
    expect(isAffordable(stage(20, -2000), 95)).toBe(true)
    expect([1, 4].map((runs) => isLastStage(stage(runs, -100)))).toEqual([false, false])
  })

  test("a slow algorithm does not delay the others", () => {
    expect(isAffordable(stage(20, 600), 140)).toBe(false)
    expect(isAffordable(stage(100, 600), 13)).toBe(false)
    expect(isAffordable(stage(100, 600), 12)).toBe(true)
  })

  test("no stage begins after the budget once there are enough runs", () => {
    expect(isLastStage(stage(20, -1))).toBe(true)
    expect(isLastStage(stage(20, 1))).toBe(false)
  })
})
