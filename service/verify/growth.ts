// npm run bench:growth [decisions] [share answered]: how large a store becomes, how soon the
// service starts with it, and how long its ledger takes to verify.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { Service } from "../service.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { fileBytes, growStore } from "../testing/grow-store.ts"

const decisions = Number(process.argv[2] ?? 3e6)
const answered = Number(process.argv[3] ?? 0)
const folder = mkdtempSync(join(tmpdir(), "armistice-growth-"))
const path = join(folder, "grown.db")
const start = (store: ReturnType<typeof openSqliteStore>) => Service.start({ store, subjectKey: new Uint8Array(32) })
const say = (what: string, value: string) => process.stdout.write(`${what.padEnd(28)} ${value}\n`)

/** Runs it and prints how many seconds it took. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const from = performance.now()
  const result = await work()
  say(what, `${((performance.now() - from) / 1000).toFixed(1)} s`)
  return result
}

try {
  const empty = openSqliteStore(path, { owns: true })
  await growStore(await start(empty), decisions, true, answered)
  empty.close()
  say("decisions of named people", decisions.toLocaleString("en"))
  say("answers", (decisions * answered).toLocaleString("en"))
  say("bytes of the file for each", (fileBytes(path) / decisions).toFixed(0))
  const grown = openSqliteStore(path, { owns: true })
  await timed("start of the service", () => start(grown))
  const verdicts = await timed("ledger verify, one thread", () => verifyStore(grown))
  grown.close()
  say("journal entries replayed", verdicts.reduce((sum, { journal }) => sum + (journal ?? 0), 0).toLocaleString("en"))
  for (const { problem } of verdicts) if (problem !== null) throw new Error(`the ledger does not verify: ${problem}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
