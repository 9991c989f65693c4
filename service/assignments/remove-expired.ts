// Removes assignments that are too old to be given out again: otherwise the key of a page could
// fill the store with people who never come back.

import type { MaybePromise } from "../maybe-promise.ts"
import { assignmentMs } from "./assignment.ts"

/** Assignments of all experiments, by age. */
export interface AssignmentTable {
  /**
   * Removes at most `limit` assignments that were last given out at `until` or before, and the rows
   * that have nothing else. Returns how many there were.
   */
  removeOld(until: number, limit: number): MaybePromise<number>
}

/** Assignments of one transaction, which others wait for. */
const perStep = 1000

/** Transactions of one turn. */
const mostSteps = 100

export async function removeExpired(table: AssignmentTable, now: number): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    if ((await table.removeOld(now - assignmentMs, perStep)) < perStep) return
    // Requests that have come meanwhile go first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
