import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { undocumentedNames } from "./check-docs.ts"

test("exported names without TSDoc are found, also behind a second file", () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-docs-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, "index.ts")
  writeFileSync(
    entry,
    `export { a, type B, c as d } from "./x.ts"\nexport const e = 1\n/** Sixth. */\nexport type F = 1\n`,
  )
  writeFileSync(
    join(folder, "x.ts"),
    `// The file.\n\n/** First. */\nexport const a = 1\nexport interface B {\n  /** Its part. */\n  c: 1\n}\n/* Not TSDoc. */\nexport const c = 1\n`,
  )
  expect(undocumentedNames([entry])).toEqual([["B", "d", "e"]])
})
