// What is wrong with the figures of a guardrail: how often it happens, how much worse it may be, and how soon it would come.

import type { Draft } from "./draft.ts"
import { type Problem, problem } from "./problem.ts"
import { readPoints, readSeconds } from "./read.ts"
import { formatSpan } from "./words.ts"

export function guardrailProblems({ guardrails, window }: Draft): Problem[] {
  const most = readSeconds(window)
  return guardrails.flatMap(({ rate, margin, soon }, place) => {
    const row = place + 1
    const found: Problem[] = []
    const often = readPoints(rate)
    if (often === null || !(often >= 0 && often <= 1))
      found.push(
        problem(
          `rate-${row}`,
          `How often guardrail ${row} happens is not clear`,
          "From 0 to 100 %. For the plan only.",
        ),
      )
    const allowed = margin === null ? 0 : readPoints(margin)
    if (allowed === null || !(allowed >= 0 && allowed < 1))
      found.push(
        problem(`margin-${row}`, `What guardrail ${row} allows is not clear`, "From 0 to less than 100 points."),
      )
    const seconds = soon === null ? 0 : readSeconds(soon)
    if (seconds === null)
      found.push(
        problem(
          `soon-${row}`,
          `How soon guardrail ${row} would come is not clear`,
          "A number with a unit, such as 2 days.",
        ),
      )
    else if (most !== null && seconds > most)
      found.push(
        problem(
          `soon-${row}`,
          `Guardrail ${row} would come after the wait for an answer`,
          `At most ${formatSpan(most)}, the wait for an answer. Make that longer, or this shorter.`,
        ),
      )
    return found
  })
}
