// An archived experiment's journal goes into a file that verifies by itself; the database keeps
// what was promised and released.

import { join } from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { verifyFile } from "../../ledger/verify-file.ts"
import { recordCallsDuring } from "../../testing/recorded-calls.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo, temporaryFolder } from "../../testing/test-service.ts"
import { openSqliteStore } from "../sqlite/sqlite-store.ts"
import { transferStore } from "../transfer-store.ts"
import { archiveExperiment } from "./archive-experiment.ts"
import { PostgresStore } from "./postgres-store.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

test("the file is durable under its name before the store relies on it and removes rows", async () => {
  const { replicas, url } = await testReplicas(1)
  const [replica] = replicas
  const { id } = (await replica.createExperiment(demo)).live.experiment
  await replica.decide(id, {}, "local")
  await replica.changeStatus(id, "archive")
  const calls = await recordCallsDuring(async (note) => {
    const { setProperty, removeJournal } = PostgresStore.prototype
    vi.spyOn(PostgresStore.prototype, "setProperty").mockImplementation(function (this: PostgresStore, ...given) {
      note("setProperty")
      return setProperty.apply(this, given)
    })
    vi.spyOn(PostgresStore.prototype, "removeJournal").mockImplementation(function (this: PostgresStore, ...given) {
      note("removeJournal")
      return removeJournal.apply(this, given)
    })
    await archiveExperiment(url, id, join(temporaryFolder(), "archive.db"))
  })
  // The file's own store flushes its witness first.
  const last = calls.slice(calls.indexOf("flush archive.db.part", calls.lastIndexOf("rename to archive.db") - 1))
  expect(last).toEqual([
    "flush archive.db.part",
    "rename to archive.db",
    "flush folder",
    "setProperty",
    "removeJournal",
  ])
})

test("the journal moves to a file, and both parts still verify", async () => {
  const { replicas, url, clock, problems } = await testReplicas(1)
  const [replica] = replicas
  const made = [await replica.createExperiment(demo), await replica.createExperiment(demo)]
  const [id = "", other = ""] = made.map(({ live }) => live.experiment.id)
  const asked = [id, other].flatMap((which) =>
    Array.from({ length: 300 }, (_, round) => [
      replica.decide(which, { decisionId: `d${round}` }, "local"),
      replica.reward(which, `d${round}`, round % 2, "local"),
    ]),
  )
  await Promise.all(asked.flat())
  const file = join(temporaryFolder(), "archive.db")
  await expect(archiveExperiment(url, id, file)).rejects.toThrow(/must be archived first/)
  await replica.changeStatus(id, "archive")
  const verdict = await archiveExperiment(url, id, file)
  expect(verdict).toMatchObject({ experiment: id, problem: null, journal: 600 })
  expect(await verifyFile(file)).toEqual([verdict])
  const archived = openSqliteStore(file, { readOnly: true })
  expect(archived.activity({ limit: 10 })).toEqual(await replica.store.activity({ limit: 10, only: [id] }))
  archived.close()
  expect(await replica.store.rowsAfter("decisions", id, 0, 10)).toEqual([])
  expect(await replica.store.rowsAfter("decisions", other, 0, 1000)).toHaveLength(300)
  expect((await replica.store.ledgerHead(id))?.hash).toBe(verdict.head)
  expect((await replica.live(id)).sequence).toBe(600)
  expect(await problems()).toEqual([null, null])
  await expect(archiveExperiment(url, id, `${file}2`)).rejects.toThrow(/archived before/)
  // The rest in the database can be purged, and a purged experiment has no journal to take out.
  clock.forward(8 * 86_400)
  await replica.purge(id)
  const secrets =
    "SELECT count(*)::integer AS n FROM armistice.ledger_secrets s JOIN armistice.experiments e ON e.number = s.experiment WHERE e.id = $1"
  expect((await replica.store.session.pool.query(secrets, [id])).rows).toEqual([{ n: 0 }])
  await replica.changeStatus(other, "archive")
  await replica.purge(other)
  await expect(archiveExperiment(url, other, `${file}3`)).rejects.toThrow(/was purged/)
  // Moved on into a file, it is still what it was: the public part of one, all of the other.
  const moved = join(temporaryFolder(), "moved.db")
  await transferStore(url, moved)
  expect(await verifyFile(moved)).toMatchObject([
    { experiment: id, entries: verdict.entries + 1, problem: null, journal: null, purgedAt: clock.now },
    { experiment: other, problem: null, journal: null, purgedAt: clock.now },
  ])
})
