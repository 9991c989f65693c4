// The chips of verdicts, alike in the list, on an experiment's page and in its groups.

import type { VerdictText } from "./verdict-parts.ts"

export type Chip = Pick<VerdictText, "chip" | "chipTone">

export const verdictChips = {
  guardrail: { chip: "Guardrail", chipTone: "warn" },
  clear: { chip: "Clear", chipTone: "good" },
  ended_undecided: { chip: "Ended undecided", chipTone: "" },
  no_difference: { chip: "No difference", chipTone: "" },
  leaning: { chip: "Leaning", chipTone: "accent" },
  too_early: { chip: "Too early", chipTone: "hollow" },
  no_answers: { chip: "No figures yet", chipTone: "hollow" },
} as const satisfies Record<string, Chip>
