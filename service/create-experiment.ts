// From a request to a promise: which algorithm with which parameters, what it guarantees live, and what is refused.

import { createHash, randomBytes } from "node:crypto"
import {
  type Algorithm,
  ArmisticeError,
  computeEta,
  createAlgorithm,
  findAlgorithm,
  type Guarantee,
  groupLoss,
  type Parameters,
} from "@armistice/core"
import { canonicalJson } from "@armistice/core/ledger"
import { requestTemplate } from "./copy-experiment.ts"
import { type Experiment, mostArmsOf } from "./experiment.ts"
import type { ExperimentCopy, ExperimentRequest } from "./experiment-request.ts"
import { defaultAlgorithms, liveNames, liveUse } from "./live/live-algorithms.ts"
import { beforeInflation, liveGuarantee } from "./live/live-loss.ts"
import { longestHorizon, stepsOfReward } from "./live/reward-lattice.ts"
import { checkMetadata } from "./metadata.ts"
import { leftByMetrics, planMetrics, withMetrics } from "./metrics/plan-metrics.ts"
import { ServiceError } from "./service-error.ts"
import { checkDifferent, checkTexts, oneOf, parseTime, quoted } from "./text.ts"

/** Above this a guarantee means little, and the caller must say that this is accepted. */
const weakEta = 10

/** A target that is divided by the cap and multiplied again may be this much larger. */
const roundings = 1e-9

/** Below this the noise is larger than any sum of rewards. */
const smallestEta = 1e-9

/** Seven days. */
const defaultWindowSeconds = 604_800

/** An Idempotency-Key, and the lineage of the key that asked. */
export interface RepeatableExperiment {
  readonly key: string
  readonly word: string
}

/** Arms of all segments: everything that is known of each of them is in one state and in one answer. */
const mostStates = 20_000

/** The definition of the experiment that is asked for. `given`: the request as it came, where it was to copy another. */
export function defineExperiment(
  request: ExperimentRequest,
  now: number,
  id = newId(),
  given: ExperimentRequest | ExperimentCopy = request,
): Experiment {
  const reward = request.reward ?? { min: 0, max: 1 }
  if (!(reward.max - reward.min > 0 && Number.isFinite(reward.max - reward.min)))
    throw new ServiceError(
      "invalid_parameter",
      `reward.min must be below reward.max, got ${reward.min} and ${reward.max}`,
    )
  checkMetadata(request)
  checkNames("arms", request.arms)
  if (request.segments !== undefined) checkNames("segments", request.segments)
  const states = mostArmsOf(request) * (request.segments?.length ?? 1)
  if (states > mostStates)
    throw new ServiceError("invalid_parameter", `arms times segments must be at most ${mostStates}, got ${states}`)
  if (request.horizon > longestHorizon)
    throw new ServiceError("invalid_parameter", `horizon must be at most ${longestHorizon}, got ${request.horizon}`)
  const sticky = request.sticky ?? false
  const subjectCap = sticky ? 1 : (request.subjectCap ?? null)
  const rewardWindowSeconds = request.rewardWindowSeconds ?? defaultWindowSeconds
  const planned = planMetrics(request.metrics, rewardWindowSeconds)
  const target = privacyTarget(request, subjectCap, planned)
  const { name, ruleVersion, parameters, guarantee: ofReward } = chooseAlgorithm(request, target)
  const guarantee = withMetrics(ofReward, planned)
  checkStrength(guarantee, subjectCap, name, request.acceptWeakPrivacy ?? false)
  return {
    id,
    name: request.name,
    arms: request.arms,
    horizon: request.horizon,
    reward,
    algorithm: { name, ruleVersion, parameters },
    guarantee,
    limit: ofReward.eta,
    protects: request.protects ?? "reward",
    subjectCap,
    sticky,
    ...(request.population === undefined ? {} : { population: request.population }),
    ...(request.subjectNormalisation === "nfkc" ? { subjectNormalisation: "nfkc" as const } : {}),
    segments: request.segments ?? null,
    ...answerFields(request, reward, rewardWindowSeconds),
    rewardWindowSeconds,
    tickSeconds: request.tickSeconds ?? 60,
    ...verdictFields(request, reward),
    ...(request.clip === true ? { clip: true as const } : {}),
    ...servingFields(request),
    ...planned,
    createdAt: now,
    ...requestedControl(request),
    ...stopFields(request),
    template: requestTemplate(request),
    fingerprint: hash(canonicalJson(given)),
  }
}

type AnswerFields = Pick<Experiment, "answers" | "arrivals" | "missing" | "ripeSeconds">

