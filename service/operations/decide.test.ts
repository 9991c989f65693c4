// The refusals of a decision, and the effect of a repetition, a segment, a subject and excluded
// arms on it.

import { ArmisticeError } from "@armistice/core"
import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { demo, testService } from "../testing/test-service.ts"
import type { DecisionRequest } from "./decide.ts"
import { newId } from "./decide.ts"

async function made(more: Partial<ExperimentRequest> = {}) {
  const { service, store, clock } = await testService()
  const { live } = await service.createExperiment({ ...demo, ...more })
  const { id } = live.experiment
  const decide = (request: DecisionRequest, key = "local") => service.decide(id, request, key)
  const refused = (request: DecisionRequest, code: string) =>
    expect(decide(request)).rejects.toMatchObject({ name: "ServiceError", code })
  // Everything that waits goes into the tables.
  const rows = async () => {
    await service.eraseSubject(id, "nobody")
    return store.rowsAfter("decisions", id, 0, 1000)
  }
  return { service, store, clock, live, id, decide, refused, rows }
}

test("an experiment without segments refuses one; with them it takes only its own, and not none", async () => {
  const plain = await made()
  await plain.refused({ segment: "x" }, "unknown_segment")
  await plain.refused({ segment: "\u0007" }, "invalid_request")
  expect((await plain.decide({})).isNew).toBe(true)
  expect(await plain.rows()).toMatchObject([{ segment: "" }])
  const parted = await made({ segments: ["x", "y"] })
  await parted.refused({}, "segment_required")
  await parted.refused({ segment: "z" }, "unknown_segment")
  await parted.refused({ segment: "\u0007" }, "invalid_request")
  await parted.decide({ segment: "y" })
  expect(await parted.rows()).toMatchObject([{ segment: "y" }])
})

test("excluded arms are kept by number, in order and once; all of them cannot be excluded, nor unknown ones", async () => {
  const { decide, refused, rows } = await made({
    arms: Array.from({ length: 12 }, (_, arm) => `arm${arm}`),
  })
  await refused({ excludeArms: ["arm1", "x"] }, "unknown_arm")
  const all = Array.from({ length: 12 }, (_, arm) => `arm${arm}`)
  await refused({ excludeArms: all }, "no_arm_available")
  const { arm } = await decide({ excludeArms: [...all.slice(1).reverse(), "arm2", "arm10"] })
  expect(arm).toBe("arm0")
  await decide({ excludeArms: [] })
  await decide({})
  expect((await rows()).map(({ excluded }) => excluded)).toEqual(["1,2,3,4,5,6,7,8,9,10,11", "", ""])
})

test("a repeated id must come with the same segment, subject and excluded arms, and gives the same arm", async () => {
  const { decide, refused, service, id, rows } = await made({ segments: ["x", "y"] })
  const request = { decisionId: "d", segment: "x", subject: "s", excludeArms: ["b"] }
  const first = await decide(request)
  expect(first).toEqual({ decisionId: "d", arm: expect.stringMatching(/^[ac]$/), status: "running", isNew: true })
  expect(await decide(request)).toEqual({ ...first, isNew: false })
  await refused({ ...request, segment: "y" }, "decision_conflict")
  await refused({ ...request, excludeArms: [] }, "decision_conflict")
  await refused({ ...request, excludeArms: ["b", "c"] }, "decision_conflict")
  await refused({ ...request, subject: "t" }, "decision_conflict")
  const { subject: _subject, ...nobody } = request
  await refused(nobody, "decision_conflict")
  // An erased subject can no longer be compared.
  await service.eraseSubject(id, "s")
  expect(await decide({ ...request, subject: "t" })).toEqual({ ...first, isNew: false })
  expect(await decide(nobody)).toEqual({ ...first, isNew: false })
  expect(await rows()).toHaveLength(1)
})

test("a row has what the journal needs: its place, arm, slot, instant, window and key", async () => {
  const { decide, rows, clock, live } = await made({ rewardWindowSeconds: 7 })
  const answers = [await decide({}, "k1"), await decide({ decisionId: "own" }, "k2")]
  const kept = await rows()
  expect(kept).toMatchObject([
    { sequence: 1, at: clock.now, due: clock.now + 7000, key: "k1", subject: null, segment: "", excluded: "" },
    { sequence: 2, id: "own", at: clock.now, due: clock.now + 7000, key: "k2" },
  ])
  expect(kept.map(({ arm }) => live.armName(arm))).toEqual(answers.map(({ arm }) => arm))
  expect(kept[0]?.id).toBe(answers[0]?.decisionId)
  expect(kept[0]?.id).toMatch(/^dec_00000001[0-9a-f-]{18}$/)
})

