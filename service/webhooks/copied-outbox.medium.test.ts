// Webhooks and what waits for them go with their store, from SQLite to Postgres and back, and later
// messages come after them.

import { join } from "node:path"
import { expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { noChanges } from "../store/changes.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import type { Store } from "../store/store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { testDatabase } from "../testing/test-database.ts"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { AddressPolicy } from "./address-policy.ts"

const everything = async ({ outbox }: Store) => ({
  webhooks: await outbox.webhooks(),
  deliveries: await outbox.deliveriesAfter(0, 5000),
})

test("everything in the outbox is in the copy, more than a page of it", async () => {
  const { service, store, path, clock } = await testService()
  const webhooks = service.webhooks(new AddressPolicy())
  await webhooks.add({ name: "all", url: "https://8.8.8.8/" }, localActor)
  await webhooks.add(
    { name: "some", url: "https://8.8.4.4/", events: ["experiment.finished"], format: "slack" },
    localActor,
  )
  const { id } = (await service.createExperiment(demo)).live.experiment
  const told = (number: number) => {
    const data = JSON.stringify({ by: "person", segments: [] })
    const message = { type: "experiment.finished", stream: id, at: clock.now, queuedAt: clock.now, data } as const
    return { ...message, id: `msg_${number}` }
  }
  store.commit({ ...noChanges(), messages: Array.from({ length: 600 }, (_, number) => told(number)) })
  const [first] = await store.outbox.deliveriesAfter(0, 1)
  const result = { state: "failed", nextAt: 5, lastAt: 6, status: 503, problem: "answered 503" } as const
  await store.outbox.settle(first as NonNullable<typeof first>, result)
  const before = await everything(store)
  expect(before.deliveries).toHaveLength(1200)
  expect(before.deliveries[0]).toMatchObject({ ...result, tries: 1 })
  await service.close()

  const url = await testDatabase()
  await transferStore(path, url)
  const copy = await openPostgresStore(url)
  expect(await everything(copy)).toEqual(before)
  await copy.commit({ ...noChanges(), messages: [told(600)] })
  const later = await everything(copy)
  expect(later.deliveries.slice(-2).map((row) => [row.id, row.number])).toEqual([
    ["msg_600", 1201],
    ["msg_600", 1202],
  ])
  await copy.close()

  const back = join(temporaryFolder(), "back.db")
  await transferStore(url, back)
  const returned = await testService({ path: back })
  expect(await everything(returned.store)).toEqual(later)
})
