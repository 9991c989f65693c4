// The question behind "Extend …": learn from more people than planned, or start a larger copy where
// the promise holds for the planned number only.

import { allowsChange, findAlgorithm } from "@armistice/core"
import "@armistice/core/context"
import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { TextField } from "../controls/text-field.tsx"
import { quoteName } from "../results/option-names.ts"
import type { Detail } from "../results/results-types.ts"
import { formatNumber } from "../text/numbers.ts"
import { countingUnit, formatPeople } from "./people.ts"

interface Props {
  readonly detail: Detail
  readonly onExtend: (horizon: number) => Promise<string | null>
  readonly onCopy: (name: string, horizon: number) => Promise<string | null>
  readonly onClose: () => void
}

export function ExtendQuestion({ detail, onExtend, onCopy, onClose }: Props) {
  const { algorithm, horizon, name, population } = detail
  const [typed, setTyped] = useState(formatNumber(2 * horizon))
  const counted = countingUnit(detail)
  const isExtendable = allowsChange(findAlgorithm(algorithm.name), "extend")
  const copyName = nextName(name)
  const goAhead = async () => {
    const larger = Number(typed.replaceAll(/[\s,]/g, ""))
    if (!Number.isInteger(larger) || larger <= horizon) return `Give a whole number above ${formatNumber(horizon)}.`
    return isExtendable ? onExtend(larger) : onCopy(copyName, larger)
  }
  return (
    <Question
      title={isExtendable ? `Extend beyond ${formatPeople(horizon, detail)}?` : "Start a larger copy?"}
      stay="Leave it as it is"
      go={isExtendable ? "Extend it" : "Create the copy"}
      startsOnStay
      onGo={goAhead}
      onClose={onClose}
    >
      {!isExtendable && (
        <p class="text-sm">
          This experiment's promise was made for {formatPeople(horizon, detail)} and cannot take more. A copy with a
          larger number has a promise of its own.
        </p>
      )}
      <TextField
        id="extend-to"
        label={`Learn from this many ${counted} in all${detail.segments === null ? "" : ", in each group"}`}
        inputMode="numeric"
        value={typed}
        onValue={setTyped}
      />
      {isExtendable ? (
        <ul>
          <li>New {counted} are learned from again. What is known stays, and what anyone can learn does not change.</li>
          <li>The public ledger says so, with the day. It can be extended again, never shortened.</li>
        </ul>
      ) : (
        <ul>
          <li>
            The copy is a new experiment, {quoteName(copyName)}, with the same options and settings. It starts from
            nothing: no people, no figures. This experiment stays as it is.
          </li>
          <li>
            {population === null
              ? "More can be learned about someone who takes part in both: their losses add up. No population limits them."
              : `The losses of someone who takes part in both add up, but never above the limit of the population ${quoteName(population)}.`}
          </li>
          <li>Your program must use the new experiment's id: its Code tab shows how.</li>
        </ul>
      )}
    </Question>
  )
}

/** "Checkout (2)" after "Checkout". The service allows 200 characters. */
function nextName(name: string): string {
  const [, base = name, number = "1"] = /^(.*) \((\d+)\)$/s.exec(name) ?? []
  const ending = ` (${Number(number) + 1})`
  return base.slice(0, 200 - ending.length) + ending
}
