import { expect, test } from "vitest"
import { bar } from "./bar.ts"
import { table } from "./table.ts"

test("the first column starts at the left, numbers end at the right, nothing trails", () => {
  expect(
    table([
      ["name", "η"],
      ["a", "12"],
      ["long name", "3"],
    ]),
  ).toBe("name        η\na          12\nlong name   3")
})

test("columns named as left start at the left", () => {
  expect(
    table(
      [
        ["a", "x"],
        ["b", "xyz"],
      ],
      { left: [0, 1] },
    ),
  ).toBe("a  x\nb  xyz")
})

test.each([
  [0, ""],
  [0.0001, "▏"],
  [0.5, "██"],
  [0.53, "██▏"],
  [1, "████"],
])("a share of %s of four characters is %j", (share, text) => {
  expect(bar(share, 4)).toBe(text)
})
