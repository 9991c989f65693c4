// An Idempotency-Key returns the first response again, refuses another request, and gives ids that
// nobody else can guess.

import { createHash } from "node:crypto"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { deriveDecisionNames, deriveExperimentId } from "../keys/repeatable-ids.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, temporaryFolder, testServer, testSubjectKey } from "../testing/test-service.ts"

const idempotency = (word: string) => ({ "idempotency-key": word })
const hash = (text: string) => createHash("sha256").update(text).digest("base64url")

describe.each(storeKinds)("on %s", (kind) => {
  test("a batch of another length under the same Idempotency-Key is 409 and changes nothing", async () => {
    const { call, create, store } = await anyServer(kind)
    const id = await create({ ...demo, segments: ["x"] })
    const url = `/v1/experiments/${id}/decisions`
    const batch = (word: string, decisions: object[]) => call("POST", `${url}:batch`, { decisions }, idempotency(word))
    const [good, bad] = [{ segment: "x" }, { segment: "y" }]
    const first = await batch("two", [good, good])
    expect(first.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 201])
    // Refused in part: what was made still stands for a request of three.
    await batch("three", [bad, good, bad])
    expect((await call("POST", url, good, idempotency("one"))).status).toBe(201)
    const count = async () => (await store.rowsAfter("decisions", id, 0, 100)).length
    expect(await count()).toBe(4)
    const own = { ...good, decisionId: "own" }
    for (const [word, decisions] of [
      ["two", [good, good, good]],
      ["two", [good]],
      ["two", [own, own, own]],
      ["three", [bad, good, bad, good]],
      ["three", [good]],
      ["one", [good]],
      ["one", [good, good]],
    ] as [string, object[]][]) {
      const { status, body } = await batch(word, decisions)
      expect([status, body.code], `${word} ${decisions.length}`).toEqual([409, "idempotency_conflict"])
    }
    expect((await call("POST", url, good, idempotency("two"))).body.code).toBe("idempotency_conflict")
    expect(await count()).toBe(4)
    const again = await batch("two", [good, good])
    const parts = (results: { decisionId: string; arm: string }[]) =>
      results.map(({ decisionId, arm }) => [decisionId, arm])
    expect(parts(again.body.results)).toEqual(parts(first.body.results))
    expect((await batch("other", [good, good, good])).body.results[2].status).toBe(201)
  })

  test("ids of Idempotency-Keys differ in every experiment and are not to be made without the store's key", async () => {
    const { call, create } = await anyServer(kind)
    const ids = [await create(demo, idempotency("order 7")), await create(demo), await create(demo)]
    const made: string[] = []
    for (const id of ids.slice(1)) {
      const url = `/v1/experiments/${id}/decisions`
      made.push((await call("POST", url, {}, idempotency("order 7"))).body.decisionId)
      const { results } = (await call("POST", `${url}:batch`, { decisions: [{}, {}] }, idempotency("order 8"))).body
      made.push(...results.map(({ decisionId }: { decisionId: string }) => decisionId))
    }
    expect(new Set(made).size).toBe(6)
    const wrongKey = new Uint8Array(32)
    for (const secret of [testSubjectKey, wrongKey]) {
      const isRight = secret === testSubjectKey
      const one = { word: "order 7", size: null, index: 0 }
      expect(deriveExperimentId(secret, "local", "order 7") === ids[0]).toBe(isRight)
      expect(deriveDecisionNames(secret, ids[1] as string, "local", one).id === made[0]).toBe(isRight)
    }
    const guesses = ["order 7", "local\norder 7", `local\n${ids[1]}\norder 7`, "order 8", "local\norder 8"].map(hash)
    for (const guess of guesses.flatMap((one) => [one, hash(one)]))
      for (const id of [...made, ids[0] as string]) expect(id).not.toContain(guess.slice(0, 12))
  })
})

test("a restart gives the same for the same Idempotency-Key", async () => {
  const path = join(temporaryFolder(), "test.db")
  const answers = []
  for (let start = 0; start < 2; start++) {
    const { call, service } = await testServer({ path })
    const { id } = (await call("POST", "/v1/experiments", demo, idempotency("e"))).body
    const one = await call("POST", `/v1/experiments/${id}/decisions`, {}, idempotency("d"))
    const many = { decisions: [{}, {}] }
    const batch = await call("POST", `/v1/experiments/${id}/decisions:batch`, many, idempotency("b"))
    const { results } = batch.body as { results: { decisionId: string; arm: string }[] }
    answers.push([id, one.body, results.map(({ decisionId, arm }) => [decisionId, arm])])
    const longer = { decisions: [{}, {}, {}] }
    expect((await call("POST", `/v1/experiments/${id}/decisions:batch`, longer, idempotency("b"))).status).toBe(409)
    await service.close()
  }
  expect(answers[1]).toEqual(answers[0])
})

test("replicas give the same for the same Idempotency-Key, and one of two lengths asked for at once", async () => {
  const { replicas, problems } = await testReplicas(2)
  const [one, two] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { id } = (await one.createExperiment(demo, { key: "local", word: "e" })).live.experiment
  expect((await two.createExperiment(demo, { key: "local", word: "e" })).isNew).toBe(false)
  for (let round = 0; round < 40; round++) await one.decide(id, {}, "local")
  const batch = (replica: typeof one, word: string, size: number) =>
    Promise.allSettled(
      Array.from({ length: size }, (_, index) => replica.decide(id, { repeatable: { word, size, index } }, "local")),
    )
  for (let round = 0; round < 10; round++) {
    const both = await Promise.all([batch(one, `w${round}`, 2), batch(two, `w${round}`, 3)])
    const made = both.map((outcomes) => outcomes.filter(({ status }) => status === "fulfilled").length)
    expect([
      [2, 0],
      [0, 3],
    ]).toContainEqual(made)
    const [size, replica] = made[0] === 2 ? ([2, two] as const) : ([3, one] as const)
    const again = await batch(replica, `w${round}`, size)
    expect(again.map((outcome) => outcome.status === "fulfilled" && outcome.value.isNew)).toEqual(
      Array(size).fill(false),
    )
  }
  expect(await problems()).toEqual([null])
})
