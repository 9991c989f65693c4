import { expect, test } from "vitest"
import { demo, testServer } from "../testing/test-service.ts"

const bounded = {
  ...demo,
  reward: { min: 0, max: 100 },
  metrics: [{ name: "minutes", min: 0, max: 60, eta: 1 }],
}

test("with clip a value beyond its bounds counts as the bound; without it the value is refused", async () => {
  const { call, create, store } = await testServer()
  const id = await create({ ...bounded, clip: true })
  const base = `/v1/experiments/${id}`
  expect((await call("GET", base)).body.clip).toBe(true)
  const values = [
    { value: 250, metrics: { minutes: -3 } },
    { value: -1, metrics: { minutes: 90 } },
    { value: 50, metrics: { minutes: 30 } },
  ]
  const answers = []
  for (const [place, outcome] of values.entries()) {
    await call("POST", `${base}/decisions`, { decisionId: `d${place}` })
    answers.push(await call("PUT", `${base}/decisions/d${place}/reward`, outcome))
  }
  // The answer to a clipped value is that to any other.
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]?.status).toBe(204)
  expect(store.rowsAfter("rewards", id, 0, 10).map(({ steps }) => steps)).toEqual([2 ** 20, 0, 2 ** 19])
  expect(store.rowsAfter("metricValues", id, 0, 10).map(({ steps }) => steps)).toEqual([0, 2 ** 20, 2 ** 19])
  const strict = await create(bounded)
  await call("POST", `/v1/experiments/${strict}/decisions`, { decisionId: "d" })
  expect(await call("PUT", `/v1/experiments/${strict}/decisions/d/reward`, { value: 250 })).toMatchObject({
    status: 422,
    body: { code: "reward_out_of_bounds", detail: "a reward must be between 0 and 100" },
  })
  expect((await call("GET", `/v1/experiments/${strict}`)).body.clip).toBe(false)
  // A copy keeps it.
  const copy = await call("POST", "/v1/experiments", { like: id })
  expect(copy.body.clip).toBe(true)
})
