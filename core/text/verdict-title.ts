// The title of a verdict, which the command, the service, its webhooks and the page share.

import type { VerdictState } from "../verdict/verdict.ts"
import { formatNumber } from "./format-number.ts"
import { joinNames } from "./join-names.ts"

/** The words that a title needs beside the state. */
export interface VerdictTitleOptions {
  /** The name of the leading arm, for the states that name it. */
  readonly leader?: string
  /** Nothing more is learned. */
  readonly isOver?: boolean
  /** The planned number of decisions, once it is reached without a winner. */
  readonly reached?: number | null
  /** Outcomes that are surely worse with the leader. */
  readonly harmed?: readonly string[]
  readonly change?: "up" | "worse"
}

/** The title of a verdict: "Blue is ahead." */
export function titleVerdict(
  state: VerdictState | "ended_undecided",
  { leader = "", isOver = false, reached = null, harmed = [], change = "worse" }: VerdictTitleOptions = {},
): string {
  switch (state) {
    case "no_answers":
      return "No figures yet."
    case "too_early":
      return "Too early to say."
    case "leaning":
      return `Leaning towards ${leader}.`
    case "clear":
      return isOver ? `${leader} won.` : `${leader} is ahead.`
    case "guardrail":
      return `${leader} is ahead, but ${joinNames(harmed)} ${harmed.length > 1 || harmed[0]?.endsWith("s") === true ? "are" : "is"} ${change}.`
    case "no_difference":
      return "No difference worth naming."
    case "ended_undecided":
      return reached === null ? "It ended without a winner." : `No winner. Target of ${formatNumber(reached)} reached.`
  }
}
