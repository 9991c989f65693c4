import { describe, expect, test } from "vitest"
import { planted } from "../testing/planted.ts"
import { findBrokenClaims, type Reproduced } from "./committed.ts"
import { combineVerdicts, decideVerdict, type Judgement, judgeLowerRegret, judgeLowestRegret } from "./judgement.ts"

test("a verdict needs the whole interval on one side", () => {
  expect(decideVerdict({ value: 2, low: 1.5, high: 2.5 }, "above", 1)).toBe("holds")
  expect(decideVerdict({ value: 2, low: 1.5, high: 2.5 }, "below", 1)).toBe("does not hold")
  expect(decideVerdict({ value: 2, low: 0.9, high: 3.1 }, "above", 1)).toBe("undecided")
  expect(decideVerdict({ value: 1, low: 1, high: 1 }, "above", 1)).toBe("undecided")
  expect(decideVerdict({ value: Number.NaN, low: Number.NaN, high: Number.NaN }, "below", 1)).toBe("undecided")
})

test("one claim that does not hold is enough for all of them not to", () => {
  expect(combineVerdicts(["holds", "undecided", "does not hold"])).toBe("does not hold")
  expect(combineVerdicts(["holds", "undecided"])).toBe("undecided")
  expect(combineVerdicts(["holds", "holds"])).toBe("holds")
})

test("lower regret is judged by the measured means and their errors alone", () => {
  const claim = { id: "x", claim: "x" }
  const judge = (a: number, b: number, error: number) =>
    judgeLowerRegret(claim, planted("a", a, error), planted("b", b, error)).verdict
  expect(judge(100, 200, 5)).toBe("holds")
  expect(judge(200, 100, 5)).toBe("does not hold")
  expect(judge(100, 101, 5)).toBe("undecided")
})

test("the lowest of several must be below each of them", () => {
  const others = [planted("b", 200), planted("c", 300)]
  const judge = (mean: number) => judgeLowestRegret({ id: "x", claim: "x" }, planted("a", mean), others).verdict
  expect(judge(100)).toBe("holds")
  expect(judge(250)).toBe("does not hold")
  expect(judge(200)).toBe("undecided")
})

describe("against committed results", () => {
  const reproduced = (verdict: Judgement["verdict"], id = "a"): Reproduced => ({
    id: "figure",
    runs: 20,
    seed: 1,
    results: {},
    judgements: [
      { id, claim: "c", by: "paper", verdict, measured: { what: "", value: 1, low: 1, high: 1 }, words: "because" },
    ],
  })

  test("a claim that held and now does not is broken; one that is undecided now is not", () => {
    expect(findBrokenClaims(reproduced("holds"), reproduced("does not hold"))).toEqual([
      { id: "a", claim: "c", why: "because" },
    ])
    expect(findBrokenClaims(reproduced("holds"), reproduced("undecided"))).toEqual([])
    expect(findBrokenClaims(reproduced("holds"), reproduced("holds"))).toEqual([])
  })

  test("a claim that did not hold, or was undecided, cannot break", () => {
    expect(findBrokenClaims(reproduced("does not hold"), reproduced("does not hold"))).toEqual([])
    expect(findBrokenClaims(reproduced("undecided"), reproduced("does not hold"))).toEqual([])
  })

  test("a claim that is no longer judged is broken", () => {
    expect(findBrokenClaims(reproduced("holds"), reproduced("holds", "b"))).toHaveLength(1)
  })
})
