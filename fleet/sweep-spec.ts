// A sweep: simulations and audits as plain JSON, cut into shards. Run i of a simulation uses fork i
// of the seed, so a shard is a range of runs that any machine can do.

import { createAlgorithm, type Parameters } from "@armistice/core"
import { type ModuleSpec, prepareSimulation, type SimulationSpec } from "@armistice/lab"
import { invalidParameter } from "@armistice/lab/internal"
import { expandGrid, type LeftOut, readEnvironment, type SweepSimulation } from "./sweep-grid.ts"
import { withPlace } from "./with-place.ts"

/** An audit of a sweep. */
export interface AuditSpec {
  readonly algorithm: string
  readonly parameters?: Parameters
  readonly runs?: number
  readonly seed?: number | string
}

/** A checked sweep; {@link readSweep} makes one. */
export interface SweepSpec {
  readonly simulations: readonly SweepSimulation[]
  readonly audits: readonly AuditSpec[]
  readonly runsPerShard: number
  /** Combinations of a grid that cannot be that private. */
  readonly leftOut?: readonly LeftOut[]
}

export interface ReadOptions {
  /** The modules of custom algorithms, URLs by name. */
  readonly modules?: Readonly<Record<string, string>>
  /** Environments of one's own that are loaded; the sweep names them. */
  readonly environments?: readonly ModuleSpec[]
}

export type Shard =
  | { readonly kind: "simulation"; readonly index: number; readonly from: number; readonly to: number }
  | { readonly kind: "audit"; readonly index: number }

/** Checks and expands a sweep before anything runs. */
export function readSweep(value: unknown, { modules = {}, environments = [] }: ReadOptions = {}): SweepSpec {
  const { simulations: given = [], audits = [], grid, runsPerShard = 100, ...rest } = (value ?? {}) as Given
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw invalidParameter(
      `a sweep must have a grid, simulations, audits and runsPerShard, got ${JSON.stringify(unknown)}`,
    )
  if (!Array.isArray(given) || !Array.isArray(audits) || (grid === undefined && given.length + audits.length === 0))
    throw invalidParameter("a sweep must have a grid, simulations or audits, got none of them")
  if (!(typeof runsPerShard === "number" && Number.isSafeInteger(runsPerShard) && runsPerShard >= 1))
    throw invalidParameter(`runsPerShard must be a whole number of at least 1, got ${JSON.stringify(runsPerShard)}`)
  const listed = (given as SimulationSpec[]).map((one, index) =>
    withPlace(`simulations[${index}]`, () => {
      const module = modules[one.algorithm]
      const { environment: named } = one as { environment: unknown }
      const environment = typeof named === "string" ? readEnvironment(named, environments) : one.environment
      const simulation = { ...one, environment, ...(module === undefined ? {} : { module }) }
      prepareSimulation(simulation)
      return simulation
    }),
  )
  const { simulations: combined, leftOut } =
    grid === undefined ? { simulations: [], leftOut: [] } : expandGrid(grid, modules, environments)
  for (const one of combined) withPlace(`grid, ${describeSimulation(one)}`, () => prepareSimulation(one))
  for (const [index, audit] of (audits as AuditSpec[]).entries())
    withPlace(`audits[${index}]`, () => createAlgorithm(audit.algorithm, audit.parameters ?? {}))
  const simulations = [...listed, ...combined]
  if (simulations.length + audits.length === 0)
    throw invalidParameter(`the sweep has nothing to run: ${leftOut.map(({ why }) => why).join("; ")}`)
  return { simulations, audits: audits as AuditSpec[], runsPerShard, ...(leftOut.length === 0 ? {} : { leftOut }) }
}

interface Given extends Readonly<Record<string, unknown>> {
  readonly simulations?: unknown
  readonly audits?: unknown
  readonly grid?: unknown
  readonly runsPerShard?: unknown
}

const describeSimulation = ({ algorithm, horizon }: SweepSimulation): string => `${algorithm} over ${horizon} rounds`

export function listShards({ simulations, audits, runsPerShard }: SweepSpec): Shard[] {
  const shards: Shard[] = []
  for (const [index, { runs }] of simulations.entries())
    for (let from = 0; from < runs; from += runsPerShard)
      shards.push({ kind: "simulation", index, from, to: Math.min(from + runsPerShard, runs) })
  for (const index of audits.keys()) shards.push({ kind: "audit", index })
  return shards
}
