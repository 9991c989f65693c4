// Every block of every document does what the document says, read from the top as a reader would.

import { spawnSync } from "node:child_process"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { type Block, blocksOf, runDocuments } from "./blocks.ts"
import { makeReady, programsOf, readDocument } from "./reader.ts"

/** What newcomers read first is read in `npm test`. */
const first = ["README.md", "docs/tutorial.md"]

/** `isPatient`: the other documents, and those that have blocks which take minutes, with these blocks too. */
export function documentsRun(isPatient: boolean): void {
  beforeAll(makeReady)

  const documents = runDocuments()
    .map((path) => ({ path, blocks: blocksOf(path) }))
    .filter(({ path, blocks }) => {
      const has = (kind: string) => blocks.some(({ mark }) => mark.kind === kind)
      return isPatient ? has("slow") || (has("run") && !first.includes(path)) : first.includes(path)
    })

  describe.each(documents)("$path", ({ blocks }) => {
    const isMissing = programsOf(blocks).some((name) => spawnSync(name, ["--version"]).status !== 0)
    test.skipIf(isMissing)("every block runs, and prints what it says", { timeout: 60 * 60_000 }, () =>
      withDatabase(blocks, async (database) => {
        expect(await readDocument(blocks, { isPatient, ...database })).toBeGreaterThan(0)
      }),
    )
  })
}

/** An empty database of its own, on the Postgres of this run of the tests, for documents that name one. */
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
