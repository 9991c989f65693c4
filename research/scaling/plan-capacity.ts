// The machines that a load needs, from the measured cost of a decision with its reward.

import { type CapacityRow, findHottestRate, type Measured } from "./measured.ts"
import { computePopularity } from "./simulate-store.ts"

export interface Need {
  /** A second, each with a reward. */
  readonly decisions: number
  readonly experiments: number
  /** The share of a processor's time that may be busy. */
  readonly use: number
  /** The cores of one Postgres. */
  readonly coresPerShard: number
}

export const million: Need = { decisions: 1e6, experiments: 10_000, use: 0.6, coresPerShard: 8 }

export interface Plan {
  /** Cores for replicas that get hundreds in a request, and for those that get one. */
  readonly replicas: { readonly batches: number; readonly singles: number }
  readonly postgresCores: number
  readonly shards: number
  readonly replicasPerShard: number
  readonly experimentsPerShard: number
  /** Bytes a second, in all and for each shard. */
  readonly log: number
  readonly logPerShard: number
  /** Bytes a day of tables with their indexes. */
  readonly diskPerDay: number
  /** Decisions with rewards a second that one experiment can have. */
  readonly hottest: number
}

function findRow({ capacity }: Measured, name: string): CapacityRow {
  const row = capacity.rows.find((one) => one.name.startsWith(name))
  if (row === undefined) throw new Error(`"${name}" must have been measured`)
  return row
}

export const findBatchedRow = (measured: Measured): CapacityRow => findRow(measured, "hundreds with rewards, 50")
export const findSingleRow = (measured: Measured): CapacityRow => findRow(measured, "single decisions, 50")

export function planCapacity(measured: Measured, { decisions, experiments, use, coresPerShard }: Need): Plan {
  const batched = findBatchedRow(measured)
  const single = findSingleRow(measured)
  const postgresCores = Math.ceil((decisions * batched.server) / use)
  const shards = Math.ceil(postgresCores / coresPerShard)
  const batches = Math.ceil((decisions * batched.replica) / use)
  return {
    // A reward of its own is a request of its own, taken to cost what a decision does.
    replicas: { batches, singles: Math.ceil((2 * decisions * single.replica) / use) },
    postgresCores,
    shards,
    replicasPerShard: Math.ceil(batches / shards),
    experimentsPerShard: Math.ceil(experiments / shards),
    log: decisions * batched.log,
    logPerShard: (decisions * batched.log) / shards,
    diskPerDay: decisions * batched.tables * 86_400,
    hottest: findHottestRate(measured.batches).withRewards,
  }
}

/** Decisions a second of the most popular experiment. */
export const computeHottest = ({ decisions, experiments }: Need, skew: number): number =>
  decisions * (computePopularity(experiments, skew)[0] as number)
