import { expect, test } from "vitest"
import { drawBar } from "./bar.ts"
import { formatTable } from "./table.ts"

test("the first column starts at the left, numbers end at the right, nothing trails", () => {
  expect(
    formatTable([
      ["name", "η"],
      ["a", "12"],
      ["long name", "3"],
    ]),
  ).toBe("name        η\na          12\nlong name   3")
})

test("columns named as left start at the left", () => {
  expect(
    formatTable(
      [
        ["a", "x"],
        ["b", "xyz"],
      ],
      { left: [0, 1] },
    ),
  ).toBe("a  x\nb  xyz")
})

test("words too long for 100 columns go on in the next line of their row; numbers are never broken", () => {
  const words = "a claim of many words that goes on and on ".repeat(4).trim()
  const text = formatTable(
    [
      ["claim", "of", "value"],
      [words, "short", "12,345"],
      ["x", "y", "1"],
    ],
    { left: [0, 1] },
  )
  const lines = text.split("\n")
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/short {2}12,345$/)
  expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain("on and on")
  // Two columns of words share what there is.
  const both = formatTable([[words, words, "1"]], { left: [0, 1] }).split("\n")
  expect(Math.max(...both.map((line) => line.length))).toBeLessThanOrEqual(100)
  expect(both).toHaveLength(4)
})

test.each([
  [0, ""],
  [0.0001, "▏"],
  [0.5, "██"],
  [0.53, "██▏"],
  [1, "████"],
])("a share of %s of four characters is %j", (share, text) => {
  expect(drawBar(share, 4)).toBe(text)
})
