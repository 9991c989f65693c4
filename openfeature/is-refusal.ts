import { ClientError } from "@armistice/client"

/** The operator must replace the key (401) or allow the host name (421): no other request would fare better. */
const operatorStatuses = new Set([401, 421])

/** Whether the service refused this one request for good. Every other error means that the service cannot be used now. */
export const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError && !error.isTemporary && error.isFromService && !operatorStatuses.has(error.status)
