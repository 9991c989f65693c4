// The question before answers count only from a greater age on, which cannot be undone.

import { Question } from "../controls/question.tsx"
import type { Detail } from "../results/results-types.ts"
import { formatDuration } from "../text/times.ts"

interface Props {
  readonly detail: Pick<Detail, "ripeSeconds">
  readonly ripeSeconds: number
  readonly onGo: () => Promise<string | null>
  readonly onClose: () => void
}

export function RipeQuestion({ detail, ripeSeconds, onGo, onClose }: Props) {
  const age = formatDuration(1000 * ripeSeconds)
  return (
    <Question
      title={`Count answers from ${age} on?`}
      stay="Keep it as it is"
      go={`Count from ${age} on`}
      onGo={onGo}
      onClose={onClose}
    >
      <ul>
        <li>
          From now on an answer counts once {age} have passed since its person was given an option
          {detail.ripeSeconds > 0 ? `; so far it was ${formatDuration(1000 * detail.ripeSeconds)}` : ""}. Quick answers
          wait until then, so options are compared at the same age.
        </li>
        <li>New figures come later by that much. Answers that count already stay.</li>
        <li>The public ledger says so, with the day. It can be raised later, never lowered: this cannot be undone.</li>
      </ul>
    </Question>
  )
}
