// A server with one experiment that is played in batches, each decision followed by its reward, on
// either store.

import type { Results, ResultsHistory } from "../../http/schemas/results.ts"
import { anyServer, type StoreKind } from "../../testing/any-server.ts"

/** With so little noise that its results are certain. */
export const plain = { name: "x", arms: ["a", "b"], horizon: 4000, answers: "all" as const, privacy: { eta: 10 } }

export type RewardRule = (arm: string, pull: number) => number | null

export async function playedServer(kind: StoreKind, more: object = {}) {
  const server = await anyServer(kind)
  const id = await server.create({ ...plain, ...more })
  const base = `/v1/experiments/${id}`
  const pulls = new Map<string, number>()
  let decided = 0
  /**
   * Decisions of one segment, `size` at a time so that the algorithm learns in between; null: no
   * reward comes.
   */
  const play = async (count: number, rule: RewardRule, segment?: string, size = 10): Promise<void> => {
    for (let left = count; left > 0; left -= size) {
      const decisions = Array.from({ length: Math.min(size, left) }, () => {
        decided += 1
        return { decisionId: `d${decided}`, ...(segment === undefined ? {} : { segment }) }
      })
      const { results } = (await server.call("POST", `${base}/decisions:batch`, { decisions })).body
      const rewards = (results as { decisionId: string; arm: string }[]).flatMap(({ decisionId, arm }) => {
        const name = `${segment ?? ""}/${arm}`
        const pull = pulls.get(name) ?? 0
        pulls.set(name, pull + 1)
        const value = rule(arm, pull)
        return value === null ? [] : [{ decisionId, value }]
      })
      if (rewards.length > 0) await server.call("POST", `${base}/rewards:batch`, { rewards })
    }
  }
  const get = async (path: string) => (await server.call("GET", `${base}${path}`)).body
  return {
    ...server,
    id,
    base,
    play,
    get,
    results: async (): Promise<Results> => get("/results"),
    history: async (query = ""): Promise<ResultsHistory> => get(`/results/history${query}`),
  }
}

/** A share of ones among zeros, spread evenly, by arm. */
export const shares =
  (byArm: Readonly<Record<string, number>>): RewardRule =>
  (arm, pull) => {
    const share = byArm[arm] as number
    return Math.floor((pull + 1) * share) - Math.floor(pull * share)
  }
