// Results over HTTP, on both stores: each state is reached by an experiment that is played, and what is told follows from releases alone.

import { describe, expect, test } from "vitest"
import type { Results } from "../http/schemas/results.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"

const strong = { name: "x", arms: ["a", "b"], horizon: 4000, privacy: { eta: 10 } }

/** Plays an experiment in batches: `rewards[arm]` is the value of every `every`-th decision of the arm, 0 else. */
export async function playedServer(kind: (typeof storeKinds)[number], more: object = {}) {
  const server = await anyServer(kind)
  const id = await server.create({ ...strong, ...more })
  const base = `/v1/experiments/${id}`
  const pulls: Record<string, number> = {}
  let decided = 0
  const play = async (count: number, value: (arm: string, pull: number) => number, segment?: string) => {
    for (let left = count; left > 0; left -= 200) {
      const size = Math.min(200, left)
      const decisions = Array.from({ length: size }, () => {
        decided += 1
        return { decisionId: `d${decided}`, ...(segment === undefined ? {} : { segment }) }
      })
      const { body } = await server.call("POST", `${base}/decisions:batch`, { decisions })
      const rewards = (body.results as { decisionId: string; arm: string }[]).map(({ decisionId, arm }) => {
        const name = `${segment ?? ""}/${arm}`
        const pull = pulls[name] ?? 0
        pulls[name] = pull + 1
        return { decisionId, value: value(arm, pull) }
      })
      await server.call("POST", `${base}/rewards:batch`, { rewards })
    }
  }
  const results = async (): Promise<Results> => (await server.call("GET", `${base}/results`)).body
  return { ...server, id, base, play, results }
}

/** A share of rewards of 1, spread evenly. */
const share = (shares: Record<string, number>) => (arm: string, pull: number) => {
  const p = shares[arm] ?? 0
  return Math.floor((pull + 1) * p) - Math.floor(pull * p)
}

describe.each(storeKinds)("on %s", (kind) => {
  test("probe", async () => {
    const { play, results, call, base } = await playedServer(kind, { evenShare: 0.5 })
    console.log(JSON.stringify(await results(), null, 1))
    for (let n = 0; n < 6; n++) {
      await play(200, share({ a: 0.2, b: 0.8 }))
      const now = await results()
      console.log(now.release, now.segments[0]?.state, now.segments[0]?.sentence)
    }
    console.log(JSON.stringify(await results(), null, 1))
    console.log((await call("GET", `${base}/results?format=csv`)).text)
    console.log(JSON.stringify((await call("GET", `${base}/results/history?limit=3`)).body, null, 1))
    expect(1).toBe(1)
  })
})
