// Removes assignments that are too old to be given out again: otherwise the key of a page could
// fill the store with people who never come back.

import type { StoreWrites } from "../store/store.ts"
import { assignmentMs } from "./assignment.ts"

/** Assignments of one transaction, which others wait for. */
const perStep = 1000

/** Transactions of one turn. */
const mostSteps = 100

export async function removeExpired(store: Pick<StoreWrites, "removeOldAssignments">, now: number): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    if ((await store.removeOldAssignments(now - assignmentMs, perStep)) < perStep) return
    // Requests that have come meanwhile go first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
