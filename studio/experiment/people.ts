// How many people an experiment has learned from, and how many are planned, over all its groups.

import type { Detail, Results } from "../results/results-types.ts"
import { formatNumber } from "../text/numbers.ts"

export const countPeople = ({ progress }: Pick<Detail, "progress">): number =>
  progress.reduce((sum, { round }) => sum + round, 0)

/** People where each person counts once, otherwise visits. */
export const countingUnitFor = (cap: number | null): "people" | "visits" => (cap === 1 ? "people" : "visits")

export const countingUnit = ({ subject }: Pick<Detail, "subject">): "people" | "visits" => countingUnitFor(subject.cap)

/** "1 person", "2,690 visits". */
export function formatPeople(count: number, detail: Pick<Detail, "subject">): string {
  const counted = countingUnit(detail)
  const one = counted === "people" ? "person" : "visit"
  return `${formatNumber(count)} ${count === 1 ? one : counted}`
}

/** Served without being counted: while paused, after a restore, or at a population's limit. */
export const mayBeUncounted = ({
  status,
  learning,
  population,
}: Pick<Detail, "status" | "learning" | "population">): boolean =>
  status === "paused" || learning !== "on" || population !== null

export const countPlanned = ({ horizon, segments }: Pick<Detail, "horizon" | "segments">): number =>
  horizon * (segments?.length ?? 1)

/** Detail and results are read at different moments, but a page must show one count. */
export function withResultCounts(detail: Detail, results: Results | null): Detail {
  if (results === null) return detail
  const progress = detail.progress.map((one) => {
    const arms = results.segments.find(({ segment }) => segment === one.segment)?.arms ?? []
    const decisions = Object.fromEntries(arms.map(({ arm, decisions: count }) => [arm, count]))
    return { ...one, decisions, round: arms.reduce((sum, { decisions: count }) => sum + count, 0) }
  })
  return { ...detail, progress }
}
