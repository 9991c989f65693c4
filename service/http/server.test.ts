// The API as a caller sees it, without a socket.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo, testServer } from "../testing/test-service.ts"

test.each(storeKinds)("on %s an experiment is created, decides, takes a reward, and shows both", async (kind) => {
  const { call } = await anyServer(kind)
  const created = await call("POST", "/v1/experiments", demo)
  expect(created.status).toBe(201)
  expect(created.body.id).toMatch(/^exp_/)
  expect(created.body.guarantee).toMatchObject({ kind: "gdp", eta: 1 })
  const { id } = created.body
  const decided = await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1", subject: "s-1" })
  expect(decided.status).toBe(201)
  expect(demo.arms).toContain(decided.body.arm)
  const again = await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1", subject: "s-1" })
  expect([again.status, again.body]).toEqual([200, decided.body])
  expect((await call("PUT", `/v1/experiments/${id}/decisions/d-1/reward`, { value: 1 })).status).toBe(204)
  expect((await call("GET", `/v1/experiments/${id}/decisions/d-1`)).body).toEqual({
    decisionId: "d-1",
    arm: decided.body.arm,
    status: "running",
    rewarded: true,
  })
  expect((await call("GET", `/v1/experiments/${id}`)).body.progress[0].round).toBe(1)
})

test.each(storeKinds)("on %s batches answer each part as if it had come alone", async (kind) => {
  const { call, create } = await anyServer(kind)
  const id = await create()
  const decided = await call("POST", `/v1/experiments/${id}/decisions:batch`, {
    decisions: [{ decisionId: "d-1" }, {}, { decisionId: "d-1" }, { excludeArms: ["nobody"] }],
  })
  expect(decided.status).toBe(200)
  expect(decided.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 201, 200, 422])
  const rewarded = await call("POST", `/v1/experiments/${id}/rewards:batch`, {
    rewards: [
      { decisionId: "d-1", value: 1 },
      { decisionId: "d-1", value: 0 },
      { decisionId: "d-2", value: 1 },
    ],
  })
  expect(rewarded.body.results.map(({ status }: { status: number }) => status)).toEqual([204, 200, 404])
})

test("a body that has nothing may be left out, with or without its content type", async () => {
  const { app, create } = await testServer()
  const id = await create()
  const post = (path: string, headers: Record<string, string>) =>
    app.inject({ method: "POST", url: `/v1/experiments/${id}${path}`, headers })
  for (const headers of [{}, { "content-type": "application/json" }]) {
    expect((await post("/decisions", headers)).statusCode).toBe(201)
    expect((await post("/pause", headers)).statusCode).toBe(200)
    expect((await post("/resume", headers)).statusCode).toBe(200)
    expect((await post("/rewards:batch", headers)).json().code).toBe("invalid_request")
  }
})

test("a field that has no place in an experiment is named; in a decision or a reward it is not, since it may be private", async () => {
  const { call, create } = await testServer()
  const wrong = await call("POST", "/v1/experiments", { ...demo, privcy: { eta: 1 } })
  expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringMatching(/unknown field: "privcy"$/)])
  const id = await create()
  for (const path of ["decisions", "rewards:batch"]) {
    const { status, text } = await call("POST", `/v1/experiments/${id}/${path}`, { alice: 1 })
    expect([status, text.includes("alice")]).toEqual([400, false])
  }
})

test("an algorithm that is not known is answered with those that run live", async () => {
  const { call } = await testServer()
  const { body } = await call("POST", "/v1/experiments", { ...demo, algorithm: { name: "gdp-ime" } })
  expect(body.code).toBe("unknown_algorithm")
  expect(body.detail).toMatch(/gdp-imed.*, got "gdp-ime"$/)
  expect(body.detail).not.toContain("dp-ucb,")
})

test("experiments are listed in pages, the newest first, and by status", async () => {
  const { call, create } = await testServer()
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.push(await create())
  await call("POST", `/v1/experiments/${ids[1]}/pause`)
  const seen: string[] = []
  for (let after = ""; ; ) {
    const { body } = await call("GET", `/v1/experiments?limit=2${after === "" ? "" : `&after=${after}`}`)
    seen.push(...body.experiments.map((one: { id: string }) => one.id))
    if (body.next === null) break
    after = body.next
  }
  expect(seen).toEqual(ids.toReversed())
  const paused = (await call("GET", "/v1/experiments?status=paused")).body.experiments as { id: string }[]
  expect(paused.map(({ id }) => id)).toEqual([ids[1]])
})
