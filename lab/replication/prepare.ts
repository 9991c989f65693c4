// Checks a simulation and makes everything one run needs. The same in the main thread (to refuse
// early) and in every worker.

import { type Algorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { findSimulatedEntry } from "../custom/custom-entry.ts"
import { runDelayedStep } from "../engines/delayed-step.ts"
import { arrivedValues, checkDelivery } from "../engines/delivery.ts"
import type { Engine } from "../engines/engine.ts"
import { runLeap } from "../engines/leap.ts"
import { runStep } from "../engines/step.ts"
import type { Environment } from "../environments/environment.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { checkCheckpoints, logSpacedRounds } from "./checkpoints.ts"
import type { AnyAlgorithm, EngineName, SimulationSpec } from "./simulation-spec.ts"

export interface PreparedSimulation {
  readonly spec: SimulationSpec<AnyAlgorithm>
  readonly algorithm: Algorithm
  readonly environment: Environment
  /** The value of a decision of each arm: its mean, unless silence is worth a constant. */
  readonly values: readonly number[]
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
  const algorithm = createForHorizon(spec)
  // Algorithms check the number of arms, and the horizon against it, when they start.
  algorithm.start(environment.armCount)
  // The guarantee of a custom algorithm is checked before the first run, not after an hour.
  if (typeof spec.algorithm !== "string" || spec.module !== undefined) algorithm.guarantee(environment.armCount)
  const random = seededRandom(spec.seed)
  return {
    spec,
    algorithm,
    environment,
    ...chooseEngine(spec, environment),
    checkpoints:
      spec.checkpoints === undefined ? logSpacedRounds(horizon) : checkCheckpoints(spec.checkpoints, horizon),
    randomOfRun: (run) => random.fork(run),
  }
}

function createForHorizon(spec: SimulationSpec<AnyAlgorithm>): Algorithm {
  const { parameters = {}, horizon } = spec
  const entry = findSimulatedEntry(spec)
  if (!Object.hasOwn(entry.parameters, "horizon")) return entry.create(parameters)
  const planned = parameters.horizon ?? horizon
  const isUnknown = planned === 0 && entry.parameters.horizon?.kind === "integer" && entry.parameters.horizon.min === 0
  if (typeof planned === "number" && planned < horizon && !isUnknown)
    throw invalidParameter(
      `the horizon ${entry.name} plans for must be at least that of the simulation, ${horizon}, got ${planned}`,
    )
  return entry.create({ ...parameters, horizon: planned })
}

function chooseEngine(
  { engine, delivery, horizon }: SimulationSpec<AnyAlgorithm>,
  environment: Environment,
): Pick<PreparedSimulation, "engineName" | "run" | "values"> {
  if (engine !== undefined && engine !== "leap" && engine !== "step")
    throw invalidParameter(`engine must be "leap" or "step", got ${JSON.stringify(engine)}`)
  if (delivery === undefined) {
    const engineName = engine ?? "leap"
    return { engineName, run: engineName === "leap" ? runLeap : runStep, values: environment.means }
  }
  // Only the step engine supports late rewards, so `engine` is ignored.
  const checked = checkDelivery(delivery, environment.armCount, horizon)
  return {
    engineName: "step",
    run: (request) => runDelayedStep(request, checked),
    values: arrivedValues(checked, environment),
  }
}
