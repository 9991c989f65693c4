// The one error class of the service. Codes are stable and listed in docs/errors.md; HTTP statuses live in http/http-errors.ts.
// Messages say what must hold and what was given; about rewards and subjects they give bounds and types, never values.

export const serviceErrorCodes = [
  "invalid_request",
  "invalid_json",
  "invalid_encoding",
  "unsupported_media_type",
  "body_too_large",
  "headers_too_large",
  "expectation_failed",
  "request_timeout",
  "not_found",
  "unknown_experiment",
  "unknown_decision",
  "unknown_population",
  "unknown_webhook",
  "unknown_delivery",
  "unknown_segment",
  "unknown_arm",
  "arm_not_found",
  "unknown_metric",
  "no_arm_available",
  "unknown_algorithm",
  "algorithm_not_live",
  "invalid_parameter",
  "weak_privacy",
  "answers_required",
  "public_outcomes",
  "privacy_budget_exhausted",
  "reward_out_of_bounds",
  "reward_conflict",
  "reward_window_over",
  "decision_conflict",
  "idempotency_conflict",
  "subject_required",
  "segment_required",
  "sticky_required",
  "experiment_archived",
  "invalid_transition",
  "last_arm",
  "arms_fixed",
  "not_resumable",
  "not_extendable",
  "restore_not_accepted",
  "rewards_open",
  "population_limit",
  "population_in_use",
  "webhook_url_refused",
  "webhook_limit",
  "experiment_limit",
  "no_estimates",
  "missing_key",
  "invalid_key",
  "forbidden",
  "host_not_allowed",
  "origin_not_allowed",
  "rate_limited",
  "shutting_down",
  "store_busy",
  "store_full",
  "store_overtaken",
  "store_gone",
  "store_damaged",
  "store_frozen",
  "store_unavailable",
  "internal",
] as const

export type ServiceErrorCode = (typeof serviceErrorCodes)[number]

export class ServiceError extends Error {
  readonly code: ServiceErrorCode
  /** Public numbers a program may want, such as spent, requested and limit. */
  readonly details: Readonly<Record<string, number | string | null>> | undefined

  constructor(code: ServiceErrorCode, message: string, details?: Readonly<Record<string, number | string | null>>) {
    super(message)
    this.name = "ServiceError"
    this.code = code
    this.details = details
  }
}

/** All requests would meet it, whatever they ask for. */
export const isOfStore = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code.startsWith("store_")
