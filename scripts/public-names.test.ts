import { describe, expect, test } from "vitest"
import { exportedNames, exportProblems } from "./public-names.ts"

const some = { name: "@armistice/lab", exported: ["simulate", "Result"], listed: [], users: [] }

describe("what a package exports", () => {
  test("is read from its entry, whatever the form", () => {
    const text = `export { a, type B, c as d } from "./x.ts"\nexport type { E } from "./y.ts"\nexport const f = 1\nexport function g() {}`
    expect(exportedNames("index.ts", text)).toEqual(["a", "B", "d", "E", "f", "g"])
  })

  test("is used where another workspace or a document has its name", () => {
    const users = ['import { simulate } from "@armistice/lab"', "`Result` has what came out"]
    expect(exportProblems({ ...some, users })).toEqual([])
  })

  test("is a problem where nobody uses it: a planted export is found, also beside longer names", () => {
    const users = ["simulate(spec)", "type SimulationResult", "Results"]
    expect(exportProblems({ ...some, users })).toEqual([
      "@armistice/lab must not export Result, which nobody uses; or list it in scripts/public-names.json",
    ])
  })

  test("may be listed for people outside, and the list must not outlive the export", () => {
    const listed = ["Result", "gone"]
    expect(exportProblems({ ...some, listed, users: ["simulate"] })).toEqual([
      "scripts/public-names.json must list only what is exported, got gone of @armistice/lab",
    ])
  })
})
