// A leader that harms: whatever the reward says, the verdict is guardrail, and nothing finishes by
// itself.

import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { plain } from "./testing/played-server.ts"

test.each(storeKinds)("on %s, through HTTP: guardrail, told in the sentence, and stopWhen waits", async (kind) => {
  const { call, create, service, clock } = await anyServer(kind)
  const id = await create({
    ...plain,
    horizon: 2000,
    privacy: { eta: 5 },
    evenShare: 1,
    stopWhen: "clear",
    onHarm: "notify",
    acceptWeakPrivacy: true,
    metrics: [{ name: "complaint", min: 0, max: 1, eta: 9, worse: "higher", default: 0, windowSeconds: 1 }],
  })
  const base = `/v1/experiments/${id}`
  // The reward says nothing for b at first, whatever chance deals it, and complaints much against
  // it: were it clear before, it would finish.
  for (let round = 0; round < 40; round++) {
    const decisions = Array.from({ length: 10 }, (_, index) => ({ decisionId: `d${round}-${index}` }))
    const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
    const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => ({
      decisionId,
      value: round < 20 ? 0.5 : Number(arm === "b"),
      metrics: { complaint: Number(arm === "b") },
    }))
    expect((await call("POST", `${base}/rewards:batch`, { rewards })).status).toBe(200)
    clock.forward(1)
    await service.closeWindows()
  }
  const results = (await call("GET", `${base}/results`)).body
  expect(results.status).toBe("running")
  const [segment] = results.segments
  expect(segment).toMatchObject({ state: "guardrail", leader: "b", recommended: "b" })
  expect(segment.sentence).toContain("complaint")
  expect(segment.metrics).toMatchObject([
    { name: "complaint", arms: [{ arm: "a" }, { arm: "b" }], differences: [{ arm: "b", state: "worse" }] },
  ])
  expect(segment.metrics[0].differences[0].low).toBeGreaterThan(0)
  const history = (await call("GET", `${base}/results/history?limit=200`)).body.results
  expect(history.some(({ released }: { released: { metric: string | null } }) => released.metric === "complaint")).toBe(
    true,
  )
  expect(history.map(({ state }: { state: string }) => state)).not.toContain("clear")
})

test.each(storeKinds)("on %s an option that harms and does not lead is named, whatever the verdict", async (kind) => {
  const { call, create, service, clock } = await anyServer(kind)
  const id = await create({
    ...plain,
    arms: ["today", "calm", "loud"],
    control: "today",
    horizon: 2000,
    privacy: { eta: 5 },
    evenShare: 1,
    acceptWeakPrivacy: true,
    metrics: [{ name: "complaint", eta: 9, windowSeconds: 1, margin: 0.2 }],
  })
  const base = `/v1/experiments/${id}`
  for (let round = 0; round < 40; round++) {
    const decisions = Array.from({ length: 12 }, (_, index) => ({ decisionId: `d${round}-${index}` }))
    const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
    const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => ({
      decisionId,
      value: arm === "loud" ? 0.3 : 0.5,
      metrics: { complaint: Number(arm === "loud") },
    }))
    await call("POST", `${base}/rewards:batch`, { rewards })
    clock.forward(1)
    await service.closeWindows()
  }
  const [segment] = (await call("GET", `${base}/results`)).body.segments
  // Two options are alike, so neither leads for certain; the third is worse in everything.
  expect(["too_early", "leaning", "no_difference"]).toContain(segment.state)
  expect(segment.harm).toEqual([{ arm: "loud", metric: "complaint" }])
  expect(segment.sentence).toContain("complaint is surely worse with loud than with today.")
  expect(segment.metrics[0].differences).toMatchObject([
    { arm: "calm", state: "fine" },
    { arm: "loud", state: "worse" },
  ])
  expect(segment.metrics[0].differences[1].low).toBeGreaterThan(0.2)
})
