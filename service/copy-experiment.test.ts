// A copy is what was asked for then with what is given over it.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "./testing/any-server.ts"
import { testServer } from "./testing/test-service.ts"

const rich = {
  name: "rich",
  description: "with everything",
  labels: ["x"],
  arms: ["a", "b"],
  horizon: 500,
  answers: "all" as const,
  privacy: { epsilon: 1, delta: 1e-6 },
  protects: "subject",
  sticky: true,
  reward: { min: -1, max: 3 },
  segments: ["n", "s"],
  arrivals: "private",
  rewardWindowSeconds: 60,
  tickSeconds: 10,
  control: "b",
  worthwhile: 0.5,
  evenShare: 0.25,
  stopWhen: "clear",
  metrics: [{ name: "complaint", min: 0, max: 1, eta: 0.05, worse: "higher", default: 0 }],
}

const without = ({ id: _id, createdAt: _at, ...view }: Record<string, unknown>) => view

test.each(storeKinds)("on %s a copy is a new experiment that promises the same", async (kind) => {
  const { call, create } = await anyServer(kind)
  const id = await create(rich)
  const whole = (await call("GET", `/v1/experiments/${id}`)).body
  const same = await call("POST", "/v1/experiments", { like: id })
  expect(same.status).toBe(201)
  expect(same.body.id).not.toBe(id)
  const { progress: _progress, purgedAt: _purged, ...view } = whole
  expect(without(same.body)).toEqual(without(view))
  // As it is called now, not then; and a copy can be copied.
  await call("PATCH", `/v1/experiments/${id}`, { description: "now", labels: ["y"] })
  const given = { name: "y", arms: ["b", "c", "d"], horizon: 900, answers: "all" as const }
  const other = (await call("POST", "/v1/experiments", { like: id, ...given })).body
  expect(without(other)).toMatchObject({ ...given, description: "now", labels: ["y"] })
  expect(other.guarantee.eta).toBe(whole.guarantee.eta)
  expect((await call("POST", "/v1/experiments", { like: other.id })).body).toMatchObject({
    name: "y",
    horizon: 900,
    answers: "all" as const,
  })
  // A default of the original is a default again: the lower bound of the new range.
  const moved = (await call("POST", "/v1/experiments", { like: id, reward: { min: 5, max: 6 } })).body
  expect(moved.missing).toBe(5)
  const stricter = (await call("POST", "/v1/experiments", { like: id, privacy: { eta: 0.1 } })).body
  expect(stricter.subject.eta).toBeLessThan(0.1000001)
  const { activity } = (await call("GET", "/v1/activity")).body
  expect(activity.filter(({ action }: { action: string }) => action === "create")).toHaveLength(6)
})

test("an impossible copy is refused", async () => {
  const { call, create } = await testServer()
  const id = await create(rich)
  for (const [body, status, code] of [
    [{ like: "exp_none" }, 404, "unknown_experiment"],
    [{ like: "none" }, 400, "invalid_request"],
    [{ like: id, arms: ["x", "y"] }, 422, "unknown_arm"],
    [{ like: id, reward: { min: 1, max: 0 } }, 422, "invalid_parameter"],
    [{ like: id, horizn: 5 }, 400, "invalid_request"],
    [{ name: "n", arms: ["a", "b"] }, 400, "invalid_request"],
    [{}, 400, "invalid_request"],
  ] as const) {
    const answer = await call("POST", "/v1/experiments", body)
    expect([body, answer.status, answer.body.code]).toEqual([body, status, code])
  }
  const { body } = await call("POST", "/v1/experiments", { name: "n", arms: ["a", "b"] })
  expect(body.detail).toBe("horizon is required")
})

test("a repeated copy is one, also when the other has been renamed since", async () => {
  const { call, create } = await testServer()
  const id = await create()
  const again = { "idempotency-key": "again" }
  const first = await call("POST", "/v1/experiments", { like: id, horizon: 50 }, again)
  await call("PATCH", `/v1/experiments/${id}`, { name: "renamed" })
  const second = await call("POST", "/v1/experiments", { like: id, horizon: 50 }, again)
  expect([first.status, second.status, second.body]).toEqual([201, 200, first.body])
  const third = await call("POST", "/v1/experiments", { like: id, horizon: 51 }, again)
  expect(third.body.code).toBe("idempotency_conflict")
})
