// Imports point one way: reads every source of every folder in the rules and reports what breaks them.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { importProblems, mayImport } from "./import-rules.ts"
import { filesUnder, root, workspaces } from "./repository.ts"
import { readSource } from "./source-facts.ts"
import type { Findings } from "./step.ts"

export async function checkImports(): Promise<Findings> {
  const unruled = workspaces().filter((folder) => !(folder in mayImport))
  const files = Object.keys(mayImport).flatMap((folder) => filesUnder(folder, /\.(ts|tsx|mts|js|mjs)$/))
  const problems = files.flatMap((path) =>
    importProblems(path, readSource(path, readFileSync(join(root, path), "utf8"))),
  )
  return {
    problems: [...unruled.map((folder) => `${folder} must have a line in scripts/import-rules.ts`), ...problems],
    summary: `${files.length} files`,
  }
}
