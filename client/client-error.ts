// The error of every call that fails.

import type { Problem } from "@armistice/service/api"

/** Thrown by every call that fails: the service refused the request, or gave no answer. */
export class ClientError extends Error {
  /**
   * The service's own code, such as "experiment_archived"; or "no_answer" (timeout), "unreachable",
   * "aborted" (by the caller's signal), or "unknown" if a proxy refused without a code.
   */
  readonly code: string
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** The body of the refusal, if it was JSON. */
  readonly problem: Problem | null
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | null

  constructor(
    code: string,
    status: number,
    message: string,
    problem: Problem | null = null,
    retryAfterMs: number | null = null,
  ) {
    super(message)
    this.name = "ClientError"
    this.code = code
    this.status = status
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    if (this.code === "aborted") return false
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }

  /** Whether the service itself refused; otherwise a proxy or another server at the address did. */
  get isFromService(): boolean {
    return this.problem?.code !== undefined
  }
}
