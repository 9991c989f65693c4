// Replicas that learn from the same people in many experiments at once: nobody above the limit,
// nobody left out who had room, no deadlock.

import fc from "fast-check"
import { expect, test } from "vitest"
import { type Replica, testReplicas } from "../testing/test-replica.ts"
import { demo } from "../testing/test-service.ts"

const member = { ...demo, subjectCap: 1 } as const

/** Learned from, by subject. */
async function countLearned(replica: Replica, ids: readonly string[], belongsTo: (decisionId: string) => string) {
  const counts = new Map<string, number>()
  for (const id of ids)
    for (const row of await replica.store.rowsAfter("decisions", id, 0, 10_000))
      if (row.pull !== null) counts.set(belongsTo(row.id), (counts.get(belongsTo(row.id)) ?? 0) + 1)
  return counts
}

test("a person asked for in five experiments on three replicas at once is learned from in exactly four, in any interleaving", async () => {
  const { replicas, problems } = await testReplicas(3, { parallelBatches: 4 })
  await replicas[0].putPopulation("p", 2)
  const ids: string[] = []
  for (let index = 0; index < 5; index++)
    ids.push((await replicas[0].createExperiment({ ...member, population: "p" })).live.experiment.id)
  let run = 0
  const turn = fc.record({ replica: fc.nat(2), pause: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 15, maxLength: 15 }), async (turns) => {
      run += 1
      const asked = turns.map(async ({ replica, pause }, at) => {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        // Each experiment is asked three times for the same person.
        const request = { decisionId: `r${run}-${at}`, subject: `person ${run}` }
        await (replicas[replica] as Replica).decide(ids[at % 5] as string, request, "local")
      })
      await Promise.all(asked)
      const counts = await countLearned(replicas[1] as Replica, ids, (decisionId) => decisionId.split("-")[0] as string)
      expect(counts.get(`r${run}`)).toBe(4)
    }),
    { numRuns: 25, seed: 5 },
  )
  const rows = await replicas[2]?.store.populations.reservationsAfter("p", "", 1000)
  expect(rows?.length).toBe(run)
  expect(rows?.every(({ high, low }) => high === 4 && low === 0)).toBe(true)
  expect(await problems()).toEqual(ids.map(() => null))
})

test("groups over many populations and people, in opposite orders on three replicas, all come to an end", async () => {
  // Whether they come to an end is asked, not how soon on a machine that does other things.
  const patience = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
  const { replicas } = await testReplicas(3, { parallelBatches: 4, requestTimeoutMs: 60_000 }, patience)
  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    const population = `p${index % 4}`
    await replicas[0].putPopulation(population, 1)
    ids.push((await replicas[0].createExperiment({ ...member, population })).live.experiment.id)
  }
  // In one that is over nobody is learned from: rows that are made for its people only to be locked
  // come and go.
  const over = (await replicas[0].createExperiment({ ...member, population: "p0" })).live.experiment.id
  await replicas[0].changeStatus(over, "finish")
  const deadlocks = async () => {
    const { rows } = await replicas[0].store.session.pool.query(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    )
    return Number(rows[0].deadlocks)
  }
  const people = 40
  const asked: Promise<unknown>[] = []
  for (const [at, replica] of replicas.entries())
    for (let step = 0; step < people * ids.length; step++) {
      const place = at % 2 === 0 ? step : people * ids.length - 1 - step
      const [experiment, subject] = [ids[place % ids.length] as string, `s${Math.floor(place / ids.length)}`]
      asked.push(replica.decide(experiment, { decisionId: `${at}-${subject}`, subject }, "local"))
      asked.push(
        replica.decide(over, { subject }, "local"),
        replica.decide(over, { subject: `only ${subject}` }, "local"),
      )
    }
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([])
  expect(await deadlocks()).toBe(0)
  // In each population a person has room for one of its three experiments.
  const counts = await countLearned(replicas[0], ids, (decisionId) => decisionId.slice(2))
  expect([...counts.values()]).toEqual(Array.from({ length: people }, () => 4))
  for (let index = 0; index < 4; index++)
    expect(await replicas[1]?.store.populations.countPeople(`p${index}`, 0)).toEqual({ people, atLimit: people })
})

test("a population that several replicas make at once has one limit, which none raises over an experiment", async () => {
  const { replicas } = await testReplicas(3)
  for (let round = 0; round < 10; round++) {
    const name = `p${round}`
    const made = replicas.map((replica, at) =>
      replica.putPopulation(name, at + 1).then(async () => {
        await replica.createExperiment({ ...member, population: name }).catch((error) => {
          if (error.code !== "population_limit") throw error
        })
      }),
    )
    const outcomes = await Promise.allSettled(made)
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "population_in_use" })
    const row = await replicas[0].store.populations.find(name)
    expect(row?.limit).toBeLessThanOrEqual(row?.highest as number)
    const before = row?.limit as number
    await expect(replicas[1]?.putPopulation(name, before + 1)).rejects.toMatchObject({ code: "population_in_use" })
    expect((await replicas[2]?.store.populations.find(name))?.limit).toBe(before)
  }
})
