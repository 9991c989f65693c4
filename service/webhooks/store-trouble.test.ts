// The messages of webhooks about the store itself.

import { expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { ServiceError } from "../service-error.ts"
import { reportUnverified } from "../store-commands/report-unverified.ts"
import { testServer } from "../testing/test-service.ts"
import { AddressPolicy } from "./address-policy.ts"
import { WriteOutage } from "./write-outage.ts"

async function watchedServer() {
  const server = await testServer()
  await server.service.webhooks(new AddressPolicy()).add({ name: "all", url: "https://8.8.8.8/" }, localActor)
  const told = async () =>
    (await server.store.outbox.deliveriesAfter(0, 100))
      .filter(({ type }) => type === "store.trouble")
      .map(({ stream, data }) => [stream, JSON.parse(data)])
  return { ...server, told }
}

test("a store that could not be written for long is reported once it can be again, once", async () => {
  const { call, create, store, clock, told } = await watchedServer()
  const id = await create()
  const pages = store.database.prepare("PRAGMA page_count").get().page_count as number
  store.database.exec(`PRAGMA max_page_count = ${pages}`)
  const decide = async (name: string) => {
    const decisions = Array.from({ length: 200 }, (_, n) => ({ decisionId: `${name}-${n}` }))
    return (await call("POST", `/v1/experiments/${id}/decisions:batch`, { decisions })).status
  }
  let round = 0
  while ((await decide(`first${round}`)) !== 507) round += 1
  clock.forward(30)
  expect(await decide("still")).toBe(507)
  store.database.exec("PRAGMA max_page_count = 1000000")
  expect(await decide("later")).toBe(200)
  expect(await decide("again")).toBe(200)
  expect(await told()).toEqual([
    [
      "store",
      {
        trouble: "unwritable",
        detail:
          "the store could not be written from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:30.000Z (store_full): requests were refused meanwhile",
      },
    ],
  ])
})

test("short outages are not announced", () => {
  const outage = new WriteOutage()
  expect(outage.end(1e6)).toBeNull()
  outage.note(new ServiceError("store_busy", "x"), 0)
  outage.note(new Error("x"), 0)
  expect(outage.end(1e6)).toBeNull()
  outage.note(new ServiceError("store_unavailable", "x"), 1000)
  expect(outage.end(10_999)).toBeNull()
  outage.note(new ServiceError("store_unavailable", "x"), 1000)
  outage.note(new ServiceError("store_full", "x"), 9000)
  expect(outage.end(11_000)).toMatch(/from 1970-01-01T00:00:01.000Z to 1970-01-01T00:00:11.000Z \(store_unavailable\)/)
})

test("the command announces a ledger that does not verify", async () => {
  const { path, told } = await watchedServer()
  await reportUnverified(
    path,
    Array.from({ length: 7 }, (_, n) => `exp_${n}`),
  )
  expect(await told()).toEqual([
    [
      "store",
      {
        trouble: "unverified",
        detail:
          'the ledger does not verify for exp_0, exp_1, exp_2, exp_3, exp_4 and 2 more: look at what "armistice ledger verify" says',
      },
    ],
  ])
})
