// Sweeps of simulations and audits, over many machines or the cores of one.

export { type FleetWorker, type FleetWorkerOptions, startFleetWorker } from "./fleet-worker.ts"
export { type SweepOptions, type SweepProgress, sweepHere } from "./local-sweep.ts"
export { type FleetSweepOptions, sweepOnFleet } from "./postgres-sweep.ts"
export type { SweepResult } from "./sweep-result.ts"
export { type AuditSpec, readSweep, type SweepSpec } from "./sweep-spec.ts"
