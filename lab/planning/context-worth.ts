// Is a context worth it? Simulates the three ways to use one: ignore it, split people into groups
// that learn by themselves, or let groups share what they have in common.

import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { perGroupName } from "../custom/per-group.ts"
import { hasContext } from "../environments/context-environment.ts"
import { type ReplicationOptions, replicate } from "../replication/replicate.ts"
import { summarise } from "../replication/summarise.ts"
import type { ContextUse, ContextWorth, ContextWorthRequest } from "./context-use.ts"
import { resolveTargetEta } from "./privacy-target.ts"
import { recommendedAlgorithm } from "./recommended.ts"

/** The algorithm that lets groups share what they have in common. */
const contextAlgorithm = "gdp-context"

const ways = [
  ["ignore", recommendedAlgorithm],
  ["split", perGroupName],
  ["share", contextAlgorithm],
] as const

/** Weighs the three ways to use a context at one privacy. */
export async function weighContext(
  request: ContextWorthRequest,
  options: ReplicationOptions = {},
): Promise<ContextWorth> {
  const { environment, horizon, seed, delivery, runs = 30 } = request
  const late = delivery === undefined ? {} : { delivery }
  checkWhole("runs", runs, 2)
  const eta = resolveTargetEta(request.privacy)
  const uses: ContextUse[] = []
  let counts = { armCount: 0, groupCount: 0 }
  for (const [use, algorithm] of ways) {
    const replication = await replicate(
      { algorithm, parameters: { eta }, environment, horizon, runs, seed, ...late, checkpoints: [horizon] },
      options,
    )
    const { simulation } = replication
    if (!hasContext(simulation.environment))
      throw invalidParameter(`an environment of kind ${simulation.environment.kind} has no context`)
    const { armCount, people } = simulation.environment
    counts = { armCount, groupCount: people.groupShares.length }
    const { regret, finished } = summarise(replication)
    uses.push({
      use,
      algorithm,
      runs: finished,
      mean: regret.mean,
      low: regret.interval?.low ?? null,
      high: regret.interval?.high ?? null,
    })
  }
  const [ignore, , share] = uses
  const best = uses.reduce((a, b) => (b.mean < a.mean ? b : a)).use
  return { horizon, eta, ...counts, uses, best, isWorthIt: compareUses(share, ignore) }
}

/** Whether the first loses less than the second, as far as their intervals tell. */
function compareUses(one: ContextUse, other: ContextUse): boolean | null {
  if (one.high !== null && other.low !== null && one.high < other.low) return true
  if (one.low !== null && other.high !== null && one.low > other.high) return false
  return null
}
