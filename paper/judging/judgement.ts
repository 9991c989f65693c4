// The verdict on a claim. A verdict follows from an interval and nothing else: the claim says on
// which side of a number it should lie; wholly on that side it holds, wholly on the other it does
// not, and across it nothing is decided.

import { formatNumber, formatWithInterval } from "./format-number.ts"
import { computeRatio, exactly, type Interval } from "./interval.ts"
import type { Measurement } from "./measurement.ts"

/** Whether a claim holds. */
export type Verdict = "holds" | "does not hold" | "undecided"

/** A claim with what was measured and the verdict on it. */
export interface Judgement {
  /** Stable, unique among all claims. */
  readonly id: string
  /** One plain sentence. */
  readonly claim: string
  /** Whether the paper claims it, or we ask it. */
  readonly by: "paper" | "ours"
  readonly verdict: Verdict
  /** The value that the paper prints, if it prints one. */
  readonly paper?: string
  /** The measured or computed value, and its meaning. */
  readonly measured: Interval & { readonly what: string }
  readonly words: string
}

/** A claim before it is judged. */
export type Claim = Pick<Judgement, "id" | "claim"> & { readonly by?: Judgement["by"]; readonly paper?: string }

/** Whether a quantity is below (or above) a bound. */
export function decideVerdict({ low, high }: Interval, side: "below" | "above", bound: number): Verdict {
  const [isBelow, isAbove] = [high < bound, low > bound]
  if (side === "below" ? isBelow : isAbove) return "holds"
  return (side === "below" ? isAbove : isBelow) ? "does not hold" : "undecided"
}

/** All must hold; one that does not is enough for the whole not to. */
export function combineVerdicts(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("does not hold")) return "does not hold"
  return verdicts.includes("undecided") ? "undecided" : "holds"
}

export function judge(
  { id, claim, by = "paper", paper }: Claim,
  verdict: Verdict,
  what: string,
  measured: Interval,
  words: string,
): Judgement {
  const { value, low, high } = measured
  return {
    id,
    claim,
    by,
    verdict,
    ...(paper === undefined ? {} : { paper }),
    measured: { what, value, low, high },
    words,
  }
}

/** "`measured` is below `bound`"; a number alone is exact. */
export const judgeBelow = (claim: Claim, what: string, measured: Interval | number, bound: number, words: string) =>
  judgeSide(claim, what, measured, "below", bound, words)

export const judgeAbove = (claim: Claim, what: string, measured: Interval | number, bound: number, words: string) =>
  judgeSide(claim, what, measured, "above", bound, words)

function judgeSide(
  claim: Claim,
  what: string,
  measured: Interval | number,
  side: "below" | "above",
  bound: number,
  words: string,
): Judgement {
  const interval = typeof measured === "number" ? exactly(measured) : measured
  return judge(claim, decideVerdict(interval, side, bound), what, interval, words)
}

/** "`fewer` has lower regret than `more`", by the ratio of their means. */
export function judgeLowerRegret(claim: Claim, fewer: Measurement, more: Measurement): Judgement {
  return judgeAbove(
    claim,
    `regret of ${more.label} / ${fewer.label}`,
    computeRatio(more.regret, fewer.regret),
    1,
    `${fewer.label}: ${formatWithInterval(fewer)}; ${more.label}: ${formatWithInterval(more)}.`,
  )
}

/** "`best` has the lowest regret of all": it is compared with each other, and the closest shown. */
export function judgeLowestRegret(claim: Claim, best: Measurement, others: readonly Measurement[]): Judgement {
  const ratios = others.map((other) => ({ other, ratio: computeRatio(other.regret, best.regret) }))
  const closest = ratios.reduce((a, b) => (b.ratio.value < a.ratio.value ? b : a))
  return judge(
    claim,
    combineVerdicts(ratios.map(({ ratio }) => decideVerdict(ratio, "above", 1))),
    `regret of ${closest.other.label} (the closest) / ${best.label}`,
    closest.ratio,
    `${best.label}: ${formatWithInterval(best)}; the closest, ${closest.other.label}: ${formatWithInterval(closest.other)}.`,
  )
}

/** "`smaller` is below `larger`", for numbers that are computed. */
export function judgeSmaller(claim: Claim, what: string, smaller: number, larger: number, words?: string): Judgement {
  const given = `${formatNumber(smaller)} against ${formatNumber(larger)} (computed, not simulated).`
  return judgeBelow(claim, what, smaller / larger, 1, words ?? given)
}
