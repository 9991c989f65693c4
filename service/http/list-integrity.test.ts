// The list shows where answers stopped or come wrongly, on both stores: under harm, above what
// waits, and only for as long as it is so.

import { expect, test } from "vitest"
import { noChanges } from "../store/changes.ts"
import { copyRows } from "../store/copy-rows.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import { anyServer, type StoreKind, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

type Listed = { id: string }

/** Ten people at a time, who answer at once or never; what is due is dealt with after each ten. */
async function withPeople(kind: StoreKind, more: object = {}) {
  const server = await anyServer(kind)
  const { call, clock, service } = server
  const definition = { ...demo, arms: ["a", "b"], evenShare: 1, missing: "ignore", rewardWindowSeconds: 160 }
  const id = await server.create({ ...definition, ...more })
  const base = `/v1/experiments/${id}`
  let number = 0
  const people = async (count: number, answers: (arm: string, number: number) => boolean): Promise<void> => {
    for (let left = count; left > 0; left -= 10) {
      const decisions = Array.from({ length: 10 }, () => ({ decisionId: `d${number++}` }))
      const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
      const rewards = (results as { decisionId: string; arm: string }[])
        .filter(({ arm, decisionId }) => answers(arm, Number(decisionId.slice(1))))
        .map(({ decisionId }) => ({ decisionId, value: 0.5 }))
      if (rewards.length > 0) await call("POST", `${base}/rewards:batch`, { rewards })
      clock.forward(10)
      await service.closeWindows()
    }
  }
  const list = async (query = "") => (await call("GET", `/v1/experiments${query}`)).body
  const finding = async () => (await list(`?q=${id}`)).experiments[0].integrity
  const ids = async (query = "") => (await list(query)).experiments.map((one: Listed) => one.id)
  return { ...server, id, base, people, list, finding, ids }
}

const half = (_: string, number: number) => number % 2 === 0

test.each(storeKinds)(
  "on %s an experiment whose answers stopped is under harm and above what waits, until they come again",
  async (kind) => {
    const { id, create, store, people, list, finding, ids } = await withPeople(kind)
    await people(200, half)
    const [waiting, harmful] = [await create({ ...demo, name: "waits" }), await create({ ...demo, name: "harm" })]
    const figures = { leader: 1, next: 0, difference: 0.25, low: 0.1, high: 0.4, recommended: 1, body: "{}" }
    const clear: CurrentResultRow = {
      ...figures,
      experiment: waiting,
      segment: "",
      release: 1,
      at: 1000,
      state: "clear",
      verdict: "clear",
      fixed: 0,
    }
    await store.commit({ ...noChanges(), currentResults: [clear], attention: [{ experiment: harmful, level: 2 }] })
    expect([await finding(), await ids()]).toEqual([null, [harmful, waiting, id]])
    await people(60, () => false)
    expect(await finding()).toEqual({
      kind: "silent",
      segment: null,
      sentence: expect.stringMatching(/^Answers stopped coming/),
      share: expect.closeTo(0.5, 1),
      since: expect.any(String),
      at: expect.any(String),
    })
    for (const query of ["", "?sort=released"]) expect(await ids(query)).toEqual([harmful, id, waiting])
    expect(await ids("?part=urgent")).toEqual([harmful, id])
    expect((await list()).counts).toMatchObject({ urgent: 2, waiting: 1, learning: 0 })
    // A copy of the store shows it too.
    const other = await anyServer(kind === "SQLite" ? "Postgres" : "SQLite")
    await copyRows(store, other.store)
    const copied = (await other.call("GET", "/v1/experiments?part=urgent")).body.experiments
    expect(copied.map((one: Listed) => one.id)).toEqual([id])
    await people(20, half)
    expect([await finding(), await ids("?part=urgent")]).toEqual([null, [harmful]])
  },
)

test.each(storeKinds)("on %s a finding is listed until the experiment is over", async (kind) => {
  const { people, finding, ids, id, call, base } = await withPeople(kind)
  await people(400, (arm, number) => number % 10 < (arm === "a" ? 9 : 2))
  expect(await finding()).toMatchObject({ kind: "answers_differ", segment: null })
  expect(await ids("?part=urgent")).toEqual([id])
  await call("POST", `${base}/finish`)
  expect([await finding(), await ids("?part=urgent"), await ids("?part=done")]).toEqual([null, [], [id]])
})

test.each(storeKinds)("on %s with private arrivals answers that stop change nothing in the list", async (kind) => {
  const settings = { arrivals: "private", tickSeconds: 10, missing: 0 }
  const { people, list, finding, call, base, service } = await withPeople(kind, settings)
  await people(200, (arm) => arm === "a")
  await people(60, () => false)
  for (let number = 0; number < 30; number++) await call("PUT", `${base}/decisions/none${number}/reward`, { value: 1 })
  await service.closeWindows()
  expect([await finding(), (await list()).counts.urgent]).toEqual([null, 0])
})
