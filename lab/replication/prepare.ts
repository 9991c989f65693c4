// Checks a simulation and makes everything one run needs. The same in the main thread (to refuse
// early) and in every worker.

import { type Algorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { findSimulatedEntry } from "../custom/custom-entry.ts"
import { createPerGroup, groupPeople, perGroupName } from "../custom/per-group.ts"
import { takesContext } from "../custom/simulated-entry.ts"
import { runContextStep } from "../engines/context-step.ts"
import { runDelayedStep } from "../engines/delayed-step.ts"
import { arrivedValues, checkDelivery } from "../engines/delivery.ts"
import type { Engine } from "../engines/engine.ts"
import { runLeap } from "../engines/leap.ts"
import { runStep } from "../engines/step.ts"
import { type ContextEnvironment, contextEnvironment, hasContext } from "../environments/context-environment.ts"
import type { Environment } from "../environments/environment.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { checkCheckpoints, logSpacedRounds } from "./checkpoints.ts"
import type { AnyAlgorithm, EngineName, SimulationSpec } from "./simulation-spec.ts"

export interface PreparedSimulation {
  readonly spec: SimulationSpec<AnyAlgorithm>
  readonly algorithm: Algorithm
  readonly environment: Environment
  /** The algorithm and the environment of a run, which may have people of its own. */
  readonly forRun: (random: SeededRandom) => { readonly algorithm: Algorithm; readonly environment: Environment }
  /** The value of a decision of each arm: its mean, unless silence is worth a constant. */
  readonly values: readonly number[]
  /** The most that one round can lose. */
  readonly largestGap: number
  readonly engineName: EngineName
  readonly run: Engine
  readonly checkpoints: readonly number[]
  /** Randomness of run `run`: the same in every thread. */
  readonly randomOfRun: (run: number) => SeededRandom
}

/** Checks a simulation and creates everything that a run needs. */
export function prepareSimulation(spec: SimulationSpec<AnyAlgorithm>): PreparedSimulation {
  const { horizon } = spec
  checkWhole("horizon", horizon, 2)
  checkWhole("runs", spec.runs, 1)
  const environment = createEnvironment(spec.environment)
  const algorithm = createForSetting(spec, environment)
  // Algorithms check the number of arms, and the horizon against it, when they start.
  algorithm.start(environment.armCount)
  // The guarantee of a custom algorithm is checked before the first run, not after an hour.
  if (typeof spec.algorithm !== "string" || spec.module !== undefined) algorithm.guarantee(environment.armCount)
  const random = seededRandom(spec.seed)
  return {
    spec,
    algorithm,
    environment,
    forRun: prepareRuns(spec, algorithm, environment),
    ...chooseEngine(spec, environment),
    checkpoints:
      spec.checkpoints === undefined ? logSpacedRounds(horizon) : checkCheckpoints(spec.checkpoints, horizon),
    randomOfRun: (run) => random.fork(run),
  }
}

/** Fills in the horizon and the attributes of the context, where the algorithm takes them. */
function createForSetting(spec: SimulationSpec<AnyAlgorithm>, environment: Environment): Algorithm {
  const { horizon } = spec
  const entry = findSimulatedEntry(spec)
  const isContextual = takesContext(entry)
  if (isContextual && !hasContext(environment))
    throw invalidParameter(`${entry.name} must have an environment with context, got ${environment.kind}`)
  const parameters =
    isContextual && hasContext(environment)
      ? { ...spec.parameters, attributes: environment.people.plan.attributes }
      : (spec.parameters ?? {})
  if (!Object.hasOwn(entry.parameters, "horizon")) return entry.create(parameters)
  const planned = parameters.horizon ?? horizon
  const isUnknown = planned === 0 && entry.parameters.horizon?.kind === "integer" && entry.parameters.horizon.min === 0
  if (typeof planned === "number" && planned < horizon && !isUnknown)
    throw invalidParameter(
      `the horizon ${entry.name} plans for must be at least that of the simulation, ${horizon}, got ${planned}`,
    )
  return entry.create({ ...parameters, horizon: planned })
}

/** Every run may draw its own people, and one bandit per group needs to know them. */
function prepareRuns(
  { algorithm: name }: SimulationSpec<AnyAlgorithm>,
  algorithm: Algorithm,
  environment: Environment,
): PreparedSimulation["forRun"] {
  if (!hasContext(environment)) return () => ({ algorithm, environment })
  const isPerGroup = name === perGroupName
  return (random) => {
    const people = environment.drawPeople?.(random) ?? environment.people
    return {
      environment: contextEnvironment(environment.kind, people),
      algorithm: isPerGroup
        ? (createPerGroup(algorithm.parameters, groupPeople(people)) as unknown as Algorithm)
        : algorithm,
    }
  }
}

function chooseEngine(
  { engine, delivery, horizon }: SimulationSpec<AnyAlgorithm>,
  environment: Environment,
): Pick<PreparedSimulation, "engineName" | "run" | "values" | "largestGap"> {
  if (engine !== undefined && engine !== "leap" && engine !== "step")
    throw invalidParameter(`engine must be "leap" or "step", got ${JSON.stringify(engine)}`)
  if (hasContext(environment)) {
    if (delivery !== undefined)
      throw invalidParameter("rewards of simulations with context come at once: delivery must be left out")
    // Only every round tells who came, so `engine` is ignored.
    return {
      engineName: "step",
      run: runContextStep,
      values: environment.means,
      largestGap: computePeopleGap(environment),
    }
  }
  if (delivery === undefined) {
    const engineName = engine ?? "leap"
    const values = environment.means
    return { engineName, run: engineName === "leap" ? runLeap : runStep, values, largestGap: computeGap(values) }
  }
  // Only the step engine supports late rewards, so `engine` is ignored.
  const checked = checkDelivery(delivery, environment.armCount, horizon)
  const values = arrivedValues(checked, environment)
  return {
    engineName: "step",
    run: (request) => runDelayedStep(request, checked),
    values,
    largestGap: computeGap(values),
  }
}

const computeGap = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** People who are drawn for each run may have any means. */
const computePeopleGap = ({ people, drawPeople }: ContextEnvironment): number =>
  drawPeople === undefined ? Math.max(...people.means.map(computeGap)) : 1
