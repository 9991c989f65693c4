// A service that is killed while it purges: after the next start an experiment is purged whole or
// not at all, repeating it ends it, and nothing private is left in the store, nor in a file's
// bytes.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { expect, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { storeKinds } from "../testing/any-server.ts"
import { endProcess, startProcess } from "../testing/service-process.ts"
import { testDatabase } from "../testing/test-database.ts"
import { demo, temporaryFolder } from "../testing/test-service.ts"

/**
 * Milliseconds from the request to the kill: before, within and after its transaction, and while
 * the file is rewritten.
 */
const delays = [0, 3, 8, 21, 55]

async function ask(address: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}/v1${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse((await answer.text()) || "null") }
}

/** One experiment that is over, with rewards. */
async function played(address: string): Promise<string> {
  const { id } = (await ask(address, "POST", "/experiments", { ...demo, rewardWindowSeconds: 0.05 })).body
  const rounds = Array.from({ length: 60 }, (_, round) => `d${round}`)
  const decisions = rounds.map((decisionId) => ({ decisionId, subject: `person ${decisionId}` }))
  await ask(address, "POST", `/experiments/${id}/decisions:batch`, { decisions })
  const rewards = rounds.map((decisionId, round) => ({ decisionId, value: (round % 7) / 8 }))
  await ask(address, "POST", `/experiments/${id}/rewards:batch`, { rewards })
  await ask(address, "POST", `/experiments/${id}/finish`)
  return id
}

test.each(storeKinds)("on %s a purge that is killed is whole or not begun, and repeating it ends it", async (kind) => {
  const place = kind === "SQLite" ? join(temporaryFolder(), "killed.db") : await testDatabase()
  let running = await startProcess(place)
  const ids: string[] = []
  for (const _ of delays) ids.push(await played(running.address))
  await setTimeout(100)
  const before = kind === "SQLite" ? privateTexts(place) : []
  for (const [index, delay] of delays.entries()) {
    const id = ids[index] as string
    void ask(running.address, "POST", `/experiments/${id}/purge`).catch(() => undefined)
    await setTimeout(delay)
    await endProcess(running, "SIGKILL")
    running = await startProcess(place)
    const { purgedAt } = (await ask(running.address, "GET", `/experiments/${id}`)).body
    const again = await ask(running.address, "POST", `/experiments/${id}/purge`)
    expect([again.status, purgedAt ?? again.body.purgedAt]).toEqual([200, again.body.purgedAt])
  }
  await endProcess(running, "SIGTERM")
  const store: Store = kind === "SQLite" ? openSqliteStore(place, { readOnly: true }) : await openPostgresStore(place)
  try {
    expect(await store.unfinishedPurges()).toEqual([])
    for (const id of ids) {
      expect(await store.rowsAfter("rewards", id, 0, 10)).toEqual([])
      expect(await store.rowsAfter("observations", id, 0, 10)).toEqual([])
      expect((await store.rowsAfter("decisions", id, 0, 100)).map(({ subject, noise }) => [subject, noise])).toEqual(
        Array.from({ length: 60 }, () => ["", null]),
      )
    }
  } finally {
    await store.close()
  }
  const verdicts = kind === "SQLite" ? await verifyFile(place) : await verifyPostgres(place)
  expect(verdicts.map(({ problem, purgedAt }) => [problem, typeof purgedAt])).toEqual(ids.map(() => [null, "number"]))
  if (kind !== "SQLite") return
  expect(before.length).toBeGreaterThan(300)
  const bytes = readFileSync(place)
  expect(before.filter((text) => bytes.includes(text))).toEqual([])
})

/** Hashes of subjects, noise and salts of a file that is served. */
function privateTexts(path: string): string[] {
  const store = openSqliteStore(path, { readOnly: true })
  try {
    return store
      .experiments({ limit: 100 })
      .flatMap(({ experiment: { id } }) => [
        ...store.rowsAfter("decisions", id, 0, 1000).flatMap(({ subject, noise }) => [subject ?? "", noise ?? ""]),
        ...store.rowsAfter("observations", id, 0, 1000).map(({ noise }) => noise ?? ""),
        ...store.ledger(id, 0, 1000).map(({ salt }) => salt),
      ])
      .filter((text) => text.length > 8)
  } finally {
    store.close()
  }
}
