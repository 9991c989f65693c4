// A leader that harms: whatever the reward says, the verdict is guardrail, and nothing finishes by itself.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { plain } from "./testing/played-server.ts"

test.each(storeKinds)("on %s, through HTTP: guardrail, told in the sentence, and stopWhen waits", async (kind) => {
  const { call, create } = await anyServer(kind)
  const id = await create({
    ...plain,
    horizon: 2000,
    privacy: { eta: 5 },
    evenShare: 1,
    stopWhen: "clear",
    acceptWeakPrivacy: true,
    metrics: [{ name: "complaint", min: 0, max: 1, eta: 9, worse: "higher", default: 0 }],
  })
  const base = `/v1/experiments/${id}`
  // The reward says nothing for b at first, whatever chance deals it, and complaints much against it: were it clear before, it would finish.
  for (let round = 0; round < 40; round++) {
    const decisions = Array.from({ length: 10 }, (_, index) => ({ decisionId: `d${round}-${index}` }))
    const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
    const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => ({
      decisionId,
      value: round < 20 ? 0.5 : Number(arm === "b"),
      metrics: { complaint: Number(arm === "b") },
    }))
    expect((await call("POST", `${base}/rewards:batch`, { rewards })).status).toBe(200)
  }
  const results = (await call("GET", `${base}/results`)).body
  expect(results.status).toBe("running")
  const [segment] = results.segments
  expect(segment).toMatchObject({ state: "guardrail", leader: "b", recommended: "b" })
  expect(segment.sentence).toContain("complaint")
  expect(segment.metrics).toMatchObject([
    { name: "complaint", harmed: true, arms: [{ arm: "a" }, { arm: "b" }], differences: [{ arm: "a" }] },
  ])
  expect(segment.metrics[0].differences[0].low).toBeGreaterThan(0)
  const history = (await call("GET", `${base}/results/history?limit=200`)).body.results
  expect(history.some(({ released }: { released: { metric: string | null } }) => released.metric === "complaint")).toBe(
    true,
  )
  expect(history.map(({ state }: { state: string }) => state)).not.toContain("clear")
})
