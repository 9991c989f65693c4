// Decisions as OpenFeature's resolutions, and errors as its error codes. Nothing here throws.

import { type AssignmentView, ClientError, type ExperimentDetail } from "@armistice/client"
import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  type ResolutionDetails,
  type ResolutionReason,
  StandardResolutionReasons,
} from "@openfeature/core"
import { type ArmisticeFlag, type ArmisticeOptions, getFlagType, type ValueType } from "./options.ts"
import { toMessage } from "./service-status.ts"

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

/** The person that a decision is for. */
export interface DecisionSubject {
  readonly subject: string
  readonly segment: string | undefined
  /** The attributes that the experiment declares; undefined: it has no context. */
  readonly context?: Readonly<Record<string, string | number>>
}

/** The attributes that an experiment declares, by name. */
export type DeclaredAttributes = NonNullable<ExperimentDetail["context"]>["attributes"]

/** Undefined: the experiment has no context. */
export type FindAttributes = (experiment: string) => DeclaredAttributes | undefined

/** The flag and its subject, or why there is nothing to ask the service for. */
export function findFlag(
  { flags }: ArmisticeOptions,
  name: string,
  type: ValueType,
  context: EvaluationContext,
  findAttributes: FindAttributes,
): { readonly flag: ArmisticeFlag; readonly subject: DecisionSubject } | { readonly failure: Failure } {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
  if (flag === undefined) return fail(ErrorCode.FLAG_NOT_FOUND, `the provider's options list no flag ${name}`)
  const own = getFlagType(flag)
  if (own !== type) return fail(ErrorCode.TYPE_MISMATCH, `the flag ${name} is a ${own}, asked for a ${type}`)
  const found = findSubject(flag, context, findAttributes)
  return "failure" in found ? found : { flag, subject: found.subject }
}

export function findSubject(
  flag: ArmisticeFlag,
  context: EvaluationContext,
  findAttributes: FindAttributes,
): { readonly subject: DecisionSubject } | { readonly failure: Failure } {
  const { targetingKey: subject } = context
  if (typeof subject !== "string" || subject === "")
    return fail(ErrorCode.TARGETING_KEY_MISSING, "the context needs a targetingKey: the person that the flag is for")
  const attributes = findAttributes(flag.experiment)
  if (attributes !== undefined) return pickAttributes(subject, attributes, context)
  if (flag.segment === undefined) return { subject: { subject, segment: undefined } }
  const segment = context[flag.segment]
  if (typeof segment !== "string" || segment === "")
    return fail(ErrorCode.INVALID_CONTEXT, `the context needs text as ${flag.segment}, which is the segment`)
  return { subject: { subject, segment } }
}

/** The service takes no longer text. */
const longestText = 1000

/** Only the attributes that the experiment declares are sent. */
function pickAttributes(
  subject: string,
  attributes: DeclaredAttributes,
  context: EvaluationContext,
): { readonly subject: DecisionSubject } | { readonly failure: Failure } {
  const picked: [string, string | number][] = []
  for (const [name, { levels }] of Object.entries(attributes)) {
    const value = Object.hasOwn(context, name) ? context[name] : undefined
    if (levels === undefined) {
      if (typeof value !== "number" || !Number.isFinite(value))
        return fail(ErrorCode.INVALID_CONTEXT, `the context needs a number as ${name}`)
      picked.push([name, value])
    } else if (typeof value !== "string" || value.length > longestText)
      return fail(ErrorCode.INVALID_CONTEXT, `the context needs text of at most ${longestText} characters as ${name}`)
    else picked.push([name, value])
  }
  return { subject: { subject, segment: undefined, context: Object.fromEntries(picked) } }
}

export function toResolution<T>(flag: ArmisticeFlag, decision: AssignmentView, defaultValue: T): ResolutionDetails<T> {
  // Another server may be at the address, and its answer must not get into the application.
  const { arm, status, outside, firstArm } = (decision ?? {}) as Partial<AssignmentView>
  const fallBack = (message: string) => toErrorResolution(defaultValue, { code: ErrorCode.GENERAL, message })
  if (arm === undefined || status === undefined) return fallBack("the service's answer is not a decision")
  if (flag.values !== undefined && !Object.hasOwn(flag.values, arm)) return fallBack(`the flag has no value for ${arm}`)
  const value: JsonValue = flag.values === undefined ? arm : (flag.values[arm] as JsonValue)
  // Someone whose arm was stopped stays counted under it.
  const flagMetadata = { experiment: flag.experiment, status, ...(firstArm === undefined ? {} : { firstArm }) }
  return { value: value as T, variant: arm, reason: findReason(status, outside), flagMetadata }
}

export const toErrorResolution = <T>(defaultValue: T, { code, message }: Failure): ResolutionDetails<T> => ({
  value: defaultValue,
  reason: StandardResolutionReasons.ERROR,
  errorCode: code,
  errorMessage: message,
})

export function toFailure(error: unknown): Failure {
  const code = error instanceof ClientError ? errorCodes[error.code] : undefined
  return { code: code ?? ErrorCode.GENERAL, message: toMessage(error) }
}

const fail = (code: ErrorCode, message: string): { failure: Failure } => ({ failure: { code, message } })

const reasons: Readonly<Record<AssignmentView["status"], ResolutionReason>> = {
  running: StandardResolutionReasons.SPLIT,
  paused: StandardResolutionReasons.DISABLED,
  finished: StandardResolutionReasons.STATIC,
  archived: StandardResolutionReasons.STATIC,
}

/** People outside the traffic get the control while the experiment goes on for others. */
function findReason(status: AssignmentView["status"], outside: AssignmentView["outside"]): ResolutionReason {
  if (outside === "dates") return StandardResolutionReasons.DISABLED
  return outside === "traffic" ? StandardResolutionReasons.DEFAULT : reasons[status]
}

const errorCodes: Readonly<Record<string, ErrorCode>> = {
  unknown_experiment: ErrorCode.FLAG_NOT_FOUND,
  unknown_segment: ErrorCode.INVALID_CONTEXT,
  segment_required: ErrorCode.INVALID_CONTEXT,
  unknown_level: ErrorCode.INVALID_CONTEXT,
  missing_attribute: ErrorCode.INVALID_CONTEXT,
  unknown_attribute: ErrorCode.INVALID_CONTEXT,
  context_required: ErrorCode.INVALID_CONTEXT,
  unexpected_context: ErrorCode.INVALID_CONTEXT,
  subject_required: ErrorCode.TARGETING_KEY_MISSING,
}
