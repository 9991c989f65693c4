// The arm that someone will get and has not seen yet. It is no decision: nothing is learned,
// counted or promised before an exposure.

import { createHmac } from "node:crypto"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { SubjectRow } from "../store/rows.ts"

/** As the row of a subject has it. */
export interface Assignment {
  readonly arm: number
  /** The journal entry that came next: a stop of the arm from then on makes it void. */
  readonly since: number
  readonly segment: string
  /** The point of their context as JSON; null: the experiment has no context. */
  readonly context: string | null
  /** When it was last given out, to within a day. */
  readonly at: number
}

const dayMs = 86_400_000

/** How long it is kept after the person was last evaluated. */
export const assignmentMs = 30 * dayMs

export const writeAssignment = (assignment: Assignment): string => JSON.stringify(assignment)

/** Null: there is none, it has become too old, or its arm was stopped. */
export function readAssignment(live: LiveExperiment, { assigned }: SubjectRow, now: number): Assignment | null {
  if (assigned === null) return null
  const assignment = JSON.parse(assigned) as Assignment
  return isOver(assignment, now) || live.isMoved(assignment.arm, assignment.since) ? null : assignment
}

/** Whether there is one that is not too old, whose arm may have been stopped. */
export const isAssigned = ({ assigned }: SubjectRow, now: number): boolean =>
  assigned !== null && !isOver(JSON.parse(assigned) as Assignment, now)

const isOver = ({ at }: Assignment, now: number): boolean => now >= at + assignmentMs

/** Whether giving it out again is worth a write. */
export const isWorthRenewing = ({ at }: Assignment, now: number): boolean => now >= at + dayMs

/** A number in [0, 1) that belongs to one person in one experiment. */
export function drawKeyed(secret: Uint8Array, experiment: string, hashedSubject: string): number {
  const hash = createHmac("sha256", secret)
    .update(JSON.stringify(["assignment", experiment, hashedSubject]))
    .digest()
  return hash.readUIntBE(0, 6) / 2 ** 48
}

/** The arm at this place of the shares laid side by side; -1: there are none. */
export function findArmAt(shares: readonly number[], draw: number): number {
  let [left, last] = [draw, -1]
  for (const [arm, share] of shares.entries()) {
    if (share === 0) continue
    last = arm
    left -= share
    if (left < 0) return arm
  }
  return last
}
