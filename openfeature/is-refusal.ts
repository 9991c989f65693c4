// Tells refusals of the service from outages.

import { ClientError } from "@armistice/client"

/** The operator must replace the key (401) or allow the host name (421); retries fail, too. */
const operatorStatuses = new Set([401, 421])

/** Whether the service refused this request for good. Any other error is an outage. */
export const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError && !error.isTemporary && error.isFromService && !operatorStatuses.has(error.status)
