// Every block of every document does what the document says, read from the top as a reader would.

import { spawnSync } from "node:child_process"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { type Block, blocksOf, runDocuments } from "./blocks.ts"
import { makeReady, programsOf, readDocument } from "./reader.ts"

/** `isPatient`: those documents alone that have blocks which take minutes, and these blocks too. */
export function documentsRun(isPatient: boolean): void {
  beforeAll(makeReady)

  const documents = runDocuments()
    .map((path) => ({ path, blocks: blocksOf(path) }))
    .filter(({ blocks }) => blocks.some(({ mark }) => (isPatient ? mark.kind === "slow" : mark.kind === "run")))

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
