// A restored store keeps the limits of its populations: the reservations after the backup are not
// known, so none of its experiments learns until (g + 1) times the limit is accepted. On both
// stores.

import { describe, expect, test } from "vitest"
import { noChanges } from "../store/changes.ts"
import type { PopulationRow } from "../store/rows.ts"
import { storeKinds } from "../testing/any-server.ts"
import { clock, type Place, startRestorable } from "../testing/restorable.ts"

const capped = {
  name: "capped",
  arms: ["a", "b"],
  horizon: 1000,
  answers: "all" as const,
  privacy: { eta: 1 },
  subjectCap: 1,
  population: "p",
}

async function begin(place: Place, limit: number, count: number): Promise<string[]> {
  await place.call("PUT", "/v1/populations/p", { limit })
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push((await place.call("POST", "/v1/experiments", capped)).body.id as string)
  return ids
}

/** Whether a visit is learned from. */
async function visit({ call, service }: Place, id: string, subject: string, decisionId: string): Promise<boolean> {
  expect((await call("POST", `/v1/experiments/${id}/decisions`, { subject, decisionId })).status).toBe(201)
  return (await service.store.decision(id, decisionId))?.pull !== null
}

const accept = ({ call }: Place, limit: unknown) => call("POST", "/v1/populations/p/accept-restore", { limit })
const population = async ({ call }: Place) => (await call("GET", "/v1/populations/p")).body
const readLearning = async ({ call }: Place, id: string) => (await call("GET", `/v1/experiments/${id}`)).body.learning

