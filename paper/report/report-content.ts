// The report's content, whether it is written as HTML or as PDF.

import { errata } from "../errata.ts"
import type { Exhibit } from "../exhibit.ts"
import type { Reproduced } from "../judging/committed.ts"
import { formatNumber } from "../judging/format-number.ts"
import type { Judgement, Verdict } from "../judging/judgement.ts"

export interface ReportPart {
  readonly exhibit: Exhibit
  readonly reproduced: Reproduced
}

/** A verdict is also told apart without colour. */
export const verdictMarks: Readonly<Record<Verdict, string>> = { holds: "✓", "does not hold": "✗", undecided: "?" }

export function describeReport(parts: readonly ReportPart[]): {
  readonly title: string
  readonly introduction: string
} {
  const { runs = 0, seed = 0 } = parts[0]?.reproduced ?? {}
  return {
    title: "The DP-TS-UCB paper, reproduced",
    introduction:
      "“Connecting Thompson Sampling and UCB: Towards More Efficient Trade-offs Between Privacy and Regret” (Hu, Huang, " +
      "Zhang, Lécuyer and Hegde, ICML 2025) proposes DP-TS-UCB, a private bandit algorithm. Every figure, table and claim is " +
      "produced again here, and each claim is judged from the numbers: it holds or does not hold where a 99% interval is " +
      `wholly on one side, and is undecided otherwise. ${formatNumber(runs)} runs where a run is costly, 10 to 50 ` +
      `times as many where it is not; seed ${seed}. Where the paper leaves something open, each section says what was chosen.`,
  }
}

const listJudgements = (parts: readonly ReportPart[]): Judgement[] =>
  parts.flatMap(({ reproduced }) => reproduced.judgements)

/** Claims that do not hold come first for a reader of the paper. */
export const listFailingClaims = (parts: readonly ReportPart[]): Judgement[] =>
  listJudgements(parts).filter(({ by, verdict }) => by === "paper" && verdict === "does not hold")

/** Where the errata are, in a sentence. */
export function listErrata(): string {
  const places = errata().map(({ where }) => where)
  return `${places.length} errata: ${places.join("; ")}.`
}

export function countVerdicts(judgements: readonly Judgement[]): Record<Verdict, number> {
  const count = { holds: 0, "does not hold": 0, undecided: 0 }
  for (const { verdict } of judgements) count[verdict]++
  return count
}

/** A line for each verdict. */
export function formatCounts(parts: readonly ReportPart[]): { readonly verdict: Verdict; readonly words: string }[] {
  const [paper, ours] = (["paper", "ours"] as const).map((by) =>
    countVerdicts(listJudgements(parts).filter((one) => one.by === by)),
  )
  const names = { holds: "hold", "does not hold": "do not hold", undecided: "are undecided" } as const
  return (["holds", "does not hold", "undecided"] as const).map((verdict) => ({
    verdict,
    words: `${paper?.[verdict]} of the paper's claims and ${ours?.[verdict]} of our questions ${names[verdict]}`,
  }))
}

/** The paper's claims, then ours; nothing for an author without any. */
export const splitByAuthor = (
  judgements: readonly Judgement[],
): { readonly title: string; readonly judgements: Judgement[] }[] =>
  [
    { title: "What the paper claims", judgements: judgements.filter(({ by }) => by === "paper") },
    { title: "What we asked beyond it", judgements: judgements.filter(({ by }) => by === "ours") },
  ].filter((group) => group.judgements.length > 0)

/** The section that a judgement belongs to. */
export const findSection = (id: string): string => id.split("/")[0] ?? id
