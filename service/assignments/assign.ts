// Assigns an arm to someone who has not seen it: by the shares in which the algorithm would give
// its arms now, and a number that is the person's own. So the arm follows from what is public, and
// stays theirs whatever others answer meanwhile.

import { readPoint } from "../context/decision-context.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { closeBeforeDecision } from "../operations/close-windows.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { findArmAt, readAssignment, writeAssignment } from "./assignment.ts"
import { type FoundArm, findArm } from "./find-arm.ts"
import { lookAhead } from "./plan-shares.ts"

/** Someone without an arm. */
export interface NewPerson extends Pick<DecisionRow, "segment" | "context"> {
  /** Hashed. */
  readonly subject: string
  /** A number in [0, 1) that is theirs in this experiment (`drawKeyed`). */
  readonly draw: number
}

export function assign(work: UnitOfWork, experiment: string, person: NewPerson): FoundArm {
  const live = work.live(experiment)
  // As before a decision: an arm must not tell how busy the service was with answers.
  if (live.status === "running") closeBeforeDecision(work, live)
  const { segment, subject, context, draw } = person
  const row = work.subject(experiment, subject)
  const point = readPoint(context)
  const found = findArm(live, row, { segment, subject, point }, work.now)
  if (found !== null && found.isToRenew !== true) return found
  const known = found === null ? null : readAssignment(live, row, work.now)
  const arm = known?.arm ?? findArmAt(findShares(live, segment, context), draw)
  const assigned = writeAssignment({ arm, since: live.sequence + 1, segment, context, at: work.now })
  work.putAssigned({ ...row, experiment: live.experiment.id, assigned })
  return { arm }
}

/** Shares by segment and context, until the next ledger entry or a number of decisions. */
interface KnownShares {
  readonly until: string
  readonly shares: Map<string, readonly number[]>
}

const known = new WeakMap<LiveExperiment, KnownShares>()

/** Contexts are as many as people. */
const mostShares = 1000

function findShares(live: LiveExperiment, segment: string, context: string | null): readonly number[] {
  const { round } = live.segment(segment).state
  const until = `${live.ledgerIndex} ${live.horizon}`
  let of = known.get(live)
  if (of === undefined || of.until !== until || of.shares.size >= mostShares) {
    of = { until, shares: new Map() }
    known.set(live, of)
  }
  const name = JSON.stringify([segment, context, Math.floor(round / lookAhead(live.arms.count))])
  const shares =
    of.shares.get(name) ?? live.learning.planShares(segment, live.arms.withStopped(undefined), readPoint(context))
  of.shares.set(name, shares)
  return shares
}
