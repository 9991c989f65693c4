// Rewards by subject, in sticky experiments: they count for the one decision that is learned from,
// and the answer reveals nothing.

import { DatabaseSync } from "@photostructure/sqlite"
import { describe, expect, test } from "vitest"
import type { PostgresStore } from "../store/postgres/postgres-store.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { type Answer, type Headers, RestartableServer } from "../testing/restartable-server.ts"
import { demo } from "../testing/test-service.ts"

const sticky = { ...demo, sticky: true, rewardWindowSeconds: 60, tickSeconds: 30 }

async function started(kind: (typeof storeKinds)[number], more: object = {}) {
  const server = await RestartableServer.start(kind)
  const id = await server.create({ ...sticky, ...more })
  const base = `/v1/experiments/${id}`
  const [decider] = server.keys
  const decide = async (subject: string, excludeArms: string[] = []): Promise<{ decisionId: string; arm: string }> =>
    JSON.parse((await server.ask("POST", `${base}/decisions`, { subject, excludeArms }, decider)).text)
  const give = (body: object, key: Headers = decider) => server.ask("POST", `${base}/rewards`, body, key)
  const rewards = async () =>
    (await server.service.store.rowsAfter("rewards", id, 0, 100)).map(({ decision, steps }) => [
      decision,
      steps / 2 ** 20,
    ])
  const observed = async () =>
    (await server.service.store.rowsAfter("observations", id, 0, 100)).map(({ decision, steps }) => [
      decision,
      steps / 2 ** 20,
    ])
  const change = (what: string) => server.ask("POST", `${base}/${what}`)
  return { server, id, base, decider, decide, give, rewards, observed, change }
}

