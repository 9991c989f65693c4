import { expect, test } from "vitest"
import { writeFinishLabel } from "./finish-label.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = { mean: 0.5, low: 0.4, high: 0.6 }
const clear = makeGroup({ state: "clear", options: { plain: figures, friendly: figures } })
const early = makeGroup({ state: "too_early", options: { plain: figures, friendly: null } })
const leaning = makeGroup({ state: "leaning", options: { plain: figures, friendly: figures } })
const nobody = makeGroup({ state: "no_answers", options: { plain: null, friendly: null }, leader: null })

test("the label recommends an option only with a clear verdict", () => {
  expect([[nobody], [nobody, nobody]].map(writeFinishLabel)).toEqual([
    "Finish without a result …",
    "Finish without a result …",
  ])
  expect([[early], [leaning], [early, early], [clear, early], [clear, nobody]].map(writeFinishLabel)).toEqual(
    new Array(5).fill("Finish …"),
  )
  expect(writeFinishLabel([clear])).toBe("Finish: give everyone plain")
  expect(writeFinishLabel([clear, clear])).toBe("Finish: give each group its own best")
})
