// `armistice simulate --against URL`: creates an experiment on a running service, and answers its
// decisions with simulated rewards.

import { ArmisticeClient } from "@armistice/client"
import { seededRandom } from "@armistice/core"
import type { Environment } from "@armistice/lab"
import { defined } from "../../options/option-spec.ts"
import { UsageError } from "../../usage-error.ts"

export interface ServiceRunOptions {
  readonly url: string
  readonly key: string | undefined
  readonly horizon: number
  readonly seed: number
  readonly environment: Environment
  /** An explicit algorithm with its parameters, or a target on the GDP scale. */
  readonly algorithm: { readonly name: string; readonly [parameter: string]: number | string } | undefined
  readonly eta: number | undefined
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

const mostDecisions = 100_000
const batchSize = 100

export async function runOnService(options: ServiceRunOptions) {
  const { url, key, horizon, environment, algorithm, eta, signal } = options
  if (horizon > mostDecisions)
    throw new UsageError(`--horizon must be at most ${mostDecisions} with --against, got ${horizon}`)
  const client = new ArmisticeClient(defined({ baseUrl: url, signal, key }))
  const { means } = environment
  const created = await client.createExperiment({
    name: "simulated",
    arms: means.map((_, arm) => `arm ${arm}`),
    horizon,
    // Everyone answers at once, so nothing has to wait for a window.
    answers: "all",
    missing: "ignore",
    ...(algorithm === undefined ? { privacy: { eta: eta ?? 1 } } : { algorithm, acceptWeakPrivacy: true }),
  })
  const experiment = client.experiment(created.id)
  const chance = seededRandom(options.seed)
  const best = Math.max(...means)
  const pulls = means.map(() => 0)
  let regret = 0
  let decided = 0
  while (decided < horizon && !signal.aborted) {
    const { results } = await experiment.decideMany(
      Array.from({ length: Math.min(batchSize, horizon - decided) }, () => ({})),
    )
    const rewards = results.flatMap(({ decisionId, arm: name }) => {
      if (decisionId === undefined || name === undefined) return []
      const arm = Number(name.slice("arm ".length))
      regret += best - (means[arm] ?? 0)
      const pull = pulls[arm] ?? 0
      pulls[arm] = pull + 1
      return [{ decisionId, value: environment.reward(arm, pull, chance) }]
    })
    await experiment.rewards(rewards)
    decided += results.length
    options.onProgress(decided / horizon)
  }
  const { progress } = await experiment.read()
  const { spent, limit } = await experiment.privacy()
  return {
    experiment: created.id,
    algorithm: created.algorithm.name,
    decided,
    regret,
    decisions: progress[0]?.decisions ?? {},
    recommended: progress[0]?.recommended ?? "none yet",
    spent,
    limit,
  }
}

export type ServiceRun = Awaited<ReturnType<typeof runOnService>>

export function formatServiceRun({
  experiment,
  algorithm,
  decided,
  regret,
  decisions,
  recommended,
  spent,
  limit,
}: ServiceRun): string {
  const arms = Object.entries(decisions).map(([name, count]) => `  ${name}: ${count}`)
  const loss = limit === null ? "nothing is promised" : `spent ${spent} of ${limit}`
  return `${experiment} (${algorithm}): ${decided} decisions, regret ${regret.toFixed(1)}, ${loss}\n${arms.join("\n")}\nrecommended: ${recommended}\n`
}
