// Chooses the algorithm of an experiment and its parameters for a privacy target, and refuses what
// cannot keep to the target.

import {
  type Algorithm,
  ArmisticeError,
  type ContextAttributes,
  computeEta,
  createAlgorithm,
  findAlgorithm,
  type Guarantee,
  groupLoss,
  type Parameters,
} from "@armistice/core"
import { contextAlgorithm } from "./context/declare-context.ts"
import { type Experiment, getMaxArms } from "./experiment.ts"
import type { ExperimentRequest } from "./experiment-request.ts"
import { defaultAlgorithms, liveNames, liveUse } from "./live/live-algorithms.ts"
import { beforeInflation, liveGuarantee } from "./live/live-loss.ts"
import { subtractMetrics } from "./metrics/plan-metrics.ts"
import { ServiceError } from "./service-error.ts"

/** Above this a guarantee means little, and the caller must accept it explicitly. */
const weakEta = 10

/** Dividing a target by the cap and multiplying again may raise it by this factor. */
const roundings = 1e-9

/** Below this the noise is larger than any sum of rewards. */
const smallestEta = 1e-9

/** The privacy target of one reward. */
export interface LiveTarget {
  readonly kind: "gdp" | "pure"
  /** eta, or epsilon for pure DP, for one reward. */
  readonly value: number
}

/** The target for one reward: all of it, or its share of a subject's target. */
export function privacyTarget(
  { privacy, protects, algorithm }: ExperimentRequest,
  cap: number | null,
  planned: Pick<Experiment, "metrics">,
): LiveTarget | null {
  if (protects === "subject" && cap === null)
    throw new ServiceError("invalid_parameter", 'subjectCap must be given with protects: "subject"')
  if (privacy === undefined) {
    if (algorithm !== undefined) return null
    throw new ServiceError("invalid_parameter", "an experiment must have a privacy target or an algorithm, got neither")
  }
  const { eta, epsilon, delta } = privacy
  if ((eta === undefined) === (epsilon === undefined) || (eta !== undefined && delta !== undefined))
    throw new ServiceError(
      "invalid_parameter",
      `privacy must be {"eta"} or {"epsilon", "delta"}, got {${Object.keys(privacy)
        .map((name) => `"${name}"`)
        .join(", ")}}`,
    )
  const rewards = protects === "subject" ? (cap as number) : 1
  const isShared = protects === "subject" && planned.metrics !== undefined
  const left = (total: number) => (isShared ? subtractMetrics(total / rewards, planned) : total / rewards)
  if (eta !== undefined) return { kind: "gdp", value: left(eta) }
  if (delta !== undefined && delta > 0)
    return { kind: "gdp", value: left(guarded(() => computeEta(epsilon as number, delta))) }
  if (isShared)
    throw new ServiceError(
      "invalid_parameter",
      "a target that a subject's rewards and metrics share must be an eta, or an epsilon with a delta above 0, got pure privacy",
    )
  return { kind: "pure", value: (epsilon as number) / rewards }
}

/** `attributes`: of its context; null: it has none. */
export function chooseAlgorithm(
  request: ExperimentRequest,
  target: LiveTarget | null,
  attributes: ContextAttributes | null,
) {
  const { horizon } = request
  // The guarantee covers arms that are added later.
  const armCount = getMaxArms(request)
  if (attributes !== null && target?.kind === "pure")
    throw new ServiceError(
      "invalid_parameter",
      "with context the privacy target must be an eta, or an epsilon with a delta above 0, got pure privacy",
    )
  const usual = attributes === null ? defaultAlgorithms[target?.kind ?? "gdp"] : contextAlgorithm
  const { name, ...given } = request.algorithm ?? { name: usual }
  const use = liveUse(name)
  if (use === null || use.noise === null)
    throw new ServiceError(
      use === null ? "unknown_algorithm" : "algorithm_not_live",
      `a live algorithm must be one of ${liveNames().join(", ")}, got ${JSON.stringify(name)}${use === null ? "" : `: ${use.whyNot}`}`,
    )
  const entry = findAlgorithm(name)
  let parameters: Readonly<Record<string, unknown>> = given
  if ("horizon" in entry.parameters) parameters = { horizon, ...parameters }
  if (attributes !== null) parameters = { ...parameters, attributes }
  // A target sets parameters only where the caller gave none; given ones are checked against it
  // below.
  if (target !== null && Object.keys(given).length === 0)
    parameters = { ...parameters, ...calibrated(entry, target, parameters, { horizon, armCount }) }
  const algorithm = guarded(() => createAlgorithm(name, parameters))
  guarded(() => algorithm.start(request.arms.length))
  if (request.maxArms !== undefined && request.maxArms > request.arms.length && algorithm.addArm === undefined)
    throw new ServiceError(
      "invalid_parameter",
      `maxArms must be left out with ${name}, to which no arm can be added while it runs, got ${request.maxArms}`,
    )
  if ("horizon" in entry.parameters && algorithm.parameters.horizon !== horizon)
    throw new ServiceError(
      "invalid_parameter",
      `the algorithm's horizon must be the experiment's, ${horizon}, got ${algorithm.parameters.horizon ?? "none"}`,
    )
  const guarantee = within(algorithm, armCount, target)
  return { name, ruleVersion: entry.ruleVersion, parameters: algorithm.parameters, guarantee }
}

