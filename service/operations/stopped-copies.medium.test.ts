// Stopped and added arms outlive restores, copies to another store, archives of the journal and
// purges: a stopped arm is served nowhere, and what is public verifies.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { verifyFile } from "../ledger/verify-file.ts"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { anyServer, storeKinds, verified } from "../testing/any-server.ts"
import { RestartableServer } from "../testing/restartable-server.ts"
import { testDatabase } from "../testing/test-database.ts"
import { demo, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"

const request = {
  ...demo,
  sticky: true,
  maxArms: 4,
  evenShare: 1,
  rewardWindowSeconds: 60,
  metrics: [{ name: "harm", eta: 2 }],
} as const

const people = Array.from({ length: 24 }, (_, number) => `s${number}`)

/** Everyone gets an arm, "b" is stopped, "d" is added; returns what people had at first. */
async function play(service: Service, id: string): Promise<Map<string, string>> {
  const first = new Map<string, string>()
  for (const subject of people)
    first.set(subject, (await service.decide(id, { subject, decisionId: subject }, "k")).arm)
  for (const subject of people.slice(0, 12)) await service.reward(id, subject, 1, "k")
  await service.changeArms(id, { kind: "stop", arm: "b", reason: "a word to keep" })
  await service.changeArms(id, { kind: "add", name: "d" })
  return first
}

async function expectMoved(service: Service, id: string, first: ReadonlyMap<string, string>): Promise<void> {
  for (const [subject, arm] of first) {
    const moved = arm === "b" ? { arm: "a", firstArm: "b" } : { arm }
    expect(await service.decide(id, { subject }, "k")).toMatchObject(moved)
    expect(await service.decide(id, { subject, decisionId: subject }, "k")).toMatchObject(moved)
  }
}

test.each(storeKinds)("on %s a restored copy continues with the arms as they were", async (kind) => {
  const server = await RestartableServer.start(kind)
  const id = await server.create(request)
  const first = await play(server.service, id)
  await server.restartAsCopy()
  const { service } = server
  await expectMoved(service, id, first)
  const { arms } = await service.live(id)
  expect([arms.names, arms.stopped()]).toMatchObject([["a", "b", "c", "d"], [{ arm: "b", reason: "a word to keep" }]])
  await service.changeArms(id, { kind: "stop", arm: "d" })
  expect(await verified(kind, service.store)).toMatchObject([{ problem: null }])
})

test("a store that is copied to Postgres and back has the same arms, journal and ledger", async () => {
  const { service, path } = await testService()
  const { id } = (await service.createExperiment(request)).live.experiment
  const first = await play(service, id)
  const before = service.live(id).snapshot()
  await service.close()
  const url = await testDatabase()
  expect(await transferStore(path, url)).toMatchObject([{ problem: null }])
  const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
  expect((await replica.live(id)).snapshot()).toEqual(before)
  await expectMoved(replica, id, first)
  await replica.changeArms(id, { kind: "resume", arm: "b", reason: "back" })
  await replica.close()
  const file = join(temporaryFolder(), "back.db")
  expect(await transferStore(url, file)).toMatchObject([{ problem: null }])
  const again = await testService({ path: file })
  expect(again.service.live(id).arms.stopped()).toEqual([])
  await expectMoved(again.service, id, first)
})

test("a copy of an experiment has the arms that were added, and a statement counts no stops as figures", async () => {
  const { service, call, create } = await anyServer("SQLite")
  const id = await create(request)
  await play(service, id)
  const copy = (await call("POST", "/v1/experiments", { like: id })).body
  expect([copy.arms, copy.stopped, copy.maxArms]).toEqual([["a", "b", "c", "d"], [], 4])
  const entries = (await call("GET", `/v1/experiments/${id}/ledger`)).body.entries
  const released = entries.filter(({ eta }: { eta: number }) => eta > 0).length
  expect(released).toBe(entries.length - 2)
  expect((await call("GET", `/v1/experiments/${id}/statement`)).body.releases).toBe(released)
})

test.each(storeKinds)("on %s a purge keeps who is moved, and the public ledger verifies as a file", async (kind) => {
  const { service, store, call, create, clock } = await anyServer(kind)
  const id = await create(request)
  const first = await play(service, id)
  await service.changeStatus(id, "finish")
  clock.forward(100)
  await service.purge(id)
  await expectMoved(service, id, first)
  const refused = await call("POST", `/v1/experiments/${id}/arms/c/stop`)
  expect([refused.status, refused.body.code]).toEqual([409, "invalid_transition"])
  expect((await call("GET", `/v1/experiments/${id}`)).body.stopped).toMatchObject([{ arm: "b" }])
  expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  const { text } = await call("GET", `/v1/experiments/${id}/export?record=ledger`)
  const lines = text.trimEnd().split("\n")
  expect(lines.map((line) => JSON.parse(line).mechanism)).toEqual(expect.arrayContaining(["stop", "add", "purge"]))
  const file = join(temporaryFolder(), "ledger.ndjson")
  writeFileSync(file, text)
  expect(await verifyFile(file)).toMatchObject([{ problem: null }])
  // With fewer arms allowed, the same file says of itself that an arm too many was added.
  writeFileSync(file, text.replace('"maxArms":4', '"maxArms":3'))
  expect((await verifyFile(file))[0]?.problem).toMatch(/adds an arm above the limit of 3/)
})
