import { expect, test } from "vitest"
import { packFloats, unpackFloats } from "./packed-floats.ts"

const numbers = Float64Array.of(0, -0, 1, -1.5, Number.MIN_VALUE, Number.MAX_VALUE, 0.1)

test("packed numbers are read as they were written", () => {
  for (let count = 0; count <= numbers.length; count++)
    expect(unpackFloats(packFloats(numbers.slice(0, count)), count)).toEqual(numbers.slice(0, count))
})

test("packed numbers that cannot be read are refused", () => {
  const text = packFloats(numbers)
  expect(() => unpackFloats(text, numbers.length + 1)).toThrow("a packed list must have 8 numbers")
  expect(() => unpackFloats(text.slice(1), numbers.length)).toThrow("a packed list must have 7 numbers")
  for (const letter of ["?", "=", "é", "\u0141"])
    expect(() => unpackFloats(`${text.slice(0, 9)}${letter}${text.slice(10)}`, numbers.length)).toThrow(
      "letters of base64",
    )
})
