// A restored store keeps its promises to people: nobody knows who was counted after the backup, so
// no one is learned from until the operator accepts the loss of one person. On both stores.

import { describe, expect, test } from "vitest"
import { verifyStore } from "./ledger/verify-ledger.ts"
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts"
import { storeKinds } from "./testing/any-server.ts"
import { type Place, startRestorable } from "./testing/restorable.ts"

const counted = {
  name: "capped",
  arms: ["a", "b"],
  horizon: 1000,
  answers: "all" as const,
  privacy: { eta: 1 },
  subjectCap: 1,
} as const

/** One visit with its reward; says whether it was learned from. */
async function visit({ call, service }: Place, id: string, subject: string, decisionId: string): Promise<boolean> {
  const made = await call("POST", `/v1/experiments/${id}/decisions`, { subject, decisionId })
  expect(made.status).toBe(201)
  const reward = await call("PUT", `/v1/experiments/${id}/decisions/${decisionId}/reward`, { value: 1 })
  expect(reward.status).toBeLessThan(300)
  return (await service.store.decision(id, decisionId))?.pull !== null
}

const readExperiment = async ({ call }: Place, id: string) => (await call("GET", `/v1/experiments/${id}`)).body
const readPrivacy = async ({ call }: Place, id: string) => (await call("GET", `/v1/experiments/${id}/privacy`)).body
const accept = ({ call }: Place, id: string, subjectEta: unknown) =>
  call("POST", `/v1/experiments/${id}/accept-restore`, { subjectEta })

describe.each(storeKinds)("on %s", (kind) => {
  test("a person counted after the backup was made is served but not learned from again, until 2η is accepted", async () => {
    const original = await startRestorable(kind)
    const id = (await original.call("POST", "/v1/experiments", counted)).body.id as string
    expect(await visit(original, id, "before", "d1")).toBe(true)
    expect(await readExperiment(original, id)).toMatchObject({ learning: "on" })
    expect(await readPrivacy(original, id)).toMatchObject({ restores: 0, subject: { cap: 1, eta: 1 } })
    const serveBackup = await original.backup()
    expect(await visit(original, id, "anna", "d2")).toBe(true)

    let restored = await serveBackup()
    expect(restored.service.restored).toBe(1)
    expect(await visit(restored, id, "anna", "again")).toBe(false)
    expect(await visit(restored, id, "someone new", "new")).toBe(false)
    expect(await readExperiment(restored, id)).toMatchObject({ learning: "stopped_after_restore", subject: { eta: 2 } })
    const [listed] = (await restored.call("GET", "/v1/experiments")).body.experiments
    expect(listed).toMatchObject({ id, learning: "stopped_after_restore", subject: { eta: 2 } })
    const privacy = await readPrivacy(restored, id)
    expect(privacy).toMatchObject({ restores: 1, subject: { cap: 1, eta: 2 } })
    expect(privacy.subject.provided).toBe("if no other copy of the same backup is or was served")

    // Stopped it stays, also started again.
    restored = await restored.restart()
    expect(restored.service.restored).toBeNull()
    expect(await readExperiment(restored, id)).toMatchObject({ learning: "stopped_after_restore" })
    for (const wrong of [1, 1.9999999999999998, 3, 0, -2]) {
      const refused = await accept(restored, id, wrong)
      expect([refused.status, refused.body.code, refused.body.subjectEta]).toEqual([409, "restore_not_accepted", 2])
    }
    expect((await accept(restored, id, "2")).status).toBe(400)
    expect(await visit(restored, id, "anna", "still")).toBe(false)
    expect(await restored.problems()).toEqual([null])

    const accepted = await accept(restored, id, 2)
    expect([accepted.status, accepted.body.learning, accepted.body.subject.eta]).toEqual([200, "on", 2])
    const { sequence } = await restored.service.live(id)
    expect((await accept(restored, id, 2)).status).toBe(200)
    expect((await restored.service.live(id)).sequence).toBe(sequence)
    expect(await visit(restored, id, "anna", "second")).toBe(true)
    expect(await visit(restored, id, "anna", "third")).toBe(false)
    expect(await visit(restored, id, "before", "known")).toBe(false)
    expect(await restored.problems()).toEqual([null])
    const state = (await restored.service.live(id)).snapshot()
    restored = await restored.restart()
    expect((await restored.service.live(id)).snapshot()).toEqual(state)
    expect(await readExperiment(restored, id)).toMatchObject({ learning: "on", subject: { eta: 2 } })
    expect(await restored.service.store.rowsAfter("acceptances", id, 0)).toMatchObject([
      { restores: 1, eta: 2, key: "local" },
    ])
  })

  test("two restores in a row are (2 + 1) · cap · η, and what was accepted for the first does not hold for the second", async () => {
    const original = await startRestorable(kind)
    const id = (await original.call("POST", "/v1/experiments", { ...counted, subjectCap: 3 })).body.id as string
    const once = await (await original.backup())()
    expect((await accept(once, id, 6)).body.learning).toBe("on")
    const serveTwice = await once.backup()
    const twice = await serveTwice()
    expect(await readExperiment(twice, id)).toMatchObject({
      learning: "stopped_after_restore",
      subject: { cap: 3, eta: 9 },
    })
    expect(await readPrivacy(twice, id)).toMatchObject({ restores: 2, subject: { eta: 9 } })
    expect((await accept(twice, id, 6)).status).toBe(409)
    expect((await accept(twice, id, 9)).body.learning).toBe("on")
    expect(await visit(twice, id, "anna", "d1")).toBe(true)
    expect(await twice.problems()).toEqual([null])
  })

  test("experiments that count nobody go on learning, new ones owe nothing to restores before them, sticky ones keep their arms", async () => {
    const original = await startRestorable(kind)
    const plain = { ...counted, name: "plain", subjectCap: undefined }
    const ids: string[] = []
    for (const body of [plain, { ...plain, name: "sticky", sticky: true }])
      ids.push((await original.call("POST", "/v1/experiments", body)).body.id as string)
    const [free = "", sticky = ""] = ids
    expect(await visit(original, sticky, "anna", "d1")).toBe(true)
    const { arm } = (await original.call("GET", `/v1/experiments/${sticky}/decisions/d1`)).body
    const restored = await (await original.backup())()
    expect(await readExperiment(restored, free)).toMatchObject({ learning: "on", subject: { eta: null } })
    const promised = await readPrivacy(restored, free)
    expect([promised.restores, promised.subject]).toEqual([1, { cap: null, eta: null }])
    expect(await visit(restored, free, "anna", "d1")).toBe(true)
    expect((await accept(restored, free, 2)).body.code).toBe("restore_not_accepted")
    expect(await readExperiment(restored, sticky)).toMatchObject({
      learning: "stopped_after_restore",
      subject: { eta: 2 },
    })
    expect(await visit(restored, sticky, "anna", "d2")).toBe(false)
    expect((await restored.call("GET", `/v1/experiments/${sticky}/decisions/d2`)).body.arm).toBe(arm)
    const made = (await restored.call("POST", "/v1/experiments", { ...counted, name: "new" })).body
    expect(made).toMatchObject({ learning: "on", subject: { cap: 1, eta: 1 } })
    expect(await readPrivacy(restored, made.id)).toMatchObject({ restores: 0, subject: { eta: 1 } })
    expect(await visit(restored, made.id, "anna", "d1")).toBe(true)
    // The next restore counts for it as well.
    const again = await (await restored.backup())()
    expect(await readPrivacy(again, made.id)).toMatchObject({ restores: 1, subject: { eta: 2 } })
    expect(await readPrivacy(again, free)).toMatchObject({ restores: 2 })
    expect(await again.problems()).toEqual([null, null, null])
  })

  test("archived experiments accept nothing, and a decision learned from while stopped does not verify", async () => {
    const original = await startRestorable(kind)
    const id = (await original.call("POST", "/v1/experiments", counted)).body.id as string
    const restored = await (await original.backup())()
    expect(await visit(restored, id, "anna", "d1")).toBe(false)
    await restored.call("POST", `/v1/experiments/${id}/archive`)
    expect((await accept(restored, id, 2)).body.code).toBe("invalid_transition")
  })
})

