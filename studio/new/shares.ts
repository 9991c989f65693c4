// How a person's limit is shared between the answer and the guardrails.

import type { Settings } from "./settings.ts"

/** Guardrails together take this share of what may be learned, on the scale on which losses add up. */
const guardrailShare = 0.25

/** What is left of a person's limit for one answer, and for one value of each guardrail. */
export function splitLimit({ eta, cap, guardrailCount }: Pick<Settings, "eta" | "cap" | "guardrailCount">) {
  const each = eta / cap
  if (guardrailCount === 0) return { answer: each, guardrail: 0 }
  return { answer: each * Math.sqrt(1 - guardrailShare), guardrail: each * Math.sqrt(guardrailShare / guardrailCount) }
}
