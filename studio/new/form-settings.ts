// The figures that the form gives to the plan, and how a person's limit is split between the answer
// and the guardrails.

import type { ContextAttributes } from "@armistice/core"
import type { Draft } from "./draft.ts"

export interface FormSettings {
  readonly optionCount: number
  readonly people: number
  readonly perDay: number
  /** The limit for one person, over everything that counts of them. */
  readonly eta: number
  readonly cap: number
  readonly guardrailCount: number
  readonly groupCount: number
  /** Null: the option does not depend on attributes. */
  readonly context: ContextAttributes | null
  /** The largest answer minus the smallest; `null` for yes and no, where differences are points. */
  readonly range: number | null
  /** The least difference that matters, as a share of the range. */
  readonly worthwhile: number
  readonly evenShare: number
  readonly best: number
  readonly lead: number
  /** `null` until it is chosen; the plan then assumes that everyone answers at once. */
  readonly answers: Draft["answers"]
  readonly isArrivalSecret: boolean
  readonly answerShare: number
  readonly delaySeconds: number
  readonly windowSeconds: number
  /** The value of a missing answer, from 0 for the smallest to 1 for the largest. */
  readonly silence: number | "ignore"
}

/** The share of all guardrails together, on the scale on which losses add up. */
const guardrailShare = 0.25

/** The η of one answer, and of one value of each guardrail. */
export function splitLimit({ eta, cap, guardrailCount }: Pick<FormSettings, "eta" | "cap" | "guardrailCount">) {
  const each = eta / cap
  if (guardrailCount === 0) return { answer: each, guardrail: 0 }
  return { answer: each * Math.sqrt(1 - guardrailShare), guardrail: each * Math.sqrt(guardrailShare / guardrailCount) }
}