test("a store that says it learned without being allowed to, or that hides a restore, does not verify", async () => {
  const original = await startRestorable("SQLite")
  // Batches of one reward at first: the first one is a release, committed to the journal so far.
  const body = { ...counted, missing: "ignore" as const, algorithm: { name: "adac-ucb" } }
  const id = (await original.call("POST", "/v1/experiments", body)).body.id as string
  const free = (await original.call("POST", "/v1/experiments", { ...body, subjectCap: undefined })).body.id as string
  const restored = await (await original.backup())()
  const { path } = restored.service.store
  expect((await accept(restored, id, 2)).status).toBe(200)
  for (const one of [id, free]) expect(await visit(restored, one, "anna", "d1")).toBe(true)
  await (await restored.restart()).service.close()
  const tamper = async (sql: string): Promise<string | null> => {
    const store = openSqliteStore(path)
    store.database.exec(`BEGIN; ${sql}`)
    const problems = (await verifyStore(store)).flatMap(({ problem }) => problem ?? [])
    store.database.exec("ROLLBACK")
    store.close()
    return problems[0] ?? null
  }
  expect(await tamper("SELECT 1")).toBeNull()
  expect(await tamper("DELETE FROM acceptances")).not.toBeNull()
  expect(await tamper("UPDATE acceptances SET eta = 1")).toMatch(/accept what subjects can lose/)
  expect(await tamper("UPDATE experiments SET restores = 0, accepted = 0")).toMatch(/restores/)
  expect(await tamper("UPDATE discards SET restores = 2")).not.toBeNull()
  const others = `UPDATE discards SET restores = 2; UPDATE acceptances SET restores = 2, eta = 3;
    UPDATE experiments SET restores = 2, accepted = 2`
  expect(await tamper(others)).toMatch(/committed to another journal/)
  const hidden = `UPDATE discards SET restores = 2 WHERE experiment = '${free}'; UPDATE experiments SET restores = 2 WHERE id = '${free}'`
  expect(await tamper(hidden)).toMatch(/committed to another journal/)
  // Accepted only after someone was learned from.
  const whereExperiment = `WHERE experiment = '${id}'`
  const swap = `UPDATE decisions SET sequence = 2 ${whereExperiment}; UPDATE acceptances SET sequence = 3 ${whereExperiment};
    UPDATE observations SET decision = 2 ${whereExperiment}; UPDATE rewards SET decision = 2 ${whereExperiment}`
  expect(await tamper(swap)).toMatch(/is learned from after a restore/)
})
