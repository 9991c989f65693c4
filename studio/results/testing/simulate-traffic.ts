// Sends people through an experiment over HTTP until it reaches a state. Ones are spread evenly
// among zeros, so that only the service's noise is random.

import type { ArmisticeClient } from "@armistice/client"
import type { Results } from "../results-types.ts"

type Definition = Parameters<ArmisticeClient["createExperiment"]>[0]
type State = Results["segments"][number]["state"]

export interface Traffic {
  readonly definition: Definition & { readonly segments?: readonly string[] }
  /** The share of ones by option, .5 if left out. */
  readonly shares?: Readonly<Record<string, number>>
  /** The metrics of each answer, by option. */
  readonly metrics?: (arm: string) => Record<string, number>
  /** Stops when all groups are in one of these states, after `most` people at the latest. */
  readonly until?: readonly State[]
  readonly people?: number
  readonly most?: number
  readonly size?: number
  /** Nobody answers. */
  readonly silent?: boolean
}

/** A state that comes before "clear" is jumped over in a few of 100 experiments. */
const attempts = 4

/** Whether these states come before "clear"; harm shows after it. */
const isEarly = (states: readonly State[]): boolean =>
  states.every((state) => state === "too_early" || state === "leaning")

export async function simulateTraffic(client: ArmisticeClient, play: Traffic): Promise<string> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    const id = await simulateOnce(client, play)
    if (id !== null) return id
  }
  const id = await simulateOnce(client, play)
  if (id === null) throw new Error(`in ${attempts} experiments none reached ${play.until?.join(" or ")}`)
  return id
}

/** Null: the verdict was clear before the experiment was in one of the states. */
async function simulateOnce(client: ArmisticeClient, play: Traffic): Promise<string | null> {
  const { definition, shares = {}, metrics, until, people = 0, most = 6000, size = 20, silent = false } = play
  const { id } = await client.createExperiment(definition)
  const experiment = client.experiment(id)
  const groups = definition.segments ?? [undefined]
  const pulls = new Map<string, number>()
  for (let come = 0; come < (until === undefined ? people : most); come += size) {
    for (const segment of groups) {
      const asked = Array.from({ length: size }, () => (segment === undefined ? {} : { segment }))
      const { results } = await experiment.decideMany(asked)
      const rewards = results.flatMap(({ decisionId, arm }) => {
        if (decisionId === undefined || arm === undefined || silent) return []
        const name = `${segment}/${arm}`
        const pull = pulls.get(name) ?? 0
        pulls.set(name, pull + 1)
        const share = shares[arm] ?? 0.5
        const value = Math.floor((pull + 1) * share) - Math.floor(pull * share)
        return [{ decisionId, value, ...(metrics === undefined ? {} : { metrics: metrics(arm) }) }]
      })
      if (rewards.length > 0) await experiment.rewards(rewards)
    }
    if (until !== undefined && come >= people) {
      const { segments } = await experiment.results()
      if (segments.every(({ state }) => until.includes(state))) return id
      if (isEarly(until) && segments.some(({ state }) => state === "clear")) return null
    }
  }
  if (until !== undefined) throw new Error(`after ${most} people the state must be ${until.join(" or ")}`)
  return id
}