describe.each(storeKinds)("on %s", (kind) => {
  test.each(["public", "private"] as const)(
    "with %s arrivals a reward by subject is the first visit's, however often the person comes; the first counts",
    async (arrivals) => {
      const { server, decide, give, rewards, observed } = await started(kind, { arrivals })
      for (const subject of ["ann", "bob", "ann", "ann", "bob"]) await decide(subject)
      for (const [subject, value] of [
        ["bob", 0.25],
        ["bob", 1],
        ["ann", 0.5],
        ["ann", 0.75],
      ] as const)
        expect((await give({ subject, value })).status).toBe(204)
      const kept = [
        [1, 0.5],
        [2, 0.25],
      ]
      expect(await rewards()).toEqual(kept)
      server.clock.forward(200)
      await server.service.closeWindows()
      expect((await observed()).sort(([one], [other]) => (one as number) - (other as number))).toEqual(kept)
    },
  )

  test.each(["public", "private"] as const)(
    "with %s arrivals every key gets the same answer for everyone: unknown, answered, erased, late, paused, not learned from, purged",
    async (arrivals) => {
      const { server, base, decide, give, rewards, change, id } = await started(kind, { arrivals })
      for (const subject of ["answered", "erased", "open", "other"]) await decide(subject)
      await give({ subject: "answered", value: 0.5 })
      await server.ask("POST", `${base}/subjects:erase`, { subject: "erased" })
      await change("pause")
      await decide("guest")
      const all: Answer[] = []
      for (const subject of ["nobody", "answered", "erased", "guest"])
        for (const key of server.keys) for (const value of [0, 1]) all.push(await give({ subject, value }, key))
      expect(await rewards()).toEqual([[1, 0.5]])
      // Only with private arrivals does it matter who decided.
      all.push(await give({ subject: "other", value: 1 }, server.keys[1]))
      expect(await rewards()).toHaveLength(arrivals === "public" ? 2 : 1)
      server.clock.forward(200)
      all.push(await give({ subject: "open", value: 1 }))
      await server.service.closeWindows()
      all.push(await give({ subject: "open", value: 1 }))
      await change("finish")
      await decide("late")
      all.push(await give({ subject: "late", value: 1 }))
      await change("purge")
      all.push(await give({ subject: "open", value: 1 }))
      await server.restartAsCopy()
      all.push(await give({ subject: "open", value: 1 }))
      expect(await server.service.store.rowsAfter("rewards", id, 0, 100)).toEqual([])
      expect(all[0]).toMatchObject({ status: 204, text: "" })
      expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1)
    },
  )

  test("a refusal does not depend on the subject: bounds first, then archived, then not sticky", async () => {
    const { decide, give, change, server } = await started(kind)
    await decide("ann")
    const code = async (body: object) => {
      const answer = await give(body)
      return [answer.status, JSON.parse(answer.text).code]
    }
    for (const subject of ["ann", "nobody"])
      expect(await code({ subject, value: 2 })).toEqual([422, "reward_out_of_bounds"])
    for (const body of [{ value: 1 }, { subject: "ann", decisionId: "d", value: 1 }, { subject: "", value: 1 }])
      expect(await code(body)).toEqual([400, "invalid_request"])
    expect(await code({ subject: "a\u0007", value: 1 })).toEqual([400, "invalid_request"])
    await change("archive")
    for (const subject of ["ann", "nobody"]) {
      expect(await code({ subject, value: 2 })).toEqual([422, "reward_out_of_bounds"])
      expect(await code({ subject, value: 1 })).toEqual([410, "experiment_archived"])
    }
    const plain = `/v1/experiments/${await server.create({ ...demo, subjectCap: 1 })}/rewards`
    const answer = await server.ask("POST", plain, { subject: "ann", value: 1 }, server.keys[0])
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([422, "sticky_required"])
  })

  test("by decisionId it is what PUT is: 204, then 200 repeated with public arrivals, and 404 for an unknown one", async () => {
    for (const arrivals of ["public", "private"]) {
      const { server, base, decide, give, rewards } = await started(kind, { arrivals })
      const { decisionId } = await decide("ann")
      expect((await give({ decisionId, value: 1 })).status).toBe(204)
      const again = [
        await give({ decisionId, value: 0 }),
        await server.ask("PUT", `${base}/decisions/${decisionId}/reward`, { value: 0 }, server.keys[0]),
        await give({ decisionId, value: 0 }, server.keys[1]),
      ]
      const expected = arrivals === "public" ? [200, 200, 200] : [204, 204, 409]
      expect(again.map(({ status }) => status)).toEqual(expected)
      if (arrivals === "public")
        expect(again.map(({ text }) => JSON.parse(text))).toEqual(Array(3).fill({ repeated: true }))
      expect((await give({ decisionId: "unknown", value: 1 })).status).toBe(404)
      expect(await rewards()).toEqual([[1, 1]])
      // By subject it is the same reward.
      expect((await give({ subject: "ann", value: 0 })).status).toBe(204)
      expect(await rewards()).toEqual([[1, 1]])
    }
  })

  test("a person who came while it was paused is rewarded for the visit that is learned from", async () => {
    const { decide, give, rewards, observed, change } = await started(kind)
    await change("pause")
    for (let visit = 0; visit < 3; visit++) await decide("ann")
    await give({ subject: "ann", value: 0.25 })
    await change("resume")
    await decide("ann")
    await decide("ann")
    await give({ subject: "ann", value: 0.5 })
    expect(await rewards()).toEqual([[4, 0.5]])
    expect(await observed()).toEqual([[4, 0.5]])
  })

  test("decision, reward, erasure and reward of one transaction see each other", async () => {
    const { service, store } = await anyService(kind)
    const { live } = await service.createExperiment(sticky)
    const { id } = live.experiment
    await service.decide(id, { subject: "known" }, "k")
    await Promise.all([
      service.rewardSubject(id, "new", 0.25, "k"),
      service.decide(id, { subject: "new" }, "k"),
      service.rewardSubject(id, "new", 0.5, "k"),
      service.rewardSubject(id, "new", 1, "k"),
      service.eraseSubject(id, "known"),
      service.decide(id, { subject: "known" }, "k"),
      service.rewardSubject(id, "known", 1, "k"),
    ])
    const kept = await store.rowsAfter("rewards", id, 0, 10)
    expect(kept.map(({ decision, steps }) => [decision, steps / 2 ** 20])).toEqual([[2, 0.5]])
  })

  test("where nothing can be written, a reward for an unknown subject fails as one that counts", async () => {
    const { server, decide, give } = await started(kind)
    for (const subject of ["answered", "open"]) await decide(subject)
    await give({ subject: "answered", value: 1 })
    const unblock = await block(server)
    const all = []
    for (const subject of ["open", "answered", "nobody"]) all.push(await give({ subject, value: 1 }))
    expect(all[0]?.status).toBeGreaterThanOrEqual(500)
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await unblock()
    expect((await give({ subject: "open", value: 1 })).status).toBe(204)
  })
})

/** Keeps a store from being written until the returned function is called. */
async function block({ place, service }: RestartableServer): Promise<() => Promise<void>> {
  if (!place.startsWith("postgres")) {
    ;(service.store as unknown as SqliteStore).database.exec("PRAGMA busy_timeout = 20")
    const other = new DatabaseSync(place)
    other.exec("BEGIN IMMEDIATE")
    return async () => other.close()
  }
  const { pool } = (service.store as unknown as PostgresStore).session
  await pool.query(
    `CREATE FUNCTION armistice.full() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON armistice.heads FOR EACH ROW EXECUTE FUNCTION armistice.full()`,
  )
  return async () => void (await pool.query("DROP TRIGGER full_disk ON armistice.heads"))
}

test("in SQLite a decision is found by its subject while it waits and after it went into the tables", async () => {
  const { service, store } = await anyService("SQLite")
  const { live } = await service.createExperiment(sticky)
  const { id } = live.experiment
  await service.decide(id, { subject: "one" }, "k")
  await service.decide(id, { subject: "two" }, "k")
  await service.rewardSubject(id, "one", 0.5, "k")
  // Everything that waits goes into the tables.
  await service.eraseSubject(id, "nobody")
  await service.decide(id, { subject: "two" }, "k")
  await service.rewardSubject(id, "two", 0.25, "k")
  await service.rewardSubject(id, "one", 1, "k")
  const kept = await store.rowsAfter("rewards", id, 0, 10)
  expect(kept.map(({ decision, steps }) => [decision, steps / 2 ** 20])).toEqual([
    [1, 0.5],
    [2, 0.25],
  ])
})
