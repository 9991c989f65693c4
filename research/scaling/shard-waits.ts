// How long requests wait at one shard of the plan as its load grows, and in a measured run.

import { fitBatches, fitMixed, type Measured, type WaitRow, workBy } from "./measured.ts"
import { findBatchedRow, type Need, planCapacity } from "./plan-capacity.ts"
import { type StoreSetting, simulateStore, type Waits } from "./simulate-store.ts"

/** Shares of the load that the plan is for. */
export const loads = [0.25, 0.5, 0.75, 1, 1.25, 1.5] as const

/** How popular experiments are, and whether requests are routed by experiment within the shard. */
export const variants = [
  { name: "routed by experiment, skew 0", skew: 0, isRouted: true },
  { name: "routed, skew 0.5", skew: 0.5, isRouted: true },
  { name: "to any replica, skew 0", skew: 0, isRouted: false },
] as const

export type Variant = (typeof variants)[number]

/** Queues of a replica, and requests in a batch at most, as the service has them. */
const service = { queues: 4, largestBatch: 1000 } as const

export interface ShardWaits extends Waits {
  readonly load: number
  readonly variant: Variant
  /** More arrives than is answered. */
  readonly isOverloaded: boolean
}

/** One shard: decisions and rewards in equal numbers. */
function shardSetting(measured: Measured, need: Need, { skew, isRouted }: Variant): StoreSetting {
  const plan = planCapacity(measured, need)
  const costs = fitMixed(measured.batches)
  // Over HTTP a request costs a replica more than its share of a batch, of one experiment as it was
  // measured, and as many rewards as decisions.
  const { replica, perCommit } = findBatchedRow(measured)
  const { batch, experiment, request } = costs.replica
  const http = Math.max(0, replica / 2 - request - (batch + experiment) / (2 * perCommit))
  return {
    ...service,
    experiments: plan.experimentsPerShard,
    skew,
    isRouted,
    replicas: plan.replicasPerShard,
    cores: need.coresPerShard,
    work: workBy(costs, http),
  }
}

const seconds = 3

export function simulateShard(measured: Measured, need: Need, load: number, variant: Variant): ShardWaits {
  const { shards } = planCapacity(measured, need)
  const rate = (load * 2 * need.decisions) / shards
  const warmUp = seconds / 3
  const waits = simulateStore(shardSetting(measured, need, variant), { rate, seconds, warmUp, seed: 2027 })
  return { ...waits, load, variant, isOverloaded: waits.answered < 0.9 * rate * (seconds - warmUp) }
}

export interface WaitComparison {
  readonly measured: WaitRow
  readonly simulated: Waits
}

/** The 99 % of measured runs over those of their simulations: the lowest and the highest ratio. */
export function compareTails(comparisons: readonly WaitComparison[]): {
  readonly least: number
  readonly most: number
} {
  const ratios = comparisons.map(({ measured, simulated }) => measured.p99 / simulated.p99)
  return { least: Math.min(...ratios), most: Math.max(...ratios) }
}

/** The measured run once more, simulated with the costs of its own batches. */
export function compareWithRun({ batches }: Measured): WaitComparison[] {
  const costs = fitBatches(batches, "decisions")
  const { cores } = batches.machine
  return batches.waits.map((measured) => {
    const { experiments, rate } = measured
    const setting = { ...service, experiments, skew: 0, replicas: 1, isRouted: true, cores, work: workBy(costs) }
    return { measured, simulated: simulateStore(setting, { rate, seconds: 8, warmUp: 2, seed: 2027 }) }
  })
}
