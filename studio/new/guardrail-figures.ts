// Guardrails as numbers, what is wrong with them, and the planner's requests about them.

import { formatSpan } from "../text/times.ts"
import type { Draft } from "./draft.ts"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { listProblems, type Problem } from "./problem.ts"
import { readPoints, readSeconds } from "./read-typed.ts"

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

export function listGuardrailProblems({ guardrails, window }: Draft): Problem[] {
  const most = readSeconds(window)
  return guardrails.flatMap(({ rate, margin, soon }, place) => {
    const row = place + 1
    const often = readPoints(rate)
    const isOften = often !== null && often >= 0 && often <= 1
    const allowed = margin === null ? 0 : readPoints(margin)
    const isAllowed = allowed !== null && allowed >= 0 && allowed < 1
    const seconds = soon === null ? 0 : readSeconds(soon)
    const happens = `How often guardrail ${row} happens is not clear`
    const allows = `What guardrail ${row} allows is not clear`
    const comes = `How soon guardrail ${row} would come is not clear`
    return listProblems(
      [!isOften, `rate-${row}`, happens, "From 0 to 100 %. For the plan only."],
      [!isAllowed, `margin-${row}`, allows, "From 0 to less than 100 points."],
      [seconds === null, `soon-${row}`, comes, "A number with a unit, such as 2 days."],
      [
        most !== null && (seconds ?? 0) > most,
        `soon-${row}`,
        `Guardrail ${row} would come after the wait for an answer`,
        `At most ${formatSpan(most ?? 0)}, the wait for an answer. Make that longer, or this shorter.`,
      ],
    )
  })
}
