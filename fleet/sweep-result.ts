// Merges the results of shards: any number of machines gives the same bytes as one.

import {
  type AuditResult,
  createRunLayout,
  prepareSimulation,
  RunTable,
  type SimulationResult,
  summarise,
} from "@armistice/lab"
import { listShards, type SweepSpec } from "./sweep-spec.ts"

/** The results of a sweep, in the order of its simulations and audits. */
export interface SweepResult {
  readonly simulations: readonly Omit<SimulationResult, "milliseconds">[]
  readonly audits: readonly Omit<AuditResult, "milliseconds">[]
}

/** `results` in the order of `listShards`. */
export function mergeShards(spec: SweepSpec, results: readonly Uint8Array[]): SweepResult {
  const outputs = listShards(spec).map((shard, number) => ({ shard, bytes: results[number] as Uint8Array }))
  return {
    simulations: spec.simulations.map((simulation, index) => {
      const prepared = prepareSimulation(simulation)
      const table = new RunTable(createRunLayout(prepared.environment.armCount, prepared.checkpoints.length))
      for (const { shard, bytes } of outputs)
        if (shard.kind === "simulation" && shard.index === index) table.put(shard.from, decodeNumbers(bytes))
      const { milliseconds: _time, ...result } = summarise({ simulation: prepared, table, totalMs: 0 })
      return result
    }),
    audits: outputs.flatMap(({ shard, bytes }) =>
      shard.kind === "audit" ? (JSON.parse(new TextDecoder().decode(bytes)) as SweepResult["audits"][number]) : [],
    ),
  }
}

/** Little-endian doubles, whatever the machine. */
export function encodeNumbers(numbers: Float64Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of numbers.entries()) view.setFloat64(index * 8, value, true)
  return bytes
}

function decodeNumbers(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float64Array.from({ length: bytes.byteLength / 8 }, (_, index) => view.getFloat64(index * 8, true))
}
