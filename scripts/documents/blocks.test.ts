import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../repository.ts"
import { listDocuments, readBlocks, readFileBlocks } from "./blocks.ts"
import { matchesOutput } from "./output.ts"

const all = () => listDocuments().flatMap(readFileBlocks)

test("only these blocks are run by nothing", () => {
  const reasons = all().flatMap(({ place, mark }) =>
    mark.kind === "not run" ? [`${place.replace(/:\d+$/, "")}: ${mark.about}`] : [],
  )
  expect(reasons).toEqual([
    "README.md: it is what runs the blocks",
    "README.md: a citation",
    "docs/openfeature.md: needs packages from PyPI; the requests are those of the curl block",
    "docs/openfeature.md: needs a JDK and packages from Maven; the requests are those of the curl block",
    "docs/openfeature.md: needs Go and its modules; the requests are those of the curl block",
    "docs/operations.md: needs a provider",
  ])
})

test("there are blocks to run, and a block that another test runs names a test that reads its document", () => {
  expect(all().length).toBeGreaterThan(20)
  for (const { place, mark } of all()) {
    if (mark.kind !== "elsewhere") continue
    expect(existsSync(join(root, mark.about)), `${place}: ${mark.about}`).toBe(true)
    expect(readFileSync(join(root, mark.about), "utf8")).toContain(place.replace(/:\d+$/, ""))
  }
})

test("a block has its place, its language, its mark and what it prints", () => {
  const text = "# x\n\n<!-- file: a.mjs -->\n```js\n1\n```\n\n```sh\nnode a.mjs\n```\n\n```text\n…\n```\n"
  expect(readBlocks("x.md", text)).toEqual([
    { place: "x.md:3", language: "js", code: "1\n", mark: { kind: "file", about: "a.mjs" }, prints: null },
    { place: "x.md:8", language: "sh", code: "node a.mjs\n", mark: { kind: "run" }, prints: "…\n" },
  ])
})

test.each([
  ["an unknown language", "```ruby\nputs 1\n```\n", /got ruby/],
  ["no language", "```\nx\n```\n", /got none/],
  ["an unknown mark", "<!-- later -->\n```sh\nls\n```\n", /got later/],
  ["text that nothing prints", "```sh\nls\n```\n\nIt says:\n\n```text\nx\n```\n", /x\.md:7: text must follow/],
])("%s is refused", (_what, text, message) => {
  expect(() => readBlocks("x.md", text)).toThrow(message)
})

test.each([
  ["a\nb\n", "a\nb\n", true],
  ["a\nb\n", "a\n\nb\n", false],
  ["a\n", "a\nb\n", false],
  ["show …, lost 0\n", "show green, lost 0\n", true],
  ["show …, lost 0\n", "show green, lost 1\n", false],
  ["a\n…\nz\n", "a\nb\nc\nz\n", true],
  ["a\n…\nz\n", "a\nz\n", true],
  ["a\n…\nz\n", "b\nz\n", false],
  ["1.5 (x)\n", "1x5 (x)\n", false],
])("%j said, %j printed: %s", (said, printed, fits) => {
  expect(matchesOutput(said, printed)).toBe(fits)
})
