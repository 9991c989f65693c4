// Sends people with a context through an experiment over HTTP. Ones are spread evenly among zeros,
// so that only the service's noise is random.

import type { ArmisticeClient } from "@armistice/client"

type Definition = Parameters<ArmisticeClient["createExperiment"]>[0]

export interface ContextTraffic {
  readonly definition: Definition
  /** Contexts in the order in which people come, again and again. */
  readonly contexts: readonly Readonly<Record<string, string | number>>[]
  /** How often an option works for someone with this context. */
  readonly share: (arm: string, context: Readonly<Record<string, string | number>>) => number
  readonly people: number
}

const size = 50

export async function sendPeople(
  client: ArmisticeClient,
  { definition, contexts, share, people }: ContextTraffic,
): Promise<string> {
  const { id } = await client.createExperiment(definition)
  const experiment = client.experiment(id)
  const pulls = new Map<string, number>()
  for (let come = 0; come < people; come += size) {
    const asked = Array.from({ length: Math.min(size, people - come) }, (_, which) => ({
      context: { ...(contexts[(come + which) % contexts.length] ?? {}) },
    }))
    const { results } = await experiment.decideMany(asked)
    const rewards = results.flatMap(({ decisionId, arm }, which) => {
      if (decisionId === undefined || arm === undefined) return []
      const context = asked[which]?.context ?? {}
      const key = JSON.stringify([arm, context])
      const pull = pulls.get(key) ?? 0
      pulls.set(key, pull + 1)
      const part = share(arm, context)
      return [{ decisionId, value: Math.floor((pull + 1) * part) - Math.floor(pull * part) }]
    })
    if (rewards.length > 0) await experiment.rewards(rewards)
  }
  return id
}