function calibrated(
  entry: ReturnType<typeof findAlgorithm>,
  target: LiveTarget,
  fixed: Readonly<Record<string, unknown>>,
  setting: { readonly horizon: number; readonly armCount: number },
): Parameters {
  if (target.kind === "pure" && "epsilon" in entry.parameters) return { epsilon: target.value }
  for (const goal of beforeInflation(target.value)) {
    // An algorithm without calibration is within the target as it is, or never.
    const found = entry.calibrate === undefined ? {} : guarded(() => entry.calibrate?.(goal, setting) ?? null)
    if (found === null) break
    const made = guarded(() => entry.create({ ...fixed, ...found }))
    const { eta } = liveGuarantee(made.guarantee(setting.armCount), made)
    if (eta !== null && eta <= target.value) return found
  }
  throw new ServiceError("invalid_parameter", `${entry.name} cannot reach eta ${target.value}`)
}

/**
 * The promise as it holds live. A target is a limit: what would exceed it is refused here, before
 * anything can be spent. It is compared with the algorithm's own guarantee, so that a loss of
 * exactly the target is allowed; the little that the lattice adds to it is in the promise all the
 * same: never less than what can be lost.
 */
function within(algorithm: Algorithm, armCount: number, target: LiveTarget | null): Guarantee {
  const own = algorithm.guarantee(armCount)
  const live = liveGuarantee(own, algorithm)
  if (target === null) return live
  const promised = target.kind === "gdp" ? own.eta : (own.epsilon ?? null)
  if (promised === null || promised > target.value)
    throw new ServiceError(
      "privacy_budget_exhausted",
      `the algorithm must stay within the privacy target, ${target.value}, got ${promised ?? "one that promises nothing"}`,
      { spent: 0, requested: promised, limit: target.value },
    )
  return target.kind === "gdp" ? { ...live, eta: Math.max(live.eta as number, target.value) } : live
}

/** `cap`: decisions of one subject that are learned from; null: subjects are not counted. */
export function checkStrength({ eta }: Guarantee, cap: number | null, name: string, isAccepted: boolean): void {
  if (eta !== null && eta > 0 && eta < smallestEta)
    throw new ServiceError("invalid_parameter", `eta must be at least ${smallestEta}, got ${name} with ${eta}`)
  if (isAccepted) return
  const subjectEta = eta === null || cap === null ? null : groupLoss(eta, cap)
  if (eta !== null && eta <= weakEta && subjectEta !== null && subjectEta > weakEta * (1 + roundings))
    throw new ServiceError(
      "weak_privacy",
      `eta for a subject (subjectCap times eta) must be at most ${weakEta} unless acceptWeakPrivacy is set, got ${name} with ${subjectEta}`,
    )
  if (eta !== null && eta <= weakEta) return
  throw new ServiceError(
    "weak_privacy",
    `eta must be at most ${weakEta} unless acceptWeakPrivacy is set, got ${name} with ${eta === null ? "no guarantee" : eta}`,
  )
}

/** Turns refusals of the library into the service's. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    throw new ServiceError("invalid_parameter", error.message)
  }
}
