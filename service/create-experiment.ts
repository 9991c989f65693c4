// Defines an experiment from a request, and refuses requests that break a rule.

import { createHash, randomBytes } from "node:crypto"
import { canonicalJson } from "@armistice/core/ledger"
import { checkStrength, chooseAlgorithm, privacyTarget } from "./choose-algorithm.ts"
import { checkContext } from "./context/declare-context.ts"
import { requestTemplate } from "./copy-experiment.ts"
import { type Experiment, getMaxArms } from "./experiment.ts"
import type { CopyRequest, ExperimentRequest } from "./experiment-request.ts"
import { liveUse } from "./live/live-algorithms.ts"
import { longestHorizon, stepsOfReward } from "./live/reward-lattice.ts"
import { checkMetadata } from "./metadata.ts"
import { composeMetrics, planMetrics } from "./metrics/plan-metrics.ts"
import { checkRetention } from "./retention/retention.ts"
import { ServiceError } from "./service-error.ts"
import { checkDifferent, checkTexts, joinChoices, parseTime, quoted } from "./text.ts"

/** Seven days. */
const defaultWindowSeconds = 604_800

/** An Idempotency-Key with the lineage of the caller's key. */
export interface RepeatableExperiment {
  readonly key: string
  readonly word: string
}

/** Arms times segments: all of them are in one state and in one answer. */
const mostStates = 20_000

/** `given`: the request as it came, where it copies another experiment. */
export function defineExperiment(
  request: ExperimentRequest,
  now: number,
  id = newId(),
  given: ExperimentRequest | CopyRequest = request,
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
  const states = getMaxArms(request) * (request.segments?.length ?? 1)
  if (states > mostStates)
    throw new ServiceError("invalid_parameter", `arms times segments must be at most ${mostStates}, got ${states}`)
  if (request.horizon > longestHorizon)
    throw new ServiceError("invalid_parameter", `horizon must be at most ${longestHorizon}, got ${request.horizon}`)
  const sticky = request.sticky ?? false
  const subjectCap = sticky ? 1 : (request.subjectCap ?? null)
  const rewardWindowSeconds = request.rewardWindowSeconds ?? defaultWindowSeconds
  const planned = planMetrics(request.metrics, rewardWindowSeconds)
  const target = privacyTarget(request, subjectCap, planned)
  const attributes = checkContext(request)
  const { name, ruleVersion, parameters, guarantee: ofReward } = chooseAlgorithm(request, target, attributes)
  const guarantee = composeMetrics(ofReward, planned)
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
    ...(checkBulk(request, sticky, name) ? { bulk: true as const } : {}),
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
    ...checkRetention(request.retention),
    template: requestTemplate(request),
    fingerprint: hash(canonicalJson(given)),
  }
}

/**
 * Arms are assigned ahead only where a person keeps theirs, and where to look ahead draws no noise
 * that would have to be paid for.
 */
function checkBulk({ bulk = false }: ExperimentRequest, sticky: boolean, algorithm: string): boolean {
  if (!bulk) return false
  if (!sticky) throw new ServiceError("invalid_parameter", "bulk needs sticky: true")
  if (liveUse(algorithm)?.noise === "sums") return true
  throw new ServiceError(
    "invalid_parameter",
    `an experiment with bulk must have an algorithm that chooses by released sums, such as gdp-imed, got ${algorithm}`,
  )
}

type AnswerFields = Pick<Experiment, "answers" | "arrivals" | "missing" | "ripeSeconds">

/** The settings of answers: who answers, which arrivals are public, and the value of silence. */
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
  throw new ServiceError("unknown_arm", `control must be ${joinChoices(arms)}, got ${quoted(control)}`)
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

/** The dates of the experiment and the share of people who take part. */
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

/** When an arm stops by itself, what people get instead, and the number of arms. */
function stopFields({
  arms,
  context,
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
    // With context metrics are not compared, so that no arm can be stopped for harm.
    ...(onHarm === "notify" || context !== undefined ? { onHarm: "notify" as const } : {}),
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