test("ids that the service makes are in the order of the journal, never twice the same, and 30 characters long", () => {
  expect(newId(35).slice(0, 12)).toBe("dec_0000000z")
  expect(newId(36).slice(0, 12)).toBe("dec_00000010")
  expect(newId(7)).toHaveLength(30)
  expect(newId(7)).not.toBe(newId(7))
  expect([newId(40), newId(4), newId(2000)].sort().map((id) => id.slice(8, 12))).toEqual(["0004", "0014", "01jk"])
})

test("an archived experiment makes no new decision, and repeats earlier ones", async () => {
  const { decide, refused, service, id } = await made()
  await decide({ decisionId: "d" })
  await service.changeStatus(id, "archive")
  await refused({}, "experiment_archived")
  expect(await decide({ decisionId: "d" })).toMatchObject({ isNew: false, status: "archived" })
})

describe("subjects", () => {
  test("where they are counted, each decision must have one; elsewhere none must", async () => {
    for (const more of [{ subjectCap: 2 }, { sticky: true }]) await (await made(more)).refused({}, "subject_required")
    const free = await made()
    await free.decide({})
    await free.decide({ subject: "s" })
    const kept = await free.rows()
    expect(kept.map(({ subject }) => subject === null)).toEqual([true, false])
    expect(free.store.rowsAfter("subjects", free.id, "", 10)).toEqual([])
  })

  test("up to its cap one is learned from and counted; beyond it the latest arm is served, without a slot", async () => {
    const { decide, rows, store, id } = await made({ subjectCap: 2 })
    const arms: string[] = []
    for (const subject of ["s", "s", "t", "s", "s"]) arms.push((await decide({ subject })).arm)
    expect((await rows()).map(({ pull }) => pull !== null)).toEqual([true, true, true, false, false])
    expect(arms[3]).toBe(arms[2])
    expect(arms[4]).toBe(arms[2])
    const [s, , t] = (await rows()).map(({ subject }) => store.subject(id, subject ?? ""))
    expect(s).toMatchObject({ learned: 2, arm: null })
    expect(t).toMatchObject({ learned: 1, arm: null })
  })

  test("a sticky one keeps its arm and is learned from once; where that arm is excluded it gets another and keeps the first", async () => {
    const { decide, rows, store, id, live } = await made({ sticky: true })
    const { arm } = await decide({ subject: "s" })
    for (let more = 0; more < 5; more++) await decide({ subject: `other${more}` })
    expect((await decide({ subject: "s" })).arm).toBe(arm)
    expect((await decide({ subject: "s", excludeArms: [arm] })).arm).not.toBe(arm)
    expect((await decide({ subject: "s", excludeArms: ["a", "b", "c"].filter((name) => name !== arm) })).arm).toBe(arm)
    expect((await decide({ subject: "s" })).arm).toBe(arm)
    const kept = await rows()
    expect(kept.map(({ pull }) => pull !== null)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)])
    const mine = kept[0]?.subject ?? ""
    expect(store.subject(id, mine)).toMatchObject({ learned: 1, arm: live.armNumber(arm) })
  })

  test("a subject that is first served after learning ended keeps its arm, and is not counted", async () => {
    const { decide, store, id, rows, live, service } = await made({ sticky: true })
    await service.changeStatus(id, "finish")
    const { arm } = await decide({ subject: "late" })
    const [row] = await rows()
    expect(row?.pull).toBeNull()
    expect(store.subject(id, row?.subject ?? "")).toMatchObject({ learned: 0, arm: live.armNumber(arm) })
    const capped = await made({ subjectCap: 2 })
    await capped.service.changeStatus(capped.id, "finish")
    await capped.decide({ subject: "late" })
    expect(await capped.rows()).toMatchObject([{ pull: null }])
    expect(capped.store.rowsAfter("subjects", capped.id, "", 10).filter(({ learned }) => learned === 0)).toEqual([])
  })
})

test("an error of the algorithm keeps its kind: no arm left is a refusal, all else is internal", async () => {
  const { service, id, rows } = await made()
  const codeFor = async (error: Error): Promise<unknown> => {
    // The service drops what failed from memory, and with it this.
    service.live(id).decide = () => {
      throw error
    }
    return service.decide(id, {}, "local").then(
      () => "decided",
      (error: { name: string; code?: string }) => [error.name, error.code],
    )
  }
  expect(await codeFor(new ArmisticeError("no_arm_available", "x"))).toEqual(["ServiceError", "no_arm_available"])
  expect(await codeFor(new ArmisticeError("invalid_parameter", "x"))).not.toEqual(["ServiceError", "no_arm_available"])
  const other = Object.assign(new TypeError("x"), { code: "no_arm_available" })
  expect(await codeFor(other)).not.toEqual(["ServiceError", "no_arm_available"])
  expect(await rows()).toEqual([])
})
