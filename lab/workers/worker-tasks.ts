// The tasks of a worker. Those of Node can also attack (node-worker.ts).

import type { AttackInput } from "../audit/attack-task.ts"
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
import type { TaskContext, WorkerTask } from "./serve-tasks.ts"

export interface RunsInput {
  /** Sent with the first runs only: it may be large. */
  readonly spec?: SimulationSpec
  /** Whether to repeat one run until the engine is warm. */
  readonly warmUp?: boolean
  readonly from: number
  readonly to: number
}

/** Loads the module of a custom algorithm, where a worker can. */
type LoadModule = (module: string) => Promise<unknown>

export const createTasks = (load?: LoadModule) => ({
  runs: createRunsTask(load),
  simulate: (spec: SimulationSpec, context: TaskContext) => simulate(spec, context),
  /** Sends the plan as soon as it is made; the result is its first simulation, so that a chart waits for one task only. */
  beginComparison: (spec: ComparisonSpec, context: TaskContext) => {
    const plan = planComparison(spec)
    context.sendPart(plan)
    const [first] = plan.simulations
    return first === undefined ? null : simulate(first, context)
  },
  // Imported lazily: verdicts are large, and most pages need none.
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

export type WorkerTasks = ReturnType<typeof createTasks> & { readonly attack: WorkerTask<AttackInput, Float64Array> }

/** Rows of runs of the simulation that was sent last. */
function createRunsTask(load: LoadModule | undefined): WorkerTask<RunsInput, Float64Array> {
  let simulation: PreparedSimulation | undefined
  return async ({ spec, warmUp, from, to }) => {
    if (spec?.module !== undefined) await load?.(spec.module)
    if (spec !== undefined) simulation = prepareSimulation(spec)
    if (simulation === undefined) throw new Error("a simulation must be sent before its runs")
    return warmUp === true ? runWarm(simulation, from) : runChunk(simulation, from, to)
  }
}
