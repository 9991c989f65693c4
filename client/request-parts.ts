// Parts of requests: queries, and the ids that make them safe to retry.

import type { DecisionCreate } from "@armistice/service/api"

export function formatQuery(options: object): string {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? "" : `?${query}`
}

/** A decision with an id can be retried after a lost response and gives the same arm. */
export const addDecisionId = (decision: DecisionCreate): DecisionCreate => ({
  ...decision,
  decisionId: decision.decisionId ?? createId(),
})

/** Not `randomUUID`, which browsers withhold from pages served over plain HTTP. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `c-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
