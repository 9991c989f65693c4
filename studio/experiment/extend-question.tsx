// Before more people are planned: how many, and what that changes.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import type { Detail } from "../results/results-types.ts"
import { countedIn } from "./people.ts"

interface Props {
  readonly detail: Detail
  readonly onGo: (horizon: number) => Promise<string | null>
  readonly onClose: () => void
}

export function ExtendQuestion({ detail, onGo, onClose }: Props) {
  const [typed, setTyped] = useState((2 * detail.horizon).toLocaleString("en-US"))
  const counted = countedIn(detail)
  const extend = async () => {
    const horizon = Number(typed.replaceAll(/[\s,]/g, ""))
    return Number.isInteger(horizon) && horizon > detail.horizon
      ? onGo(horizon)
      : `Give a whole number above ${detail.horizon.toLocaleString("en-US")}.`
  }
  return (
    <Question
      title={`Extend beyond ${detail.horizon.toLocaleString("en-US")} ${counted}?`}
      stay="Leave it as it is"
      go="Extend it"
      startsOnStay
      onGo={extend}
      onClose={onClose}
    >
      <div class="f">
        <label for="extend-to">
          Learn from this many {counted} in all{detail.segments === null ? "" : ", in each group"}
        </label>
        <input
          class="in"
          id="extend-to"
          inputMode="numeric"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <ul>
        <li>New {counted} are learned from again. What is known stays, and what anyone can learn does not change.</li>
        <li>The public ledger says so, with the day. It can be extended again, never shortened.</li>
      </ul>
    </Question>
  )
}