/** Who answers, what of that is public, and what silence is worth. */
function answerFields(request: ExperimentRequest, reward: Experiment["reward"], windowSeconds: number): AnswerFields {
  const { answers, acceptPublicArrivals = false, missing = reward.min, ripeSeconds = 0 } = request
  if (answers === undefined)
    throw new ServiceError(
      "answers_required",
      'answers must be "all" (people who do nothing send an answer too) or "successes" (only successes are sent), got nothing',
    )
  const arrivals = request.arrivals ?? (answers === "all" ? "public" : "private")
  if (answers === "successes" && arrivals === "public" && !acceptPublicArrivals)
    throw new ServiceError(
      "public_outcomes",
      "where only successes are sent, an arrival tells the outcome: arrivals must be private unless acceptPublicArrivals is set, got public",
    )
  if (answers === "successes" && missing !== reward.min)
    throw new ServiceError(
      "invalid_parameter",
      `missing must be the lower bound of rewards, ${reward.min}, where only successes are sent, got ${missing}`,
    )
  if (missing !== "ignore") stepsOfReward(missing, reward, "missing")
  if (arrivals === "private" && missing === "ignore")
    throw new ServiceError("invalid_parameter", 'missing must be a number with private arrivals, got "ignore"')
  if (arrivals === "private" && ripeSeconds > 0)
    throw new ServiceError("invalid_parameter", `ripeSeconds must be 0 with private arrivals, got ${ripeSeconds}`)
  checkRipe(ripeSeconds, windowSeconds)
  return { answers, arrivals, missing, ripeSeconds }
}

export function checkRipe(ripeSeconds: number, windowSeconds: number): void {
  if (ripeSeconds >= 0 && ripeSeconds <= windowSeconds) return
  throw new ServiceError(
    "invalid_parameter",
    `ripeSeconds must be from 0 to the window, ${windowSeconds}, got ${ripeSeconds}`,
  )
}

function requestedControl({ arms, control }: ExperimentRequest): Pick<Experiment, "control"> {
  if (control === undefined) return {}
  if (arms.includes(control)) return { control }
  throw new ServiceError("unknown_arm", `control must be ${oneOf(arms)}, got ${quoted(control)}`)
}

function verdictFields(
  { worthwhile, evenShare, stopWhen }: ExperimentRequest,
  reward: Experiment["reward"],
): Pick<Experiment, "worthwhile" | "evenShare" | "stopWhen"> {
  const range = reward.max - reward.min
  if (worthwhile !== undefined && !(worthwhile >= 0 && worthwhile <= range))
    throw new ServiceError(
      "invalid_parameter",
      `worthwhile must be from 0 to the range of rewards, ${range}, got ${worthwhile}`,
    )
  return {
    ...(worthwhile === undefined ? {} : { worthwhile }),
    ...(evenShare === undefined ? {} : { evenShare }),
    ...(stopWhen === undefined ? {} : { stopWhen }),
  }
}

/** When it takes place, and for whom. */
function servingFields({
  startsAt,
  endsAt,
  trafficShare,
  afterTarget,
}: ExperimentRequest): Pick<Experiment, "startsAt" | "endsAt" | "trafficShare" | "afterTarget"> {
  const starts = startsAt === undefined ? undefined : parseTime("startsAt", startsAt)
  const ends = endsAt === undefined ? undefined : parseTime("endsAt", endsAt)
  if (starts !== undefined && ends !== undefined && ends <= starts)
    throw new ServiceError("invalid_parameter", `endsAt must be after startsAt, ${startsAt}, got ${endsAt}`)
  if (trafficShare !== undefined && !(trafficShare > 0 && trafficShare <= 1))
    throw new ServiceError("invalid_parameter", `trafficShare must be above 0 and at most 1, got ${trafficShare}`)
  return {
    ...(starts === undefined ? {} : { startsAt: starts }),
    ...(ends === undefined ? {} : { endsAt: ends }),
    ...(trafficShare === undefined || trafficShare === 1 ? {} : { trafficShare }),
    ...(afterTarget === "control" ? { afterTarget } : {}),
  }
}

/** What stops an arm by itself, what people get instead, and how many arms there may be. */
function stopFields({
  arms,
  onHarm,
  onWorse,
  stickyMoveTo,
  maxArms,
}: ExperimentRequest): Pick<Experiment, "onHarm" | "onWorse" | "stickyMoveTo" | "maxArms"> {
  if (maxArms !== undefined && maxArms < arms.length)
    throw new ServiceError(
      "invalid_parameter",
      `maxArms must be at least the number of arms, ${arms.length}, got ${maxArms}`,
    )
  return {
    ...(onHarm === "notify" ? { onHarm } : {}),
    ...(onWorse === "stop_arm" ? { onWorse } : {}),
    ...(stickyMoveTo === "recommended" ? { stickyMoveTo } : {}),
    ...(maxArms === undefined ? {} : { maxArms }),
  }
}

