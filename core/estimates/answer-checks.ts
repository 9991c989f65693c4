// Whether something is wrong with how answers come, from public counts alone: options that are
// surely not answered alike, and answers that surely stopped coming. Both may be looked at after
// every decision; a false alarm ever has at most the stated chance (docs/theory.md, section 8,
// "Watching answers").

import { answeredInterval, logMarginal } from "./silence.ts"

/** Decisions in their order, up to any of them, and how many were answered by one fixed age. */
export interface AnswerCount {
  readonly decided: number
  readonly answered: number
}

export interface DifferingShares {
  /** The places of the two counts. */
  readonly more: number
  readonly less: number
  /** ln of the evidence against one chance of an answer for both. */
  readonly evidence: number
}

/** How many deviations each count is taken back by, to find the two that differ most. */
const DEVIATIONS = 3

/**
 * Two of these counts whose chances of an answer surely differ; null: none. Among many, the two
 * that look most different are compared. With one chance r for both, the product of their
 * martingales (Lemma 16) is one; it is least at the pooled share, whatever r is.
 */
export function detectDifferingShares(counts: readonly AnswerCount[], error: number): DifferingShares | null {
  const known = counts.flatMap((count, place) => (count.decided === 0 ? [] : [{ place, ...cautiousShares(count) }]))
  if (known.length < 2) return null
  const more = known.reduce((best, one) => (one.least > best.least ? one : best)).place
  const less = known.reduce((best, one) => (one.most < best.most ? one : best)).place
  const [one, other] = [counts[more], counts[less]]
  if (one.answered / one.decided <= other.answered / other.decided) return null
  const evidence = logMarginal(one.decided, one.answered) + logMarginal(other.decided, other.answered)
  const pooled = logLikelihood(one.decided + other.decided, one.answered + other.answered)
  const pairs = (counts.length * (counts.length - 1)) / 2
  return evidence - pooled >= Math.log(pairs / error) ? { more, less, evidence: evidence - pooled } : null
}

/** Around the posterior share, so that few decisions never look like many. */
function cautiousShares({ decided, answered }: AnswerCount): { least: number; most: number } {
  const share = (answered + 0.5) / (decided + 1)
  const room = DEVIATIONS * Math.sqrt((share * (1 - share)) / decided)
  return { least: share - room, most: share + room }
}

/** ln of the probability of one sequence with these counts, at the share that makes it largest. */
function logLikelihood(decided: number, answered: number): number {
  const silent = decided - answered
  return (
    (answered === 0 ? 0 : answered * Math.log(answered / decided)) +
    (silent === 0 ? 0 : silent * Math.log(silent / decided))
  )
}

/** Decisions of all options since the latest one that was answered. */
export interface SilentRun {
  /** Answers so far: each of them begins a run. */
  readonly answers: number
  /** Options that there are. */
  readonly options: number
  /** Counts up to the latest answer, and the decisions since then, all without one. */
  readonly since: readonly (AnswerCount & { readonly silent: number })[]
}

/** Whether answers surely stopped. Ebbing traffic is no sign, because only decisions count. */
export function isSurelySilent({ answers, options, since }: SilentRun, error: number): boolean {
  if (answers === 0) return false
  const needed = Math.log((2 * answers * (answers + 1)) / error)
  const said = since.filter(({ answered, silent }) => answered > 0 && silent > 0)
  const evidence = (estimateShare: (count: AnswerCount) => number): number =>
    said.reduce((sum, count) => sum - count.silent * Math.log1p(-estimateShare(count)), 0)
  // The lower end of an interval is below the share itself, which costs nothing to compute.
  if (evidence(({ decided, answered }) => answered / decided) < needed) return false
  return evidence(({ decided, answered }) => answeredInterval(decided, answered, error / (2 * options))[0]) >= needed
}
