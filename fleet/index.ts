// Sweeps of simulations and audits, over many machines or the cores of one.

export { type FleetWorker, type FleetWorkerOptions, startFleetWorker } from "./fleet-worker.ts"
export { runLocalSweep, type SweepOptions, type SweepProgress } from "./local-sweep.ts"
export { type FleetSweepOptions, runFleetSweep } from "./postgres-sweep.ts"
export type { SweepResult } from "./sweep-result.ts"
export { type AuditSpec, readSweep, type SweepSpec } from "./sweep-spec.ts"
