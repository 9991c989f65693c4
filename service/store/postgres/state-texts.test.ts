// Long texts inside a state are kept apart, and come back to the letter.

import { expect, test } from "vitest"
import { joinState, splitState, textStatements } from "./state-texts.ts"

const long = (letter: string) => letter.repeat(2000)

test("a split state that is joined again is the same, and the head's part is short", () => {
  const lines = ['{"":{"round":7}}', long("a"), "short", long("+"), long("a")]
  const { state, texts } = splitState(lines)
  expect(state.length).toBeLessThan(400)
  expect([...texts.values()]).toEqual([long("a"), long("+")])
  expect(joinState(state, texts)).toEqual({ whole: lines.join("\n"), texts })
})

test("a state of one line is left alone, also where a segment has the name of a reference", () => {
  const named = JSON.stringify({ [`text ${"h".repeat(43)}`]: { round: 1, long: long("a") } })
  expect(splitState([named])).toEqual({ state: named, texts: new Map() })
  expect(joinState(named, new Map()).whole).toBe(named)
})

test("only texts that changed are written, and those no longer used are removed", () => {
  const before = splitState(["{}", long("a"), long("b")])
  const after = splitState(["{}", long("a"), long("c")], before.texts)
  const [insert, remove] = textStatements(3, before.texts, after.texts)
  expect(insert?.values).toEqual([3, [[...after.texts.keys()][1]], [long("c")]])
  expect(remove?.values).toEqual([3, [[...before.texts.keys()][1]]])
  expect(textStatements(3, after.texts, after.texts)).toEqual([])
})

test("a state whose text is gone is damage", () => {
  const { state } = splitState(["{}", long("a")])
  expect(() => joinState(state, new Map())).toThrow(expect.objectContaining({ code: "store_damaged" }))
})
