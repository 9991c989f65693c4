// The chips and tones of verdicts, alike in the list, on an experiment's page and in its groups.

import type { VerdictText } from "./verdict-parts.ts"

export type Chip = Pick<VerdictText, "chip" | "chipTone">

export const verdictChips = {
  guardrail: { tone: "harm", chip: "Guardrail", chipTone: "warn" },
  clear: { tone: "clear", chip: "Clear", chipTone: "good" },
  ended_undecided: { tone: "early", chip: "Ended undecided", chipTone: "" },
  no_difference: { tone: "same", chip: "No difference", chipTone: "" },
  leaning: { tone: "lean", chip: "Leaning", chipTone: "accent" },
  too_early: { tone: "early", chip: "Too early", chipTone: "hollow" },
  no_answers: { tone: "early", chip: "No figures yet", chipTone: "hollow" },
} as const satisfies Record<string, Chip & Pick<VerdictText, "tone">>
