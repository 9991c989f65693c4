// Checks a simulation and prepares its runs: in the main thread and in every worker.

import { type Algorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import { findSimulatedEntry } from "../custom/custom-entry.ts"
import { createPerGroup, groupByLevels, groupPeople, perGroupName } from "../custom/per-group.ts"
import { takesContext } from "../custom/simulated-entry.ts"
import { runDelayedStep } from "../engines/delayed-step.ts"
import { checkDelivery, checkOwnAnswers, computeWorths, type DeliverySpec } from "../engines/delivery.ts"
import type { Engine } from "../engines/engine.ts"
import { runLeap } from "../engines/leap.ts"
import { runRounds } from "../engines/rounds-step.ts"
import { runStep } from "../engines/step.ts"
import { type ContextEnvironment, contextEnvironment, hasContext } from "../environments/context-environment.ts"
import type { Environment, RoundLaws } from "../environments/environment.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { checkOwnMeans } from "../environments/own-environment.ts"
import { checkCheckpoints, logSpacedRounds } from "./checkpoints.ts"
import { type RoundsSummary, summariseRounds } from "./regret-measures.ts"
import type { AnyAlgorithm, EngineName, SimulationSpec } from "./simulation-spec.ts"

export interface PreparedSimulation {
  readonly spec: SimulationSpec<AnyAlgorithm>
  readonly algorithm: Algorithm
  readonly environment: Environment
  /** The algorithm and the environment of a run, which may have people of its own. */
  readonly forRun: (random: SeededRandom) => { readonly algorithm: Algorithm; readonly environment: Environment }
  /** The value of a decision of each arm: its mean, unless silence is worth a constant. */
  readonly values: readonly number[]
  /** The most and the least that one round can lose. */
  readonly largestGap: number
  readonly leastGap: number
  /** How rewards are delivered; undefined where all come at once. */
  readonly delivery?: DeliverySpec
  /** The rounds of a run where laws change over time; absent where a law draws people. */
  readonly rounds?: () => RoundsSummary
  readonly engineName: EngineName
  readonly run: Engine
  readonly checkpoints: readonly number[]
  /** Randomness of run `run`: the same in every thread. */
  readonly forkRun: (run: number) => SeededRandom
}

/** Checks a simulation and creates everything that a run needs. */
export function prepareSimulation(spec: SimulationSpec<AnyAlgorithm>): PreparedSimulation {
  const { horizon } = spec
  checkWhole("horizon", horizon, 2)
  checkWhole("runs", spec.runs, 1)
  const environment = createEnvironment(spec.environment)
  checkRounds(spec, environment)
  const algorithm = createForSetting(spec, environment)
  // Algorithms check the number of arms, and the horizon against it, when they start.
  algorithm.start(environment.armCount)
  // The guarantee of a custom algorithm is checked before the first run, not after an hour.
  if (typeof spec.algorithm !== "string" || spec.module !== undefined) algorithm.guarantee(environment.armCount)
  const random = seededRandom(spec.seed)
  const checkpoints =
    spec.checkpoints === undefined ? logSpacedRounds(horizon) : checkCheckpoints(spec.checkpoints, horizon)
  return {
    spec,
    algorithm,
    environment,
    forRun: prepareRuns(spec, algorithm, environment),
    ...chooseEngine(spec, environment, checkpoints),
    checkpoints,
    forkRun: (run) => random.fork(run),
  }
}

/** Horizons for which the laws of a module were checked against its means, by checksum. */
const checkedModules = new Set<string>()

/** Checks that there are laws for all rounds, and that laws of one's own have the stated means. */
function checkRounds({ environment: spec, horizon }: SimulationSpec<AnyAlgorithm>, environment: Environment): void {
  const length = environment.rounds?.length
  if (length !== undefined && length < horizon)
    throw invalidParameter(
      `the recorded rewards end before the run: there are ${length} rows for a horizon of ${horizon}`,
    )
  if (spec.kind !== "module") return
  const key = `${spec.checksum} ${spec.name} ${horizon}`
  if (checkedModules.has(key)) return
  checkOwnMeans(environment, horizon)
  checkedModules.add(key)
}

/** Fills in the horizon and the attributes of the context, where the algorithm takes them. */
function createForSetting(spec: SimulationSpec<AnyAlgorithm>, environment: Environment): Algorithm {
  const { horizon } = spec
  const entry = findSimulatedEntry(spec)
  const isContextual = takesContext(entry)
  const plan = environment.rounds?.plan
  if (isContextual && plan === undefined)
    throw invalidParameter(`${entry.name} must have an environment with context, got ${environment.kind}`)
  const parameters =
    isContextual && plan !== undefined ? { ...spec.parameters, attributes: plan.attributes } : (spec.parameters ?? {})
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
  const isPerGroup = name === perGroupName
  const plan = environment.rounds?.plan
  if (!hasContext(environment)) {
    if (plan === undefined || !isPerGroup) return () => ({ algorithm, environment })
    const grouped = createPerGroup(algorithm.parameters, groupByLevels(plan)) as unknown as Algorithm
    return () => ({ algorithm: grouped, environment })
  }
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
  { engine, delivery: given, horizon }: SimulationSpec<AnyAlgorithm>,
  environment: Environment,
  checkpoints: readonly number[],
): Pick<PreparedSimulation, "engineName" | "run" | "values" | "largestGap" | "leastGap" | "delivery" | "rounds"> {
  // An environment that answers by its own law is late, also without a delivery of its own.
  const delivery = environment.answer === undefined ? given : { missing: "ignore" as const, ...given }
  if (delivery !== undefined) checkOwnAnswers(delivery, environment)
  if (engine === "leap" && environment.rounds !== undefined)
    throw invalidParameter(
      `engine must be "step" for ${environment.kind} arms, got "leap": it skips rounds, and their laws depend on the round`,
    )
  if (engine !== undefined && engine !== "leap" && engine !== "step")
    throw invalidParameter(`engine must be "leap" or "step", got ${JSON.stringify(engine)}`)
  if (environment.rounds !== undefined)
    return chooseForRounds(environment, environment.rounds, delivery, { horizon, checkpoints })
  // Recorded rewards of a round may be better than those of the best arm.
  const range = (values: readonly number[]) =>
    environment.paid === undefined ? { largestGap: computeGap(values), leastGap: 0 } : { largestGap: 1, leastGap: -1 }
  if (delivery === undefined) {
    const engineName = engine ?? "leap"
    const values = environment.means
    return { engineName, run: engineName === "leap" ? runLeap : runStep, values, ...range(values) }
  }
  // Only the step engine supports late rewards, so `engine` is ignored.
  const checked = checkDelivery(delivery, environment.armCount, horizon)
  const values = computeWorths(checked, environment)
  return {
    engineName: "step",
    run: (request) => runDelayedStep(request, checked),
    values,
    delivery,
    ...range(values),
  }
}

/**
 * Every round is run. Recorded rewards are compared with the one best arm, others with the best arm
 * of the round, and where people have a context for each person.
 */
function chooseForRounds(
  environment: Environment,
  rounds: RoundLaws,
  delivery: DeliverySpec | undefined,
  { horizon, checkpoints }: { readonly horizon: number; readonly checkpoints: readonly number[] },
): ReturnType<typeof chooseEngine> {
  const { armCount } = environment
  const checked = delivery === undefined ? undefined : checkDelivery(delivery, armCount, horizon)
  const computeValues = (means: readonly number[]) =>
    checked === undefined ? means : computeWorths(checked, environment, means)
  const runPlain: Engine = (request) => (checked === undefined ? runRounds(request) : runDelayedStep(request, checked))
  let summary: RoundsSummary | undefined
  const summarise = () => (summary ??= summariseRounds(rounds, { armCount, horizon, checkpoints }, computeValues))
  const isAgainstOne = rounds.comparator === "one arm"
  const drawsPeople = rounds.plan !== undefined
  const runAgainstOne: Engine = (request) => {
    const result = runPlain(request)
    const { excess, totalExcess } = summarise()
    return {
      ...result,
      regret: result.regret - totalExcess,
      curve: result.curve.map((regret, index) => regret - excess[index]),
    }
  }
  return {
    engineName: "step",
    run: isAgainstOne ? runAgainstOne : runPlain,
    values: computeValues(environment.means),
    largestGap: hasContext(environment) ? computePeopleGap(environment, computeValues) : 1,
    leastGap: isAgainstOne ? -1 : 0,
    ...(drawsPeople ? {} : { rounds: summarise }),
    ...(delivery === undefined ? {} : { delivery }),
  }
}

const computeGap = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** People who are drawn for each run may have any means. */
const computePeopleGap = (
  { people, drawPeople }: ContextEnvironment,
  computeValues: (means: readonly number[]) => readonly number[],
): number => (drawPeople === undefined ? Math.max(...people.means.map((means) => computeGap(computeValues(means)))) : 1)
