import { expect, test } from "vitest"
import { finishWords } from "./finish-words.ts"
import { groupOf } from "./testing/group-of.ts"

const figures = { mean: 0.5, low: 0.4, high: 0.6 }
const clear = groupOf({ state: "clear", options: { plain: figures, friendly: figures } })
const early = groupOf({ state: "too_early", options: { plain: figures, friendly: null } })
const leaning = groupOf({ state: "leaning", options: { plain: figures, friendly: figures } })
const nobody = groupOf({ state: "no_answers", options: { plain: null, friendly: null }, leader: null })

test("nothing is called best before a verdict says so, in one group or in several", () => {
  expect([[nobody], [nobody, nobody]].map(finishWords)).toEqual([
    "Finish without a result …",
    "Finish without a result …",
  ])
  expect([[early], [leaning], [early, early], [clear, early], [clear, nobody]].map(finishWords)).toEqual(
    new Array(5).fill("Finish …"),
  )
  expect(finishWords([clear])).toBe("Finish: give everyone plain")
  expect(finishWords([clear, clear])).toBe("Finish: give each group its own best")
})
