// Problems of a guardrail's figures: how often it happens, how much worse it may be, and how soon
// it would come.

import { formatSpan } from "../text/times.ts"
import type { Draft } from "./draft.ts"
import { listProblems, type Problem } from "./problem.ts"
import { readPoints, readSeconds } from "./read.ts"

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
