// The API as a caller sees it, without a socket.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

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
  expect(rewarded.body.results.map(({ status }: { status: number }) => status)).toEqual([204, 409, 404])
})
