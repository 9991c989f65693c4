// The tasks of a worker by name, with their inputs and results.

import type { AttackInput } from "../audit/attack-task.ts"
import type { worstOfNeighbours } from "../bounds/proved-bounds.ts"
import type { BoundRequest } from "../bounds/regret-bound.ts"
import type { ContextWorth, ContextWorthRequest } from "../planning/context-use.ts"
import type { GuardrailPlan, GuardrailRequest } from "../planning/guardrail-plan.ts"
import type { intervalWidth, WidthRequest } from "../planning/interval-width.ts"
import type { ClearRequest, peopleUntilClear } from "../planning/people-until-clear.ts"
import type { Plan, PlanRequest } from "../planning/plan.ts"
import type { SimulationResult } from "../replication/simulation-result.ts"
import type { ComparisonSpec, SimulationSpec } from "../replication/simulation-spec.ts"
import type { WorkerTask } from "./serve-tasks.ts"

export interface RunsInput {
  /** Sent with the first runs only: it may be large. */
  readonly spec?: SimulationSpec
  /** Whether to repeat one run until the engine is warm. */
  readonly warmUp?: boolean
  readonly from: number
  readonly to: number
}

/** The tasks that {@link HeldWorker.run} can run. */
export interface WorkerTasks {
  readonly runs: WorkerTask<RunsInput, Float64Array>
  readonly simulate: WorkerTask<SimulationSpec, SimulationResult>
  /** Sends the plan as a part. The result is its first simulation: a chart waits for one task. */
  readonly beginComparison: WorkerTask<ComparisonSpec, SimulationResult | null>
  readonly planExperiment: WorkerTask<PlanRequest, Plan>
  readonly peopleUntilClear: WorkerTask<ClearRequest, ReturnType<typeof peopleUntilClear>>
  readonly intervalWidth: WorkerTask<WidthRequest, ReturnType<typeof intervalWidth>>
  readonly weighContext: WorkerTask<ContextWorthRequest, ContextWorth>
  readonly guardrailPlans: WorkerTask<readonly GuardrailRequest[], GuardrailPlan[]>
  readonly worstOfNeighbours: WorkerTask<
    Pick<BoundRequest, "means" | "horizon" | "eta">,
    ReturnType<typeof worstOfNeighbours>
  >
  /** Only in Node. */
  readonly attack: WorkerTask<AttackInput, Float64Array>
}
