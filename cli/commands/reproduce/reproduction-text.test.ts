import type { Judgement } from "@armistice/paper"
import { expect, test } from "vitest"
import { formatReproduction } from "./reproduction-text.ts"

const judged = (verdict: Judgement["verdict"], name: string): Judgement => ({
  id: `some/${name}`,
  claim: "It holds.",
  by: "paper",
  verdict,
  measured: { what: "a number", value: 1, low: 1, high: 1 },
  words: "One.",
})
const formatAll = (judgements: readonly Judgement[]) => {
  const reproduced = [{ id: "some", runs: 1, seed: 1, judgements, results: null }]
  return formatReproduction({ reproduced, broken: [], files: [], unfinished: [] }, "out")
}

test("one claim is counted in the singular, several in the plural", () => {
  expect(formatAll([judged("does not hold", "a")])).toContain("1 claim: 0 hold, 1 does not hold, 0 undecided")
  const three = [judged("holds", "a"), judged("does not hold", "b"), judged("does not hold", "c")]
  expect(formatAll(three)).toContain("3 claims: 1 holds, 2 do not hold, 0 undecided")
})
