import { catalogue } from "@armistice/core"
import { expect, test } from "vitest"
import { certainCases, drawnCases, driftingCases, sameLaw, timedCases } from "./same-law.contract.ts"

sameLaw(certainCases, 4000)

test("the cases cover the whole catalogue but dp-ucb, whose tree moves every round", () => {
  const cases = [...certainCases, ...drawnCases, ...driftingCases, ...timedCases]
  const covered = new Set([...cases.map(([name]) => name), "dp-ucb"])
  expect(catalogue.map((entry) => entry.name).filter((name) => !covered.has(name))).toEqual([])
})
