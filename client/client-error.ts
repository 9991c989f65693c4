// A refusal of the service, or a line that stayed dead. `code` is the service's own; or "no_answer" (in time), "unreachable", "aborted" (by
// the caller's signal), or "unknown" where something on the way refused in words of its own.

import type { Problem } from "@armistice/service/api"

export class ClientError extends Error {
  readonly code: string
  /** HTTP status; 0 where there was no answer of the service. */
  readonly status: number
  readonly problem: Problem | null

  constructor(code: string, status: number, message: string, problem: Problem | null = null) {
    super(message)
    this.name = "ClientError"
    this.code = code
    this.status = status
    this.problem = problem
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    if (this.code === "aborted") return false
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }

  /** Whether the service itself refused, in its own words; otherwise something on the way did, such as a proxy while it is replaced. */
  get isOfService(): boolean {
    return this.problem?.code !== undefined
  }
}
