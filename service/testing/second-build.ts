// A second build of the service, as the next version would be: a copy of our sources in a temporary
// folder with another version and one more step of the tables in Postgres, in one file.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { postgresMigrations } from "../store/postgres/postgres-schema.ts"
import { bundleProgram, root } from "./bundle-program.ts"

export interface SecondBuild {
  readonly version: string
  /** The oldest format version whose programs can work with its tables. */
  readonly oldestProgram: number
}

/** The format version of its tables. */
export const nextFormat = postgresMigrations.length + 1

/** Returns the file of its program. */
export async function buildSecond({ version, oldestProgram }: SecondBuild): Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), "armistice-build-"))
  try {
    const skipped = new Set(["dist", "node_modules"])
    for (const folder of ["service", "core"])
      cpSync(join(root, folder), join(checkout, folder), {
        recursive: true,
        filter: (path) => !skipped.has(basename(path)) && !path.endsWith(".test.ts"),
      })
    cpSync(join(root, "tsconfig.base.json"), join(checkout, "tsconfig.base.json"))
    const step = `  { oldestProgram: ${oldestProgram}, sql: "CREATE TABLE armistice.notes (text text NOT NULL)" },\n]\n`
    edit(join(checkout, "service/store/postgres/postgres-schema.ts"), /\]\n$/, step)
    edit(join(checkout, "service/version.ts"), /"\d+\.\d+\.\d+"/, JSON.stringify(version))
    return await bundleProgram("service/testing/serve-process.ts", { checkout, name: `serve-process-${version}` })
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

function edit(path: string, found: RegExp, by: string): void {
  const text = readFileSync(path, "utf8")
  if (!found.test(text)) throw new Error(`${path} must have a part like ${found}, to change it`)
  writeFileSync(path, text.replace(found, by))
}
