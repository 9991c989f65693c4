// How people are shared between options: what each way loses, and how soon it is certain.

import { Choice } from "../controls/radio-choices.tsx"
import { formatRounded } from "../text/numbers.ts"
import type { Allocation } from "./draft.ts"
import { DraftField, type FormState } from "./field.tsx"
import { withEvenShare } from "./plan-simulation.ts"
import { readEvenShare } from "./read-typed.ts"
import type { Forecast } from "./use-forecast.ts"

interface Props {
  readonly form: FormState
  readonly forecast: Forecast | null
}

export function AllocationChoice({ form, forecast }: Props) {
  const { draft, change } = form
  const loses = (allocation: Allocation): string => {
    const share = readEvenShare({ ...draft, allocation })
    if (forecast === null || share === null) return ""
    return `Loses about ${formatRounded(withEvenShare(share, forecast.lostByEvenSplit, forecast.lostByMethod))} answers. `
  }
  const choose = (allocation: Allocation) => ({
    name: "allocation",
    isChosen: draft.allocation === allocation,
    onChoose: () => change({ allocation }),
  })
  return (
    <fieldset class="field">
      <legend class="field-label">How people are shared between options</legend>
      <div class="answer-choices three">
        <Choice {...choose("compare")} title="Shift to what works, keep comparing">
          {`${loses("compare")}Recommended: some people are given an option at random, so that a verdict becomes clear.`}
        </Choice>
        <Choice {...choose("even")} title="Even split to the end">
          {`${loses("even")}The fastest verdict, and the sharpest guardrails.`}
        </Choice>
        <Choice {...choose("shift")} title="Only shift to what works">
          {`${loses("shift")}Nearly everyone is soon given what seems best; whether that is so may never be sure.`}
        </Choice>
      </div>
      {draft.allocation === "compare" && (
        <DraftField
          form={form}
          part="evenShare"
          label="Given an option at random"
          unit="% of people"
          isNumber
          isShort
        />
      )}
    </fieldset>
  )
}
