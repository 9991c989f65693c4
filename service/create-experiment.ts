// Defines an experiment from a request, and refuses requests that break a rule.

import { createHash, randomBytes } from "node:crypto"
import { canonicalJson } from "@armistice/core/ledger"
import { checkStrength, chooseAlgorithm, privacyTarget } from "./choose-algorithm.ts"
import { checkContext } from "./context/declare-context.ts"
import { requestTemplate } from "./copy-experiment.ts"
import { type Experiment, getMaxArms } from "./experiment.ts"
import type { CopyRequest, ExperimentRequest } from "./experiment-request.ts"
import { liveUse } from "./live/live-algorithms.ts"
import { longestHorizon, rewardToSteps } from "./live/reward-lattice.ts"
import { checkMetadata } from "./metadata.ts"
import { composeMetrics, planMetrics } from "./metrics/plan-metrics.ts"
import { pickDefined } from "./pick-defined.ts"
import { checkRetention } from "./retention/retention.ts"
import { ServiceError } from "./service-error.ts"
import { checkDifferent, checkTexts, joinChoices, parseTimeIfGiven, quoted } from "./text.ts"

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
  const { name, ruleVersion, parameters, guarantee: rewardGuarantee } = chooseAlgorithm(request, target, attributes)
  const guarantee = composeMetrics(rewardGuarantee, planned)
  checkStrength(guarantee, subjectCap, name, request.acceptWeakPrivacy ?? false)
  checkBulk(request, sticky, name)
  const answers = answerFields(request, reward, rewardWindowSeconds)
  checkWorthwhile(request, reward)
  const dates = dateFields(request)
  checkTrafficShare(request)
  checkControl(request)
  checkMaxArms(request)
  return {
    id,
    name: request.name,
    arms: request.arms,
    horizon: request.horizon,
    reward,
    algorithm: { name, ruleVersion, parameters },
    guarantee,
    limit: rewardGuarantee.eta,
    protects: request.protects ?? "reward",
    subjectCap,
    sticky,
    segments: request.segments ?? null,
    ...answers,
    rewardWindowSeconds,
    tickSeconds: request.tickSeconds ?? 60,
    ...planned,
    createdAt: now,
    ...dates,
    ...checkRetention(request.retention),
    ...pickDefined({
      control: request.control,
      population: request.population,
      worthwhile: request.worthwhile,
      evenShare: request.evenShare,
      stopWhen: request.stopWhen,
      trafficShare: request.trafficShare === 1 ? undefined : request.trafficShare,
      maxArms: request.maxArms,
      // Values are left out if they are the default.
      bulk: unlessDefault(request.bulk, true),
      subjectNormalisation: unlessDefault(request.subjectNormalisation, "nfkc"),
      clip: unlessDefault(request.clip, true),
      afterTarget: unlessDefault(request.afterTarget, "control"),
      // With context metrics are not compared, so that no arm can be stopped for harm.
      onHarm: attributes === null ? unlessDefault(request.onHarm, "notify") : ("notify" as const),
      onWorse: unlessDefault(request.onWorse, "stop_arm"),
      stickyMoveTo: unlessDefault(request.stickyMoveTo, "recommended"),
    }),
    template: requestTemplate(request),
    fingerprint: hash(canonicalJson(given)),
  }
}

/** `other`: the one value that is stored. */
const unlessDefault = <Value>(given: unknown, other: Value): Value | undefined => (given === other ? other : undefined)

/** Arms are assigned ahead only if people keep them, and if looking ahead draws no noise. */
function checkBulk({ bulk = false }: ExperimentRequest, sticky: boolean, algorithm: string): void {
  if (!bulk) return
  if (!sticky) throw new ServiceError("invalid_parameter", "bulk needs sticky: true")
  if (liveUse(algorithm)?.noise === "sums") return
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
  if (missing !== "ignore") rewardToSteps(missing, reward, "missing")
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

function checkControl({ arms, control }: ExperimentRequest): void {
  if (control !== undefined && !arms.includes(control))
    throw new ServiceError("unknown_arm", `control must be ${joinChoices(arms)}, got ${quoted(control)}`)
}

function checkWorthwhile({ worthwhile = 0 }: ExperimentRequest, reward: Experiment["reward"]): void {
  const range = reward.max - reward.min
  if (!(worthwhile >= 0 && worthwhile <= range))
    throw new ServiceError(
      "invalid_parameter",
      `worthwhile must be from 0 to the range of rewards, ${range}, got ${worthwhile}`,
    )
}

function dateFields(request: ExperimentRequest): Pick<Experiment, "startsAt" | "endsAt"> {
  const startsAt = parseTimeIfGiven("startsAt", request.startsAt)
  const endsAt = parseTimeIfGiven("endsAt", request.endsAt)
  if (startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt)
    throw new ServiceError(
      "invalid_parameter",
      `endsAt must be after startsAt, ${request.startsAt}, got ${request.endsAt}`,
    )
  return pickDefined({ startsAt, endsAt })
}

function checkTrafficShare({ trafficShare = 1 }: ExperimentRequest): void {
  if (!(trafficShare > 0 && trafficShare <= 1))
    throw new ServiceError("invalid_parameter", `trafficShare must be above 0 and at most 1, got ${trafficShare}`)
}

function checkMaxArms({ arms, maxArms = arms.length }: ExperimentRequest): void {
  if (maxArms < arms.length)
    throw new ServiceError(
      "invalid_parameter",
      `maxArms must be at least the number of arms, ${arms.length}, got ${maxArms}`,
    )
}

const newId = (): string => `exp_${randomBytes(12).toString("base64url")}`

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url")

function checkNames(what: string, names: readonly string[]): void {
  checkTexts(what, names)
  checkDifferent(`${what} must have different names`, names)
}
