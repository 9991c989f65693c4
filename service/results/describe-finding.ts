// A finding of an integrity check in a sentence, with advice.

import { formatDuration, formatNumber, formatPercent } from "@armistice/core/text"
import type { IntegrityFinding } from "./integrity-finding.ts"

export interface FindingText {
  readonly sentence: string
  readonly advice: string
}

export function describeFinding(found: IntegrityFinding): FindingText {
  const { arm, other, share, otherShare, seconds, count, key } = found
  switch (found.kind) {
    case "answers_differ":
      return {
        sentence: `“${other}” is answered less often than “${arm}”: ${percent(otherShare)} against ${percent(share)} within ${durationText(seconds)}, which is more than chance.`,
        advice: "See whether the answers of both options are sent in the same way, and as soon.",
      }
    case "silent":
      return {
        sentence: `Answers stopped coming: none to the latest ${formatNumber(count ?? 0)} decisions within ${durationText(seconds)}, where ${percent(share)} were answered before.`,
        advice: "See whether answers are still sent.",
      }
    case "one_key":
      return {
        sentence: `The key ${key} sent ${percent(share)} of all answers, most of them to decisions of other keys.`,
        advice: "Revoke it unless it is meant to send them.",
      }
    case "unknown_decisions":
      return {
        sentence: `${formatNumber(count ?? 0)} answers named decisions that this experiment never made.`,
        advice: "See whether ids of another experiment, or of a test system, are sent.",
      }
    case "all_largest":
      return {
        sentence: "Nearly every answer is the largest value.",
        advice: "See whether only successes are sent; an experiment can be created for that.",
      }
    case "all_smallest":
      return {
        sentence: "Nearly every answer is the smallest value.",
        advice: "See whether successes are sent at all.",
      }
  }
}

const percent = (share: number | null): string => formatPercent(share ?? 0)

const durationText = (seconds: number | null): string => formatDuration(1000 * (seconds ?? 0))
