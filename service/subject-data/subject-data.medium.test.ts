// An access request finds every row about a subject: the subject's hashes are looked for in all
// rows of all tables, and each table must be known to be about people or not.

import { expect, test } from "vitest"
import { hashSubject } from "../keys/repeatable-ids.ts"
import { hashPerson } from "../populations/population.ts"
import type { Service } from "../service.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { demo, testSubjectKey } from "../testing/test-service.ts"
import { readSubjectData } from "./subject-data.ts"

const complaint = { name: "complaint", min: 0, max: 10, eta: 0.5, worse: "higher", default: 0 } as const

/** One experiment of each kind in which something is stored about people. */
async function playedKinds(service: Service): Promise<Record<"counted" | "plain" | "context" | "bulk", string>> {
  await service.putPopulation("patients", 5)
  const create = async (more: object) => (await service.createExperiment({ ...demo, ...more })).live.experiment.id
  const ids = {
    counted: await create({
      name: "counted",
      subjectCap: 3,
      population: "patients",
      metrics: [complaint],
      rewardWindowSeconds: 60,
    }),
    plain: await create({ name: "plain", reward: { min: -5, max: 5 } }),
    context: await create({
      name: "context",
      context: { protection: "none", attributes: { device: { levels: ["phone", "desk"] } } },
    }),
    bulk: await create({ name: "bulk", sticky: true, bulk: true, subjectNormalisation: "nfkc" }),
  }
  for (const subject of ["anna", "bert"]) {
    for (let visit = 0; visit < 4; visit++) {
      const decisionId = `${subject}-${visit}`
      await service.decide(ids.counted, { subject, decisionId }, "local")
      if (visit < 2) await service.reward(ids.counted, decisionId, { value: 0.25, metrics: { complaint: 5 } }, "local")
    }
    await service.decide(ids.plain, { subject, decisionId: subject, excludeArms: ["a"] }, "local")
    await service.reward(ids.plain, subject, 2.5, "local")
    await service.decide(ids.context, { subject, decisionId: subject, context: { device: "desk" } }, "local")
    await service.assign([{ live: await service.live(ids.bulk), subject, segment: "", context: null }])
  }
  return ids
}

test.each(storeKinds)(
  "%s: everything about a subject is found, in words and units, and nothing about others",
  async (kind) => {
    const { service, store, clock, everyRow } = await anyService(kind)
    const ids = await playedKinds(service)
    // Metrics join at the end of their windows.
    clock.forward(60)
    await service.closeWindows()
    const data = await readSubjectData(store, testSubjectKey, "anna")
    expect(data.experiments.map(({ name, rows }) => [name, Object.keys(rows).sort()])).toEqual([
      ["counted", ["decisions", "metric_observations", "metric_values", "observations", "rewards", "subjects"]],
      ["plain", ["decisions", "observations", "rewards"]],
      ["context", ["decisions"]],
      ["bulk", ["subjects"]],
    ])
    const [counted, plain, context, bulk] = data.experiments
    expect(counted?.rows["decisions"]).toHaveLength(4)
    expect(counted?.rows["metric_values"]).toMatchObject([{ metric: "complaint", value: 5 }, { value: 5 }])
    expect(counted?.rows["subjects"]).toMatchObject([{ learned: 3 }])
    expect(plain?.rows["rewards"]?.[0]?.["value"]).toBeCloseTo(2.5, 5)
    expect(plain?.rows["decisions"]).toMatchObject([
      { id: "anna", excluded: ["a"], arm: expect.stringMatching(/^[bc]$/) },
    ])
    expect(context?.rows["decisions"]).toMatchObject([{ context: { device: "desk" } }])
    expect(bulk?.rows["subjects"]).toMatchObject([{ assigned: { arm: expect.stringMatching(/^[abc]$/) } }])
    expect(data.populations).toMatchObject([{ name: "patients", eta: expect.closeTo(3 * Math.hypot(1, 0.5), 6) }])
    expect(data.searched).toEqual({ experiments: 4, populations: 1 })
    const text = JSON.stringify(data)
    expect(text).not.toContain("bert")
    expect(text).not.toContain('noise"')

    // The hashes of the subject occur nowhere else, whatever column they might be in.
    const hashes = [
      ...Object.values(ids).map((id) => hashSubject(testSubjectKey, id, "anna")),
      hashPerson(testSubjectKey, "patients", "anna"),
    ]
    const stored = (await everyRow()) as object[][]
    const mentioned = stored.flat().filter((row) => hashes.some((hash) => JSON.stringify(row).includes(hash)))
    const reported = data.experiments.flatMap(({ rows }) => [...(rows["decisions"] ?? []), ...(rows["subjects"] ?? [])])
    expect(mentioned).toHaveLength(reported.length + data.populations.length)

    // Erased rows are no longer found.
    await service.eraseSubject(ids.plain, "anna")
    await service.eraseSubject(ids.counted, "anna")
    const left = await readSubjectData(store, testSubjectKey, "anna")
    expect(left.experiments.map(({ name, rows }) => [name, Object.keys(rows)])).toEqual([
      ["counted", ["subjects"]],
      ["context", ["decisions"]],
      ["bulk", ["subjects"]],
    ])
    const nobody = await readSubjectData(store, testSubjectKey, "carla")
    expect([nobody.experiments, nobody.populations]).toEqual([[], []])
  },
)
