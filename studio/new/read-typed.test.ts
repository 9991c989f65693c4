import { expect, test } from "vitest"
import { readNumber, readPoints, readSeconds, readWhole } from "./read-typed.ts"

test.each([
  ["20,000", 20_000],
  ["1 000 000", 1e6],
  [" 0.25 ", 0.25],
  ["1e-6", 1e-6],
  ["-3", -3],
  ["", null],
  ["many", null],
  ["1,5", null],
  ["0x10", null],
  ["1,00,000", null],
])("%j is read as %j", (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test("numbers of people are whole", () => {
  expect([readWhole("20,000"), readWhole("0.5"), readWhole("x")]).toEqual([20_000, null, null])
})

test("times have units, days if none is given", () => {
  expect([readSeconds("7 days"), readSeconds("90 minutes"), readSeconds("2h"), readSeconds("1 week")]).toEqual([
    604_800,
    5400,
    null,
    604_800,
  ])
  expect([readSeconds("2"), readSeconds("0 days"), readSeconds("soon"), readSeconds("")]).toEqual([
    172_800,
    null,
    null,
    null,
  ])
})

test("points of a hundred", () => {
  expect([readPoints("1 point"), readPoints("8 points"), readPoints("50 %"), readPoints("0.1")]).toEqual([
    0.01, 0.08, 0.5, 0.001,
  ])
})