describe.each(storeKinds)("on %s", (kind) => {
  test("no experiment of it learns until twice the limit is accepted for the population, and none by itself", async () => {
    const original = await startRestorable(kind)
    const [first = "", second = "", third = ""] = await begin(original, 1, 3)
    expect((await accept(original, 1)).status).toBe(200)
    expect(await visit(original, first, "early", "d1")).toBe(true)
    const serveBackup = await original.backup()
    expect(await visit(original, first, "anna", "d2")).toBe(true)
    await original.call("POST", `/v1/experiments/${third}/archive`)

    let restored = await serveBackup()
    expect(await population(restored)).toMatchObject({
      learning: "stopped_after_restore",
      restores: 1,
      limit: 1,
      subjectEta: 2,
    })
    for (const id of [first, second]) {
      expect(await visit(restored, id, "anna", "stopped")).toBe(false)
      expect(await readLearning(restored, id)).toBe("stopped_after_restore")
      const alone = await restored.call("POST", `/v1/experiments/${id}/accept-restore`, { subjectEta: 2 })
      expect([alone.status, alone.body.code]).toEqual([409, "restore_not_accepted"])
    }
    const joining = await restored.call("POST", "/v1/experiments", capped)
    expect([joining.status, joining.body.code]).toEqual([409, "restore_not_accepted"])
    for (const wrong of [1, 1.9999999999999998, 3, 0]) {
      const refused = await accept(restored, wrong)
      expect([refused.status, refused.body.code, refused.body.limit]).toEqual([409, "restore_not_accepted", 2])
    }
    restored = await restored.restart()
    expect(await visit(restored, second, "bert", "still")).toBe(false)
    await restored.call("POST", `/v1/experiments/${third}/archive`)

    const accepted = await accept(restored, 2)
    expect([accepted.status, accepted.body.learning, accepted.body.subjectEta]).toEqual([200, "on", 2])
    expect((await accept(restored, 2)).status).toBe(200)
    const { activity } = (await restored.call("GET", "/v1/activity")).body as { activity: { action: string }[] }
    // One entry of the population and one of each of the two that can learn again; repeating it was
    // nothing.
    expect(activity.filter(({ action }) => action === "accept-restore")).toHaveLength(3)
    for (const id of [first, second]) expect(await readLearning(restored, id)).toBe("on")
    // People who were counted before the backup still are; people who were counted after it may be
    // once more, and that was accepted.
    expect(await visit(restored, second, "early", "d3")).toBe(false)
    expect(await visit(restored, first, "anna", "d4")).toBe(true)
    expect(await visit(restored, second, "anna", "d5")).toBe(false)
    expect((await restored.call("POST", "/v1/experiments", capped)).status).toBe(201)
    expect(await restored.problems()).toEqual([null, null, null, null])
    restored = await restored.restart()
    expect(await population(restored)).toMatchObject({ learning: "on", restores: 1, people: 2, atLimit: 2 })
  })

  test("two restores are three times the limit, of the highest that was in force; populations made after them owe nothing", async () => {
    const original = await startRestorable(kind)
    const [id = ""] = await begin(original, 2, 1)
    const once = await (await original.backup())()
    expect((await accept(once, 4)).body.learning).toBe("on")
    expect((await once.call("PUT", "/v1/populations/p", { limit: 1 })).body.subjectEta).toBe(4)
    const twice = await (await once.backup())()
    expect((await accept(twice, 4)).body.limit).toBe(3)
    expect((await accept(twice, 3)).body).toMatchObject({ learning: "on", limit: 1, restores: 2, subjectEta: 6 })
    expect(await visit(twice, id, "anna", "d1")).toBe(true)
    const made = await twice.call("PUT", "/v1/populations/new", { limit: 1 })
    expect(made.body).toMatchObject({ learning: "on", restores: 0, subjectEta: 1 })
    const joined = await twice.call("POST", "/v1/experiments", { ...capped, population: "new" })
    expect(await visit(twice, joined.body.id as string, "anna", "d2")).toBe(true)
    expect(await twice.problems()).toEqual([null, null])
  })

  test("experiments that are over or purged do not stand in the way of accepting", async () => {
    const original = await startRestorable(kind)
    const ids = await begin(original, 1, 3)
    for (const [index, id] of ids.entries()) expect(await visit(original, id, `s${index}`, "d1")).toBe(true)
    for (const id of ids.slice(1)) await original.call("POST", `/v1/experiments/${id}/finish`)
    clock.forward(700_000)
    await original.service.closeWindows()
    expect((await original.call("POST", `/v1/experiments/${ids[1]}/purge`)).status).toBe(200)
    const restored = await (await original.backup())()
    expect((await accept(restored, 2)).body.learning).toBe("on")
    expect(await visit(restored, ids[0] as string, "anna", "d2")).toBe(true)
    expect(await restored.problems()).toEqual([null, null, null])
    const again = await restored.restart()
    expect(await population(again)).toMatchObject({ learning: "on", people: 4 })
    expect(await visit(again, ids[0] as string, "bert", "d3")).toBe(true)
  })

  test("an acceptance that was interrupted is finished by repeating it", async () => {
    const original = await startRestorable(kind)
    const [first = "", second = ""] = await begin(original, 1, 2)
    const restored = await (await original.backup())()
    // As if the process had been killed once the population was written and one of its experiments.
    const row = await restored.service.store.populations.find("p")
    expect(row).toMatchObject({ restores: 1, accepted: 0 })
    const write = { ...noChanges(), populations: [{ ...(row as PopulationRow), accepted: 1, isNew: false }] }
    await restored.service.store.commit(write)
    expect(await visit(restored, first, "anna", "d1")).toBe(false)
    expect((await accept(restored, 2)).status).toBe(200)
    expect(await visit(restored, first, "anna", "d2")).toBe(true)
    expect(await visit(restored, second, "bert", "d3")).toBe(true)
    // And the other way round: a population that is stopped stops its experiments, whatever they
    // have accepted.
    await restored.service.store.commit({
      ...noChanges(),
      populations: [{ ...(row as PopulationRow), accepted: 0, isNew: false }],
    })
    expect(await visit(restored, first, "carl", "d4")).toBe(false)
    expect(await restored.problems()).toEqual([null, null])
  })
})
