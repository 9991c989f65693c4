import { expect, test } from "vitest"
import { functionAround } from "./function-around.ts"
import type { Mutant } from "./mutants.ts"
import type { Verdict } from "./mutate-folder.ts"
import { judge } from "./report.ts"
import { sampled } from "./sample.ts"

test("a mutant is named by the functions around it, wherever they are in the file", () => {
  const text = `
    export class Filter { #sum = 0; request(eta) { const cost = () => eta * 2; return cost() } }
    const weigh = (batch) => batch + 1
    export const limit = 3`
  const around = (piece: string) => functionAround("a.ts", text, text.indexOf(piece))
  expect(around("eta * 2")).toBe("Filter request cost")
  expect(around("batch + 1")).toBe("weigh")
  expect(functionAround("a.ts", `\n\n${text}`, `\n\n${text}`.indexOf("eta * 2"))).toBe("Filter request cost")
  expect(functionAround("b.ts", "import x from 'y'\nx()", 18)).toBe("(outside of functions)")
})

test("a sample is the same every time, in order, without repetition, and another for another seed", () => {
  const list = Array.from({ length: 1000 }, (_, number) => number)
  const part = sampled(list, 400)
  expect(part).toHaveLength(400)
  expect(new Set(part).size).toBe(400)
  expect([...part].sort((one, two) => one - two)).toEqual(part)
  expect(sampled(list, 400)).toEqual(part)
  expect(sampled(list, 400, 2)).not.toEqual(part)
  expect(sampled(list, 2000)).toEqual(list)
  // Every place has the same chance: the mean of the sample is that of the list, within five standard errors.
  const mean = part.reduce((sum, number) => sum + number, 0) / 400
  expect(Math.abs(mean - 499.5)).toBeLessThan(5 * Math.sqrt((1000 ** 2 / 12 / 400) * 0.6))
})

const mutant = (id: number, was: string, became: string): Mutant => ({
  id: String(id),
  file: "core/x.ts",
  line: id,
  column: 1,
  in: "f",
  was,
  became,
  mutator: "any",
  ignored: null,
})
const verdict = (kind: Verdict["kind"]): Verdict => ({ kind, by: "" })
const known = { folder: "core", in: "f", was: "a < b", became: "a <= b", because: "equal values are alike" }

test("a survivor must be listed, by its function and texts, and one that is listed must survive", () => {
  const kills = Array.from({ length: 19 }, (_, id) => [mutant(id, "x", `y${id}`), verdict("killed")] as const)
  const survivor = [mutant(30, "a < b", "a <= b"), verdict("survived")] as const
  expect(judge("core", [known], new Map([...kills, survivor]))).toMatchObject({
    passed: true,
    unexplained: [],
    stale: [],
  })
  expect(judge("core", [], new Map([...kills, survivor]))).toMatchObject({ passed: false, unexplained: [survivor[0]] })
  const killed = [mutant(30, "a < b", "a <= b"), verdict("killed")] as const
  expect(judge("core", [known], new Map([...kills, killed]))).toMatchObject({ passed: true, stale: [known] })
  // What was not tried, in a sample, is neither.
  expect(judge("core", [known], new Map(kills))).toMatchObject({ passed: true, stale: [] })
  expect(judge("other", [known], new Map([...kills, survivor])).passed).toBe(false)
})

test("timeouts are neither kills nor survivors, and a mutant that no test reaches is a survivor", () => {
  const kills = Array.from({ length: 8 }, (_, id) => [mutant(id, "x", `y${id}`), verdict("killed")] as const)
  const slow = [mutant(20, "p", "q"), verdict("timeout")] as const
  expect(judge("core", [], new Map([...kills, slow])).killedShare).toBe(1)
  expect(judge("core", [], new Map([slow]))).toMatchObject({ killedShare: 0, passed: false })
  const alone = [mutant(21, "r", "s"), verdict("not reached")] as const
  expect(judge("core", [], new Map([...kills, alone]))).toMatchObject({ unexplained: [alone[0]], passed: false })
  expect(judge("core", [{ ...known, was: "r", became: "s" }], new Map([...kills, alone])).passed).toBe(false)
})
