// Chooses the option that everyone gets, among those that run. None is preselected.

import { findOnlyAttribute } from "../results/context-words.ts"
import { rankOptions } from "../results/ranking.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { createUnits } from "../results/units.ts"
import { listRunningOptions } from "./stopped-options.ts"

/** The value for "each group gets its own best". */
export const ownBest = ""

/** More options than these are shown in a drop-down list. */
const mostButtons = 8

interface Props {
  readonly detail: Detail
  readonly results: Results | null
  readonly chosen: string | null
  readonly onChoose: (arm: string) => void
}

export function OptionChoice({ detail, results, chosen, onChoose }: Props) {
  const running = listRunningOptions(detail)
  const isGrouped = (results?.segments.length ?? 1) > 1 || detail.context !== null
  const only = results?.segments.length === 1 ? results.segments[0] : undefined
  const ownLabel =
    detail.context === null
      ? "In each group what did best in it"
      : `Each ${findOnlyAttribute(detail) ?? "group"} gets its own best`
  const units = createUnits(detail.reward)
  const rows = (only === undefined ? detail.arms.map((arm) => ({ arm, mean: null })) : rankOptions(only)).filter(
    ({ arm }) => running.includes(arm),
  )
  const describeOption = (arm: string, mean: number | null): string =>
    [
      ...(mean === null ? [] : [`${units.formatValue(mean)} so far`]),
      ...(arm === detail.control ? ["the control"] : []),
    ].join(", ")
  if (rows.length > mostButtons)
    return (
      <div class="field">
        <label for="finish-option">Which option does everyone get?</label>
        <select
          class="input"
          id="finish-option"
          value={chosen ?? "none"}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          <option value="none" disabled>
            Choose one
          </option>
          {isGrouped && <option value={ownBest}>{ownLabel}</option>}
          {rows.map(({ arm, mean }) => (
            <option key={arm} value={arm}>
              {[arm, describeOption(arm, mean)].filter((part) => part !== "").join(": ")}
            </option>
          ))}
        </select>
      </div>
    )
  return (
    <fieldset class="option-choice">
      <legend class="field-label">Which option does everyone get?</legend>
      {isGrouped && (
        <label>
          <input type="radio" name="finish-option" checked={chosen === ownBest} onChange={() => onChoose(ownBest)} />
          <span>{ownLabel}</span>
        </label>
      )}
      {rows.map(({ arm, mean }) => (
        <label key={arm}>
          <input type="radio" name="finish-option" checked={chosen === arm} onChange={() => onChoose(arm)} />
          <span>
            {arm} <small>{describeOption(arm, mean)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
