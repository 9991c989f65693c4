// Rows are removed only from a store that knows of the purge or the archive: it may have failed
// over since to one that lost it.

import { expect, test } from "vitest"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"
import { journalTaken, unfinishedPurge } from "../store-properties.ts"
import { removePrivateRows } from "./postgres-purge.ts"
import type { PostgresStore } from "./postgres-store.ts"

test.each([
  ["purge", unfinishedPurge, ({ session }: PostgresStore, id: string) => removePrivateRows(session, id)],
  ["archive", journalTaken, (store: PostgresStore, id: string) => store.removeJournal(id)],
])("a store that has lost the note of the %s keeps its rows", async (_name, readNote, remove) => {
  const { replicas, problems } = await testReplicas(1)
  const [replica] = replicas
  const { store } = replica
  const { id } = (await replica.createExperiment(demo)).live.experiment
  for (let round = 0; round < 4; round++) {
    await replica.decide(id, { decisionId: `d${round}`, subject: `s${round}` }, "local")
    await replica.reward(id, `d${round}`, 1, "local")
  }
  const counts = async () => [
    (await store.rowsAfter("rewards", id, 0, 10)).length,
    (await store.rowsAfter("observations", id, 0, 10)).length,
    (await store.rowsAfter("decisions", id, 0, 10)).filter(({ subject }) => subject !== null && subject !== "").length,
  ]
  const before = await counts()
  expect(before[0]).toBe(4)
  await remove(store, id)
  expect(await counts()).toEqual(before)
  expect(await problems()).toEqual([null])
  await store.setProperty(readNote(id), "now")
  await remove(store, id)
  expect(await counts()).toEqual([0, 0, 0])
})
