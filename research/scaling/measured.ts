// Results of service/verify/capacity.ts (over HTTP) and service-times.ts (single batches).

import { type Cost, fitCosts } from "./fit-costs.ts"
import type { BatchWork, StoreSetting } from "./simulate-store.ts"

/** Costs of a decision, its reward included where there is one. Seconds of a processor, bytes. */
export interface CapacityRow {
  readonly name: string
  readonly experiments: number
  readonly replica: number
  readonly server: number
  readonly log: number
  readonly tables: number
  readonly perCommit: number
}

export interface CapacityFile {
  readonly load: number
  readonly rows: readonly CapacityRow[]
}

/** A batch by the clock, and what it took of processors, in seconds. */
export interface BatchRow {
  readonly kind: "decisions" | "rewards"
  readonly requests: number
  readonly experiments: number
  readonly wall: number
  readonly server: number
  readonly replica: number
}

/** How long decisions took that arrived at random times, in seconds. */
export interface WaitRow {
  readonly experiments: number
  readonly rate: number
  readonly mean: number
  readonly p50: number
  readonly p99: number
}

export interface BatchFile {
  readonly machine: { readonly cores: number; readonly node: string; readonly load: number }
  readonly batches: readonly BatchRow[]
  readonly waits: readonly WaitRow[]
}

export interface Measured {
  readonly capacity: CapacityFile
  readonly batches: BatchFile
}

export interface BatchCosts {
  readonly wall: Cost
  readonly server: Cost
  readonly replica: Cost
}

/** The costs of batches of one kind. */
export function fitBatches({ batches }: BatchFile, kind: BatchRow["kind"]): BatchCosts {
  const rows = batches.filter((row) => row.kind === kind)
  const fit = (what: "wall" | "server" | "replica") => fitCosts(rows.map((row) => ({ ...row, cost: row[what] })))
  return { wall: fit("wall"), server: fit("server"), replica: fit("replica") }
}

const meanCost = (one: Cost, other: Cost): Cost => ({
  batch: (one.batch + other.batch) / 2,
  experiment: (one.experiment + other.experiment) / 2,
  request: (one.request + other.request) / 2,
})

/** Half decisions, half rewards. */
export function fitMixed(file: BatchFile): BatchCosts {
  const [decisions, rewards] = [fitBatches(file, "decisions"), fitBatches(file, "rewards")]
  return {
    wall: meanCost(decisions.wall, rewards.wall),
    server: meanCost(decisions.server, rewards.server),
    replica: meanCost(decisions.replica, rewards.replica),
  }
}

/** The time for which a batch of one request waits for the disk and the network. */
export const computeIdle = ({ wall, server, replica }: BatchCosts): number =>
  Math.max(0, wall.batch - server.batch - replica.batch)

/** `http`: what a request costs the replica beside the store, in seconds. */
export function workBy(costs: BatchCosts, http = 0): StoreSetting["work"] {
  const idle = computeIdle(costs)
  const { server, replica } = costs
  return ({ requests, experiments }): BatchWork => ({
    server: server.batch + server.experiment * experiments + server.request * requests,
    replica: replica.batch + replica.experiment * experiments + (replica.request + http) * requests,
    idle,
  })
}

/** The most that one experiment takes in a second: the largest batches, one after the other. */
export function findHottestRate({ batches }: BatchFile): { readonly decisions: number; readonly withRewards: number } {
  const largest = Math.max(...batches.map(({ requests }) => requests))
  const findWall = (kind: BatchRow["kind"]): number => {
    const row = batches.find((one) => one.kind === kind && one.requests === largest && one.experiments === 1)
    if (row === undefined) throw new Error("the largest batch of one experiment must have been measured")
    return row.wall
  }
  const [decisions, rewards] = [findWall("decisions"), findWall("rewards")]
  return { decisions: largest / decisions, withRewards: largest / (decisions + rewards) }
}
