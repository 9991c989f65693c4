// Errors as the outside sees them: problem+json (RFC 9457) with a stable code. The only place where codes meet HTTP statuses.

import { ServiceError, type ServiceErrorCode } from "../service-error.ts"
import { type Finding, validationDetail } from "./validation-detail.ts"

export const statusOf: Readonly<Record<ServiceErrorCode, number>> = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_encoding: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  headers_too_large: 431,
  expectation_failed: 417,
  request_timeout: 408,
  not_found: 404,
  unknown_experiment: 404,
  unknown_decision: 404,
  unknown_population: 404,
  unknown_webhook: 404,
  unknown_delivery: 404,
  unknown_segment: 422,
  unknown_arm: 422,
  arm_not_found: 404,
  unknown_metric: 422,
  no_arm_available: 422,
  unknown_algorithm: 422,
  algorithm_not_live: 422,
  invalid_parameter: 422,
  weak_privacy: 422,
  answers_required: 422,
  public_outcomes: 422,
  privacy_budget_exhausted: 409,
  reward_out_of_bounds: 422,
  reward_conflict: 409,
  reward_window_over: 409,
  decision_conflict: 409,
  idempotency_conflict: 409,
  subject_required: 422,
  segment_required: 422,
  sticky_required: 422,
  experiment_archived: 410,
  invalid_transition: 409,
  last_arm: 409,
  arms_fixed: 409,
  not_resumable: 409,
  not_extendable: 409,
  restore_not_accepted: 409,
  rewards_open: 409,
  population_limit: 422,
  population_in_use: 409,
  webhook_url_refused: 422,
  webhook_limit: 409,
  experiment_limit: 409,
  no_estimates: 404,
  missing_key: 401,
  invalid_key: 401,
  forbidden: 403,
  host_not_allowed: 421,
  origin_not_allowed: 403,
  rate_limited: 429,
  shutting_down: 503,
  store_busy: 503,
  store_full: 507,
  store_overtaken: 503,
  store_gone: 503,
  store_damaged: 503,
  store_frozen: 503,
  store_unavailable: 503,
  internal: 500,
}

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly [extension: string]: unknown
}

export function toProblem(error: ServiceError): Problem {
  const status = statusOf[error.code]
  // What went wrong inside may hold private values: only refusals are put in words.
  const detail = status === 500 ? "the service failed; its log says why" : error.message
  return {
    type: `urn:armistice:error:${error.code}`,
    title: error.code.replaceAll("_", " "),
    status,
    code: error.code,
    detail,
    ...error.details,
  }
}

/** A refusal as it is sent. */
export function toResponse(error: ServiceError): { status: number; headers: Record<string, string>; text: string } {
  const problem = toProblem(error)
  const { status } = problem
  const headers = {
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 503 ? { "retry-after": "1" } : {}),
    "content-type": "application/problem+json; charset=utf-8",
  }
  return { status, headers, text: JSON.stringify(problem) }
}

/** The framework's own errors as ours; texts that may quote the body are replaced. `namesFields`: unknown ones may be named. */
export function toServiceError(error: unknown, namesFields = false): ServiceError {
  if (error instanceof ServiceError) return error
  const { code = "", statusCode = 500, validation, validationContext } = (error ?? {}) as FrameworkError
  if (validation !== undefined)
    return new ServiceError("invalid_request", validationDetail(validation, validationContext, namesFields))
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413)
    return new ServiceError("body_too_large", "the body is larger than the size limit")
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415)
    return new ServiceError("unsupported_media_type", "the content type must be application/json")
  if (code.startsWith("FST_ERR_CTP") || error instanceof SyntaxError)
    return new ServiceError("invalid_json", "the body must be JSON")
  if (statusCode === 429) return new ServiceError("rate_limited", "too many requests")
  if (statusCode >= 400 && statusCode < 500)
    return new ServiceError("invalid_request", "the request does not match what /openapi.json describes")
  return new ServiceError("internal", "an error inside")
}

interface FrameworkError {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Finding[]
  readonly validationContext?: string
}
