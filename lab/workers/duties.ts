// What workers can be asked. Those of Node can also attack (node-worker.ts).

import type { AttackAsk } from "../audit/attack-duty.ts"
import { planExperiment } from "../planning/plan.ts"
import { planComparison } from "../replication/compare.ts"
import { type PreparedSimulation, prepareSimulation } from "../replication/prepare.ts"
import { runChunk, runWarm } from "../replication/run-chunk.ts"
import { simulate } from "../replication/simulate.ts"
import type { SimulationSpec } from "../replication/simulation-spec.ts"
import type { Duty, DutyContext } from "./worker-duty.ts"

export interface RunsAsk {
  /** Sent with the first runs only: it may be large. */
  readonly spec?: SimulationSpec
  /** Whether to play one run until the engine is warm. */
  readonly warmUp?: boolean
  readonly from: number
  readonly to: number
}

export const makeDuties = () => ({
  runs: runsDuty(),
  simulate: (spec: SimulationSpec, context: DutyContext) => simulate(spec, context),
  planComparison,
  planExperiment,
})

export type Duties = ReturnType<typeof makeDuties> & { readonly attack: Duty<AttackAsk, Float64Array> }

/** Rows of runs, of the simulation that was given last. */
function runsDuty(): Duty<RunsAsk, Float64Array> {
  let simulation: PreparedSimulation | undefined
  return ({ spec, warmUp, from, to }) => {
    if (spec !== undefined) simulation = prepareSimulation(spec)
    if (simulation === undefined) throw new Error("a worker must be given a simulation before runs")
    return warmUp === true ? runWarm(simulation, from) : runChunk(simulation, from, to)
  }
}
