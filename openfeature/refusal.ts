// Whether the service refused this one request for good. Everything else is a line that does not serve: nobody answers, something on the way
// does, or the operator must see to it (a key that is not accepted, a name that is not allowed), which no other request would fare better with.

import { ClientError } from "@armistice/client"

const forTheOperator: ReadonlySet<number> = new Set([401, 421])

export const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError && !error.isTemporary && error.isOfService && !forTheOperator.has(error.status)
