// The metrics that Prometheus scrapes: decisions, rewards where they are public, commits, latency
// by route, and the spend.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { demo, testServer } from "../testing/test-service.ts"

test("counts are those of stored rows, and spent is the filter's", async () => {
  const { call, create, service } = await testServer()
  const [open, secret] = [await create(), await create({ ...demo, arrivals: "private" })]
  for (const id of [open, secret])
    for (let round = 0; round < 30; round++) {
      await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: `d${round}` })
      await call("PUT", `/v1/experiments/${id}/decisions/d${round}/reward`, { value: 1 })
    }
  await call("PUT", `/v1/experiments/${open}/decisions/unknown/reward`, { value: 1 })
  const { headers, text } = await call("GET", "/metrics")
  expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/)
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")
        .at(-1),
    )
  expect(value("armistice_decisions_total")).toBe(60)
  expect(value("armistice_rewards_total")).toBe(30)
  expect(value("armistice_commit_seconds_count")).toBe(90)
  expect(value("armistice_commit_seconds_sum")).toBeGreaterThan(0)
  const route = (method: string, path: string, status: number) =>
    value(`armistice_request_seconds_count{method="${method}",route="${path}",status="${status}"}`)
  expect(route("POST", "/v1/experiments/:id/decisions", 201)).toBe(60)
  expect(route("PUT", "/v1/experiments/:id/decisions/:decisionId/reward", 204)).toBe(30)
  expect(route("PUT", "/v1/experiments/:id/decisions/:decisionId/reward", 404)).toBe(1)
  expect(value(`armistice_eta_spent{experiment="${open}"}`)).toBe(service.live(open).spent())
  expect(value(`armistice_eta_spent{experiment="${secret}"}`)).toBe(0)
  expect(value(`armistice_eta_limit{experiment="${open}"}`)).toBe(1)
})

test("a key for some experiments sees no others", async () => {
  const { call, create, store } = await testServer()
  const [own, other] = [await create(), await create()]
  const { token } = createKey(store, { name: "some", role: "audit", experiments: [own] })
  const { text } = await call("GET", "/metrics", undefined, { authorization: `Bearer ${token}` })
  expect(text).toContain(own)
  expect(text).not.toContain(other)
})

test("every line is one that Prometheus reads, and buckets only grow", async () => {
  const { call, create } = await testServer()
  await call("POST", `/v1/experiments/${await create()}/decisions`, {})
  const lines = (await call("GET", "/metrics")).text.trimEnd().split("\n")
  for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? (NaN|[0-9.e+-]+))$/)
  const buckets = lines.filter((line) => line.startsWith("armistice_commit_seconds_bucket"))
  const counts = buckets.map((line) => Number(line.split(" ")[1]))
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(buckets.at(-1)).toMatch(/le="\+Inf"\} 1$/)
})
