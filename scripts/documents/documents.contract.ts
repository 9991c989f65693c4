// Every block of every document runs and prints what the document says.

import { spawnSync } from "node:child_process"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { type Block, listDocuments, readFileBlocks } from "./blocks.ts"
import { buildPackages, neededPrograms, readDocument } from "./reader.ts"

/** Documents that `npm test` runs, because newcomers read them first. */
const first = ["README.md", "docs/tutorial.md", "docs/tutorial-guardrail.md"]

/** Documents that scripts/packing/tutorials.slow.test.ts runs, without a clone. */
const installed = ["docs/tutorial-analyst.md", "docs/tutorial-researcher.md"]

/** With `includesSlow`: the other documents, and those with slow blocks. */
export function documentsRun(includesSlow: boolean): void {
  beforeAll(buildPackages)

  const documents = listDocuments()
    .map((path) => ({ path, blocks: readFileBlocks(path) }))
    .filter(({ path, blocks }) => {
      const has = (kind: string) => blocks.some(({ mark }) => mark.kind === kind)
      return includesSlow
        ? has("slow") || (has("run") && ![...first, ...installed].includes(path))
        : first.includes(path)
    })

  describe.each(documents)("$path", ({ blocks }) => {
    const isMissing = neededPrograms(blocks).some((name) => spawnSync(name, ["--version"]).status !== 0)
    test.skipIf(isMissing)("every block runs, and prints what it says", { timeout: 60 * 60_000 }, () =>
      withDatabase(blocks, async (database) => {
        expect(await readDocument(blocks, { includesSlow, ...database })).toBeGreaterThan(0)
      }),
    )
  })
}

/** Documents that name a database get an empty one, on the Postgres of this test run. */
async function withDatabase(blocks: readonly Block[], work: (database: { database?: string }) => Promise<void>) {
  if (!blocks.some(({ code }) => code.includes("db.example"))) return work({})
  const door = (inject as (name: string) => string)("postgresDoor")
  const answer = await fetch(door, { method: "POST" })
  const database = await answer.text()
  if (!answer.ok) throw new Error(database)
  try {
    await work({ database })
  } finally {
    await fetch(new URL(new URL(database).pathname, door), { method: "DELETE" })
  }
}
