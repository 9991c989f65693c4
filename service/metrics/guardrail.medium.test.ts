// An experiment whose best arm harms, driven over HTTP on both stores. The noise is real; with
// these differences (reward .9 against .3, complaints .8 against .1) and 1,500 decisions a verdict
// that is not `guardrail` has a chance far below 1e-6.

import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"

const request = {
  name: "reminders",
  arms: ["calm", "loud"],
  horizon: 10_000,
  answers: "all" as const,
  privacy: { eta: 2 },
  evenShare: 0.3,
  stopWhen: "clear",
  metrics: [
    { name: "complaint", eta: 1 },
    { name: "visits", min: 0, max: 20, eta: 1, worse: "lower", default: 0 },
  ],
  rewardWindowSeconds: 100,
  onHarm: "notify",
} as const

const means = { calm: { reward: 0.3, complaint: 0.1 }, loud: { reward: 0.9, complaint: 0.8 } }

test.each(storeKinds)(
  "on %s a leader with which complaints are surely more is guarded, in results, list and events",
  async (kind) => {
    const { call, create, service, store, clock } = await anyServer(kind)
    const id = await create(request)
    const base = `/v1/experiments/${id}`
    const random = seededRandom(3)
    const coin = (chance: number): number => (random.uniform() < chance ? 1 : 0)
    type Decided = { decisionId: string; arm: keyof typeof means }[]
    const decide = async (): Promise<Decided> => {
      const decisions = Array.from({ length: 250 }, () => ({}))
      return (await call("POST", `${base}/decisions:batch`, { decisions })).body.results
    }
    const give = async (decided: Decided, isMetric: boolean) => {
      const rewards = decided.map(({ decisionId, arm }) => {
        if (!isMetric) return { decisionId, value: coin(means[arm].reward) }
        return { decisionId, metrics: { complaint: coin(means[arm].complaint), visits: 10 } }
      })
      await call("POST", `${base}/rewards:batch`, { rewards })
    }
    // Rewards are known long before metrics are, and nothing finishes by itself until then; nor do
    // all metrics come.
    const first = [...(await decide()), ...(await decide())]
    await give(first, true)
    await give(first, false)
    for (let round = 0; round < 4; round++) {
      const decided = await decide()
      await give(decided.slice(0, 240), true)
      await give(decided, false)
    }
    expect((await call("GET", `${base}/results`)).body).toMatchObject({
      status: "running",
      segments: [{ state: "clear" }],
    })
    clock.forward(100)
    await service.closeWindows()
    const { body } = await call("GET", `${base}/results`)
    expect(body).toMatchObject({
      status: "running",
      segments: [{ state: "guardrail", leader: "loud", recommended: "loud" }],
    })
    const [{ sentence, metrics }] = body.segments
    expect(sentence).toMatch(/^loud is ahead, but complaint is worse\. It does /)
    const [complaint, visits] = metrics
    expect(complaint).toMatchObject({ name: "complaint", differences: [{ arm: "loud", state: "worse" }] })
    expect(body.segments[0].harm).toEqual([{ arm: "loud", metric: "complaint" }])
    expect(complaint.differences[0].low).toBeGreaterThan(0)
    expect(complaint.arms.map(({ arm }: { arm: string }) => arm)).toEqual(["calm", "loud"])
    expect(visits).toMatchObject({ name: "visits", differences: [{ arm: "loud", state: "unknown" }] })
    for (const { low, high } of visits.arms) {
      expect(low).toBeLessThan(10)
      expect(high).toBeGreaterThan(10)
    }
    const listed = await call("GET", "/v1/experiments?state=guardrail")
    expect(listed.body.experiments).toMatchObject([{ id, state: "guardrail", leader: "loud" }])
    const verdicts = (await store.rowsAfter("events", id, 0, 1000)).filter((event) => event.kind === "verdict")
    expect(JSON.parse(verdicts.at(-1)?.body ?? "{}")).toMatchObject({ state: "guardrail", leader: "loud" })
    const { body: history } = await call("GET", `${base}/results/history?limit=200`)
    const released = history.results.map((one: { released: { metric: string | null } }) => one.released.metric)
    expect(new Set(released)).toEqual(new Set([null, "complaint", "visits"]))
    expect((await service.live(id)).status).toBe("running")
  },
)
