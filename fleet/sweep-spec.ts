// What a sweep is: simulations and audits as plain JSON, cut into shards that anyone can play. Run i of a simulation uses the seed's fork i,
// so a shard is a range of runs, and the shards together are the runs of one machine.

import { ArmisticeError, createAlgorithm, type Parameters } from "@armistice/core"
import { prepareSimulation, type SimulationSpec } from "@armistice/lab"

export interface AuditSpec {
  readonly algorithm: string
  readonly parameters?: Parameters
  readonly runs?: number
  readonly seed?: number | string
}

export interface SweepSpec {
  readonly simulations: readonly SimulationSpec[]
  readonly audits: readonly AuditSpec[]
  readonly runsPerShard: number
}

export type Shard =
  | { readonly kind: "simulation"; readonly index: number; readonly from: number; readonly to: number }
  | { readonly kind: "audit"; readonly index: number }

/** Checks everything before anything is played. */
export function readSweep(value: unknown): SweepSpec {
  const { simulations = [], audits = [], runsPerShard = 100, ...rest } = (value ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refusal(`a sweep must have simulations, audits and runsPerShard, got ${JSON.stringify(unknown)}`)
  if (!Array.isArray(simulations) || !Array.isArray(audits) || simulations.length + audits.length === 0)
    throw refusal("a sweep must have a list of simulations or of audits, got neither")
  if (!(typeof runsPerShard === "number" && Number.isSafeInteger(runsPerShard) && runsPerShard >= 1))
    throw refusal(`runsPerShard must be a whole number of at least 1, got ${JSON.stringify(runsPerShard)}`)
  for (const simulation of simulations as SimulationSpec[]) prepareSimulation(simulation)
  for (const { algorithm, parameters = {} } of audits as AuditSpec[]) createAlgorithm(algorithm, parameters)
  return { simulations: simulations as SimulationSpec[], audits: audits as AuditSpec[], runsPerShard }
}

export function shardsOf({ simulations, audits, runsPerShard }: SweepSpec): Shard[] {
  const shards: Shard[] = []
  for (const [index, { runs }] of simulations.entries())
    for (let from = 0; from < runs; from += runsPerShard)
      shards.push({ kind: "simulation", index, from, to: Math.min(from + runsPerShard, runs) })
  for (const index of audits.keys()) shards.push({ kind: "audit", index })
  return shards
}

const refusal = (message: string) => new ArmisticeError("invalid_parameter", message)
