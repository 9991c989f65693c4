// What workers can be asked. Those of Node can also attack (node-worker.ts).

import type { AttackAsk } from "../audit/attack-duty.ts"
import { worstOfNeighbours } from "../bounds/proved-bounds.ts"
import type { BoundRequest } from "../bounds/regret-bound.ts"
import type { GuardrailRequest } from "../planning/guardrail-plan.ts"
import type { WidthRequest } from "../planning/interval-width.ts"
import type { ClearRequest } from "../planning/people-until-clear.ts"
import type { PlanRequest } from "../planning/plan.ts"
import { type ComparisonSpec, planComparison } from "../replication/compare.ts"
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

/** Loads the module of one's own algorithm, where a worker can. */
type LoadModule = (module: string) => Promise<unknown>

export const makeDuties = (load?: LoadModule) => ({
  runs: runsDuty(load),
  simulate: (spec: SimulationSpec, context: DutyContext) => simulate(spec, context),
  /** The plan is told as soon as it is there; the answer is the first of its simulations, if there is any: a picture waits for one question. */
  beginComparison: (spec: ComparisonSpec, context: DutyContext) => {
    const plan = planComparison(spec)
    context.tell(plan)
    const [first] = plan.simulations
    return first === undefined ? null : simulate(first, context)
  },
  // Loaded when it is first asked for: verdicts are large, and pages that never conclude anything need none.
  planExperiment: async (request: PlanRequest) => (await import("../planning/plan.ts")).planExperiment(request),
  peopleUntilClear: async (request: ClearRequest) =>
    (await import("../planning/people-until-clear.ts")).peopleUntilClear(request),
  intervalWidth: async (request: WidthRequest) =>
    (await import("../planning/interval-width.ts")).intervalWidth(request),
  guardrailPlans: async (requests: readonly GuardrailRequest[]) => {
    const { guardrailPlan } = await import("../planning/guardrail-plan.ts")
    return requests.map(guardrailPlan)
  },
  worstOfNeighbours: ({ means, horizon, eta }: Pick<BoundRequest, "means" | "horizon" | "eta">) =>
    worstOfNeighbours(means, horizon, eta),
})

export type Duties = ReturnType<typeof makeDuties> & { readonly attack: Duty<AttackAsk, Float64Array> }

/** Rows of runs, of the simulation that was given last. */
function runsDuty(load: LoadModule | undefined): Duty<RunsAsk, Float64Array> {
  let simulation: PreparedSimulation | undefined
  return async ({ spec, warmUp, from, to }) => {
    if (spec?.module !== undefined) await load?.(spec.module)
    if (spec !== undefined) simulation = prepareSimulation(spec)
    if (simulation === undefined) throw new Error("a worker must be given a simulation before runs")
    return warmUp === true ? runWarm(simulation, from) : runChunk(simulation, from, to)
  }
}