const newId = (): string => `exp_${randomBytes(12).toString("base64url")}`

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url")

function checkNames(what: string, names: readonly string[]): void {
  checkTexts(what, names)
  checkDifferent(`${what} must have different names`, names)
}

interface Target {
  readonly kind: "gdp" | "pure"
  /** eta, or epsilon for pure DP, for one reward. */
  readonly value: number
}

/** The target for one reward; with `protects: "subject"`, what is left of it when shared by all outcomes of all the subject's decisions. */
function privacyTarget(
  { privacy, protects, algorithm }: ExperimentRequest,
  cap: number | null,
  planned: Pick<Experiment, "metrics">,
): Target | null {
  if (protects === "subject" && cap === null)
    throw new ServiceError("invalid_parameter", "to protect a subject, subjectCap must be set, got nothing")
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
  const left = (total: number) => (isShared ? leftByMetrics(total / rewards, planned) : total / rewards)
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

function chooseAlgorithm(request: ExperimentRequest, target: Target | null) {
  const { horizon } = request
  // Arms that are added later are part of the promise.
  const armCount = mostArmsOf(request)
  const { name, ...given } = request.algorithm ?? { name: defaultAlgorithms[target?.kind ?? "gdp"] }
  const use = liveUse(name)
  if (use === null || use.noise === null)
    throw new ServiceError(
      use === null ? "unknown_algorithm" : "algorithm_not_live",
      `a live algorithm must be one of ${liveNames().join(", ")}, got ${JSON.stringify(name)}${use === null ? "" : `: ${use.whyNot}`}`,
    )
  const entry = findAlgorithm(name)
  let parameters: Readonly<Record<string, unknown>> = given
  if ("horizon" in entry.parameters) parameters = { horizon, ...parameters }
  // A target sets what the caller left open; parameters that were given stay, and are checked against it below.
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
  target: Target,
  fixed: Readonly<Record<string, unknown>>,
  setting: { readonly horizon: number; readonly armCount: number },
): Parameters {
  if (target.kind === "pure" && "epsilon" in entry.parameters) return { epsilon: target.value }
  for (const goal of beforeInflation(target.value)) {
    // Without anything to calibrate it is within the target as it is, or never.
    const found = entry.calibrate === undefined ? {} : guarded(() => entry.calibrate?.(goal, setting) ?? null)
    if (found === null) break
    const made = guarded(() => entry.create({ ...fixed, ...found }))
    const { eta } = liveGuarantee(made.guarantee(setting.armCount), made)
    if (eta !== null && eta <= target.value) return found
  }
  throw new ServiceError(
    "invalid_parameter",
    `${entry.name} must be able to reach eta ${target.value}, got a target that it cannot reach`,
  )
}

/**
 * The promise as it holds live. A target is a limit: what would exceed it is refused here, before anything can be spent. It is compared
 * with the algorithm's own guarantee, so that a loss of exactly the target is allowed; the little that the lattice adds to it is in the
 * promise all the same: never less than what can be lost.
 */
function within(algorithm: Algorithm, armCount: number, target: Target | null): Guarantee {
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
function checkStrength({ eta }: Guarantee, cap: number | null, name: string, isAccepted: boolean): void {
  if (eta !== null && eta > 0 && eta < smallestEta)
    throw new ServiceError("invalid_parameter", `eta must be at least ${smallestEta}, got ${name} with ${eta}`)
  if (isAccepted) return
  const ofSubject = eta === null || cap === null ? null : groupLoss(eta, cap)
  if (eta !== null && eta <= weakEta && ofSubject !== null && ofSubject > weakEta * (1 + roundings))
    throw new ServiceError(
      "weak_privacy",
      `eta for a subject (subjectCap times eta) must be at most ${weakEta} unless acceptWeakPrivacy is set, got ${name} with ${ofSubject}`,
    )
  if (eta !== null && eta <= weakEta) return
  throw new ServiceError(
    "weak_privacy",
    `eta must be at most ${weakEta} unless acceptWeakPrivacy is set, got ${name} with ${eta === null ? "no guarantee" : eta}`,
  )
}

/** The library's refusals as the service's. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ArmisticeError)) throw error
    throw new ServiceError("invalid_parameter", error.message)
  }
}
