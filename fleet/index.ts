// Sweeps of simulations and audits, over many machines or the cores of one.

export { type FleetWorker, type FleetWorkerOptions, startFleetWorker } from "./fleet-worker.ts"
export {
  discardShards,
  mergeSweep,
  runLocalSweep,
  runSweepPart,
  type SweepOptions,
  type SweepPart,
  type SweepProgress,
} from "./local-sweep.ts"
export type { OwnModules } from "./portable-modules.ts"
export { type FleetSweepOptions, runFleetSweep } from "./postgres-sweep.ts"
export type { KeptShards } from "./shard-folder.ts"
export type { SweepResult } from "./sweep-result.ts"
export { type AuditSpec, readSweep, type SweepSpec } from "./sweep-spec.ts"
