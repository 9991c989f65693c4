// Splits a person's limit between the answer and the guardrails.

import type { FormSettings } from "./form-settings.ts"

/** The share of all guardrails together, on the scale on which losses add up. */
const guardrailShare = 0.25

/** The η of one answer, and of one value of each guardrail. */
export function splitLimit({ eta, cap, guardrailCount }: Pick<FormSettings, "eta" | "cap" | "guardrailCount">) {
  const each = eta / cap
  if (guardrailCount === 0) return { answer: each, guardrail: 0 }
  return { answer: each * Math.sqrt(1 - guardrailShare), guardrail: each * Math.sqrt(guardrailShare / guardrailCount) }
}
