// A decision of the service as OpenFeature wants to hear it, and what went wrong as one of its error codes. Nothing here throws.

import { ClientError, type DecisionView } from "@armistice/client"
import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  type ResolutionDetails,
  type ResolutionReason,
  StandardResolutionReasons,
} from "@openfeature/core"
import { type ArmisticeFlag, type ArmisticeOptions, typeOfFlag, type ValueType } from "./options.ts"

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

/** Who is asked for: the same for the same person in the same segment. */
export interface Asked {
  readonly subject: string
  readonly segment: string | undefined
}

/** What can be told before anyone is asked: nobody is decided for whose answer could not be used. */
export function flagFor(
  options: ArmisticeOptions,
  name: string,
  type: ValueType,
): { flag: ArmisticeFlag } | { failure: Failure } {
  const flag = Object.hasOwn(options.flags, name) ? options.flags[name] : undefined
  if (flag === undefined)
    return failed(ErrorCode.FLAG_NOT_FOUND, `a flag must be one of those listed for the provider, got ${name}`)
  const own = typeOfFlag(flag)
  return own === type ? { flag } : failed(ErrorCode.TYPE_MISMATCH, `the flag ${name} is a ${own}, asked for a ${type}`)
}

export function askedFor(flag: ArmisticeFlag, context: EvaluationContext): { asked: Asked } | { failure: Failure } {
  const { targetingKey: subject } = context
  if (typeof subject !== "string" || subject === "")
    return failed(ErrorCode.TARGETING_KEY_MISSING, "the context must have a targetingKey: whom the flag is for")
  if (flag.segment === undefined) return { asked: { subject, segment: undefined } }
  const segment = context[flag.segment]
  if (typeof segment !== "string" || segment === "")
    return failed(ErrorCode.INVALID_CONTEXT, `the context must have a text as ${flag.segment}, which is the segment`)
  return { asked: { subject, segment } }
}

export function decided<T>(flag: ArmisticeFlag, decision: DecisionView, otherwise: T): ResolutionDetails<T> {
  // What answers may be no Armistice, and a value that is none must not get into the application.
  const { arm, status, outside, firstArm } = (decision ?? {}) as Partial<DecisionView>
  if (arm === undefined || status === undefined)
    return unresolved(otherwise, {
      code: ErrorCode.GENERAL,
      message: "the service must answer with a decision, got an answer without an arm or a status",
    })
  if (flag.values !== undefined && !Object.hasOwn(flag.values, arm))
    return unresolved(otherwise, {
      code: ErrorCode.GENERAL,
      message: `every arm must have a value, got none for ${arm}`,
    })
  const value: JsonValue = flag.values === undefined ? arm : (flag.values[arm] as JsonValue)
  // Whoever had an arm that was stopped stays counted under it.
  const flagMetadata = { experiment: flag.experiment, status, ...(firstArm === undefined ? {} : { firstArm }) }
  return { value: value as T, variant: arm, reason: reasonOf(status, outside), flagMetadata }
}

export const unresolved = <T>(otherwise: T, { code, message }: Failure): ResolutionDetails<T> => ({
  value: otherwise,
  reason: StandardResolutionReasons.ERROR,
  errorCode: code,
  errorMessage: message,
})

/** What a call that failed amounts to. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof ClientError ? codes[error.code] : undefined
  return { code: code ?? ErrorCode.GENERAL, message }
}

const failed = (code: ErrorCode, message: string): { failure: Failure } => ({ failure: { code, message } })

const reasons: Readonly<Record<DecisionView["status"], ResolutionReason>> = {
  running: StandardResolutionReasons.SPLIT,
  paused: StandardResolutionReasons.DISABLED,
  finished: StandardResolutionReasons.STATIC,
  archived: StandardResolutionReasons.STATIC,
}

/** People outside the traffic get the control while the experiment goes on for others. */
function reasonOf(status: DecisionView["status"], outside: DecisionView["outside"]): ResolutionReason {
  if (outside === "dates") return StandardResolutionReasons.DISABLED
  return outside === "traffic" ? StandardResolutionReasons.DEFAULT : reasons[status]
}

const codes: Readonly<Record<string, ErrorCode>> = {
  unknown_experiment: ErrorCode.FLAG_NOT_FOUND,
  unknown_segment: ErrorCode.INVALID_CONTEXT,
  segment_required: ErrorCode.INVALID_CONTEXT,
  subject_required: ErrorCode.TARGETING_KEY_MISSING,
}
