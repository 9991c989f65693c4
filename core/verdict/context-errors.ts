// How the error is shared between the ends of intervals of cells, so that the statements about all
// groups hold at once (docs/theory.md, section 8, "Groups of people").

import { computeErrorShare, looksAhead, type Stops } from "./stop-error.ts"

/** The error of one lower and of one upper end. */
export interface EndErrors {
  readonly low: number
  readonly high: number
}

/** The errors of all statements about groups. */
export interface ContextErrors {
  /** An arm's own interval in a group. */
  readonly own: EndErrors
  /** Whether a group's leader is better than its rivals, if all of this has this error. */
  lead(error: number): EndErrors
  /** All cells at once. */
  readonly all: EndErrors
  /** The value of personalising. */
  readonly policy: EndErrors
  /** Stops that may have looked ahead. */
  readonly looks: number
}

/** The errors for so many groups and arms; `initialArms` were there from the start. */
export function shareContextErrors(
  error: number,
  groups: number,
  arms: number,
  given: { readonly stops?: Pick<Stops, "count"> | undefined; readonly initialArms: number },
): ContextErrors {
  const { initialArms } = given
  // A total may tell what a cell has not released: every stop may have looked ahead.
  const stops = given.stops === undefined ? undefined : { count: given.stops.count, isWatched: true }
  const part = computeErrorShare(stops, arms)
  const all = (part * error) / (2 * arms * groups)
  // If no arm comes or goes, the best of a group is fixed: one upper end, arms - 1 lower ones.
  const isFixed = initialArms >= arms && (stops?.count ?? 0) === 0
  return {
    own: { low: (part * error) / (2 * groups), high: (part * error) / (2 * groups) },
    lead(total) {
      const each = (part * total) / (2 * groups)
      return isFixed ? { low: each / Math.max(1, arms - 1), high: each } : { low: each / arms, high: each / arms }
    },
    all: { low: all, high: all },
    // Upper ends of two fixed arms in each group: the best single arm, and the best one there.
    policy: { low: all, high: isFixed ? Math.max(all, (part * error) / (4 * groups)) : all },
    looks: looksAhead(stops),
  }
}
