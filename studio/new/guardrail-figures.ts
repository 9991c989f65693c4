// Guardrails as numbers, and the planner's requests about them.

import type { Draft } from "./draft.ts"
import type { FormSettings } from "./form-settings.ts"
import { readPoints, readSeconds } from "./read.ts"
import { splitLimit } from "./shares.ts"

export interface GuardrailFigures {
  readonly rate: number
  readonly worse: "higher" | "lower"
  /** A share; `null` takes the proposal. */
  readonly margin: number | null
  readonly windowSeconds: number
}

/** Unreadable text counts as nothing typed. */
export function listGuardrailFigures(draft: Draft, { windowSeconds: wait }: FormSettings): GuardrailFigures[] {
  return draft.guardrails.map(({ worse, rate, margin, soon }) => ({
    worse,
    rate: Math.min(1, Math.max(0, readPoints(rate) ?? 0.05)),
    margin: margin === null ? null : Math.min(0.99, Math.max(0, readPoints(margin) ?? 0)),
    windowSeconds: Math.min(wait, (soon === null ? null : readSeconds(soon)) ?? wait),
  }))
}

export function createGuardrailRequests(figures: readonly GuardrailFigures[], settings: FormSettings) {
  const { people, optionCount, evenShare, groupCount } = settings
  return figures.map(({ rate, worse, margin }) => ({
    people,
    armCount: optionCount,
    evenShare,
    eta: splitLimit(settings).guardrail,
    rate,
    worse,
    ...(margin === null ? {} : { margin }),
    sharing: figures.length * groupCount,
  }))
}
