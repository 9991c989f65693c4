// A service that is killed while it archives and purges what is due: later ones finish it, each
// step is taken once, and nothing private is left.

import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { expect, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { storeKinds } from "../testing/any-server.ts"
import { endProcess, startProcess } from "../testing/service-process.ts"
import { testDatabase } from "../testing/test-database.ts"
import { demo, temporaryFolder, testSubjectKey } from "../testing/test-service.ts"

/** From the start of a service to its kill: it looks for what is due after 50 ms. */
const delays = [20, 45, 52, 56, 60, 66, 75, 90, 120]

const open = async (place: string) =>
  place.includes("://") ? await openPostgresStore(place) : openSqliteStore(place, { owns: true })

test.each(storeKinds)("on %s retention that is killed is finished by later services, each step once", async (kind) => {
  const place = kind === "SQLite" ? join(temporaryFolder(), "killed.db") : await testDatabase()
  // A service of two days ago, by the clock.
  const now = Date.now() - 2 * 86_400_000
  const past = await Service.start({ store: await open(place), subjectKey: testSubjectKey, clock: () => now })
  const ids: string[] = []
  for (const _ of delays) {
    const retention = { archiveAfterDays: 1, purgeAfterDays: 1 }
    const { live } = await past.createExperiment({ ...demo, rewardWindowSeconds: 1, retention })
    const { id } = live.experiment
    for (let round = 0; round < 30; round++) {
      await past.decide(id, { decisionId: `d${round}`, subject: `person-${round}` }, "local")
      await past.reward(id, `d${round}`, 0.5, "local")
    }
    await past.changeStatus(id, "finish")
    ids.push(id)
  }
  await past.close()
  for (const delay of delays) {
    const running = await startProcess(place)
    await setTimeout(delay)
    await endProcess(running, "SIGKILL")
  }
  const last = await startProcess(place)
  const read = async (id: string) =>
    (await (await fetch(`${last.address}/v1/experiments/${id}`)).json()) as { status: string; purgedAt: string | null }
  for (let waited = 0; waited < 200; waited++) {
    const all = await Promise.all(ids.map(read))
    if (all.every(({ purgedAt }) => purgedAt !== null)) break
    await setTimeout(50)
  }
  await setTimeout(500)
  await endProcess(last, "SIGTERM")
  const store = await open(place)
  try {
    // A service that was killed after a commit has left its removal to the next start.
    expect(await store.unfinishedPurges()).toEqual([])
    for (const id of ids) {
      expect(await store.rowsAfter("rewards", id, 0, 10)).toEqual([])
      expect((await store.rowsAfter("decisions", id, 0, 100)).every(({ subject }) => subject === "")).toBe(true)
      const rows = await store.activity({ limit: 100, only: [id] })
      const actions = rows.filter(({ key }) => key.name === "service").map(({ action }) => action)
      expect(actions).toEqual(["archive", "purge"])
    }
  } finally {
    await store.close()
  }
  const verdicts = kind === "SQLite" ? await verifyFile(place) : await verifyPostgres(place)
  expect(verdicts.map(({ problem }) => problem)).toEqual(ids.map(() => null))
})
