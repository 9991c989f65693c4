// The one error class of the service. Codes are stable and listed in docs/errors.md. Messages about
// rewards and subjects give bounds and types, never values.

/** Every code with the HTTP status of its answer. */
const statuses = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_encoding: 400,
  invalid_evaluation_context: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  headers_too_large: 431,
  expectation_failed: 417,
  request_timeout: 408,
  not_found: 404,
  unknown_experiment: 404,
  unknown_decision: 404,
  unknown_assignment: 404,
  unknown_population: 404,
  unknown_webhook: 404,
  unknown_delivery: 404,
  unknown_key: 404,
  unknown_segment: 422,
  unknown_arm: 422,
  arm_not_found: 404,
  unknown_metric: 422,
  unknown_level: 422,
  unknown_attribute: 422,
  missing_attribute: 422,
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
  exposure_conflict: 409,
  idempotency_conflict: 409,
  subject_required: 422,
  segment_required: 422,
  context_required: 422,
  unexpected_context: 422,
  sticky_required: 422,
  bulk_required: 422,
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
  first_key: 409,
  last_admin_key: 409,
  key_created: 409,
  experiment_limit: 409,
  no_estimates: 404,
  missing_key: 401,
  invalid_key: 401,
  session_over: 401,
  sign_in_failed: 400,
  sign_in_denied: 403,
  no_role: 403,
  provider_unavailable: 503,
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
} as const

/** A stable name of what was refused; docs/errors.md lists them all. */
export type ServiceErrorCode = keyof typeof statuses

/** Every code that a `ServiceError` can have. */
export const serviceErrorCodes = Object.keys(statuses) as readonly ServiceErrorCode[]

/** A refusal by the service, or a fault of its store. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode
  /** The HTTP status of the answer. */
  readonly status: number
  /** Public numbers for programs, such as spent, requested and limit. */
  readonly details: Readonly<Record<string, number | string | null>> | undefined

  constructor(code: ServiceErrorCode, message: string, details?: Readonly<Record<string, number | string | null>>) {
    super(message)
    this.name = "ServiceError"
    this.code = code
    this.status = statuses[code]
    this.details = details
  }
}

/** A fault of the store, which every request would meet. */
export const isStoreError = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code.startsWith("store_")
