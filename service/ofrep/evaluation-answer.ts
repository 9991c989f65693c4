// Answers of OpenFeature's remote evaluation protocol: variants and error codes are the same as our
// providers give, and reasons the nearest that the protocol has.

import type { Status } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { pickDefined } from "../pick-defined.ts"
import type { ServiceError, ServiceErrorCode } from "../service-error.ts"

/** The arm that was decided or assigned, by name. */
export interface EvaluatedArm {
  readonly arm: string
  readonly firstArm?: string
  readonly status: Status
  readonly outside?: "dates" | "traffic"
  /** Only of a decision. */
  readonly decisionId?: string
}

export type EvaluationError = "PARSE_ERROR" | "TARGETING_KEY_MISSING" | "INVALID_CONTEXT" | "FLAG_NOT_FOUND" | "GENERAL"

export interface EvaluationFailure {
  readonly key?: string
  readonly errorCode: EvaluationError
  readonly errorDetails: string
}

export function describeEvaluation(key: string, live: LiveExperiment, given: EvaluatedArm) {
  const { experiment, arms } = live
  const { arm, firstArm, status, outside, decisionId } = given
  return {
    key,
    value: arms.names.every(isBoolean) ? arm === "true" : arm,
    variant: arm,
    reason: findReason(status, outside),
    metadata: { experiment: experiment.id, status, ...pickDefined({ outside, firstArm, decisionId }) },
  }
}

/** Where all arms are called true or false, the flag is a boolean. */
const isBoolean = (arm: string): boolean => arm === "true" || arm === "false"

export function describeFailure(error: ServiceError, key?: string): EvaluationFailure {
  return { ...pickDefined({ key }), errorCode: findErrorCode(error), errorDetails: describeError(error) }
}

/** The message of an internal error may hold private values. */
const describeError = ({ status, message }: ServiceError): string =>
  status === 500 ? "the service failed; its log says why" : message

/** The protocol knows 400 and 404 for flags, contexts and bodies; other refusals keep their own. */
export function findStatus(error: ServiceError): number {
  const { status } = error
  const code = findErrorCode(error)
  if (code === "FLAG_NOT_FOUND") return 404
  const concernsFlag = code !== "GENERAL" || flagStatuses.has(status)
  return concernsFlag ? 400 : status
}

/** Refusals of the flag itself, and not of the caller or the service. */
const flagStatuses = new Set([404, 409, 410, 422])

function findReason(status: Status, outside: EvaluatedArm["outside"]): string {
  if (outside === "dates") return "DISABLED"
  // The protocol has no DEFAULT; a rule about the person decided, and `outside` says which.
  return outside === "traffic" ? "TARGETING_MATCH" : reasons[status]
}

const reasons: Readonly<Record<Status, string>> = {
  running: "SPLIT",
  paused: "DISABLED",
  finished: "STATIC",
  archived: "STATIC",
}

const findErrorCode = ({ code }: ServiceError): EvaluationError => errorCodes[code] ?? "GENERAL"

const errorCodes: Partial<Record<ServiceErrorCode, EvaluationError>> = {
  invalid_json: "PARSE_ERROR",
  invalid_encoding: "PARSE_ERROR",
  unsupported_media_type: "PARSE_ERROR",
  invalid_evaluation_context: "INVALID_CONTEXT",
  unknown_experiment: "FLAG_NOT_FOUND",
  unknown_segment: "INVALID_CONTEXT",
  segment_required: "INVALID_CONTEXT",
  unknown_level: "INVALID_CONTEXT",
  missing_attribute: "INVALID_CONTEXT",
  unknown_attribute: "INVALID_CONTEXT",
  context_required: "INVALID_CONTEXT",
  unexpected_context: "INVALID_CONTEXT",
  subject_required: "TARGETING_KEY_MISSING",
}
