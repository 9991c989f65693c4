// The tasks of a worker. Workers of Node can also attack (node-worker.ts).

import { worstOfNeighbours } from "../bounds/proved-bounds.ts"
import { planComparison } from "../replication/compare.ts"
import { type PreparedSimulation, prepareSimulation } from "../replication/prepare.ts"
import { runChunk, runWarm } from "../replication/run-chunk.ts"
import { simulate } from "../replication/simulate.ts"
import type { WorkerTasks } from "./task-types.ts"

/** Loads modules of one's own, where a worker can. */
interface Loaders {
  readonly algorithm: (module: string) => Promise<unknown>
  readonly environment: (module: string) => Promise<unknown>
}

export const createTasks = (load?: Loaders): Omit<WorkerTasks, "attack"> => ({
  runs: createRunsTask(load),
  simulate,
  beginComparison(spec, context) {
    const plan = planComparison(spec)
    context.sendPart(plan)
    const [first] = plan.simulations
    return first === undefined ? null : simulate(first, context)
  },
  // Imported lazily: verdicts are large, and most pages need none.
  planExperiment: async (request) => (await import("../planning/plan.ts")).planExperiment(request),
  peopleUntilClear: async (request) => (await import("../planning/people-until-clear.ts")).peopleUntilClear(request),
  intervalWidth: async (request) => (await import("../planning/interval-width.ts")).intervalWidth(request),
  weighContext: async (request) => (await import("../planning/context-worth.ts")).weighContext(request),
  guardrailPlans: async (requests) => {
    const { guardrailPlan } = await import("../planning/guardrail-plan.ts")
    return requests.map(guardrailPlan)
  },
  worstOfNeighbours: ({ means, horizon, eta }) => worstOfNeighbours(means, horizon, eta),
})

/** Rows of runs of the simulation that was sent last. */
function createRunsTask(load: Loaders | undefined): WorkerTasks["runs"] {
  let simulation: PreparedSimulation | undefined
  return async ({ spec, warmUp, from, to }) => {
    if (spec?.module !== undefined) await load?.algorithm(spec.module)
    if (spec?.environment.kind === "module") await load?.environment(spec.environment.module)
    if (spec !== undefined) simulation = prepareSimulation(spec)
    if (simulation === undefined) throw new Error("a simulation must be sent before its runs")
    return warmUp === true ? runWarm(simulation, from) : runChunk(simulation, from, to)
  }
}
