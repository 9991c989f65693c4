// The question before an experiment is finished: which option everyone gets, and what finishing
// does. Each sentence describes what the service does (service/operations/change-status.ts,
// decide.ts, reward.ts).

import type { ExperimentHandle } from "@armistice/client"
import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { findOnlyAttribute } from "../results/attribute-names.ts"
import { quoteName } from "../results/option-names.ts"
import { isDecided, rankOptions } from "../results/ranking.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { createUnits } from "../results/units.ts"
import { isolateName } from "../text/isolate-name.ts"
import { formatMoment, formatWindow } from "../text/times.ts"
import { countingUnit, countPeople, formatPeople } from "./people.ts"
import { listRunningOptions, listServed } from "./stopped-options.ts"

type FinishOptions = NonNullable<Parameters<ExperimentHandle["finish"]>[0]>

interface Props {
  readonly detail: Detail
  readonly results: Results | null
  readonly onGo: (options: FinishOptions) => Promise<string | null>
  readonly onClose: () => void
}

export function FinishQuestion({ detail, results, onGo, onClose }: Props) {
  // Only a clear verdict preselects what everyone gets.
  const isClear = results !== null && isDecided(results)
  const [chosen, choose] = useState<string | null>(null)
  const [isForEveryone, setForEveryone] = useState(false)
  const people = countPeople(detail)
  const served = listServed(detail, results)
  const isSame = new Set(served.map(({ arm }) => arm)).size === 1
  const isNamed = chosen !== null && chosen !== ownBest
  const arm = isNamed ? chosen : isClear && isSame ? (served[0]?.arm ?? null) : null
  const finish = async () => {
    if (!isClear && chosen === null) return "Choose what everyone gets."
    return onGo({ ...(isForEveryone ? { everyone: true } : {}), ...(isNamed ? { arm: chosen } : {}) })
  }
  return (
    <Question
      title={
        !isClear
          ? "Finish this experiment?"
          : isSame
            ? `Finish, and give everyone ${quoteName(served[0]?.arm ?? "")}?`
            : `Finish, and give each ${findOnlyAttribute(detail) ?? "group"} its own option?`
      }
      stay="Keep it running"
      go="Finish it"
      startsOnStay
      onGo={finish}
      onClose={onClose}
    >
      {!isClear && <OptionChoice detail={detail} results={results} chosen={chosen} onChoose={choose} />}
      <ul>
        {(isClear || chosen !== null) && (
          <li>
            {isForEveryone || !detail.sticky
              ? "From now on everyone is given "
              : "From now on every new person is given "}
            {arm !== null ? (
              <b>{quoteName(arm)}</b>
            ) : detail.context !== null && (results?.groups ?? null) === null ? (
              <>what did best for their attributes</>
            ) : (
              <ByGroup served={served} />
            )}
            .
            {detail.sticky &&
              (isForEveryone
                ? " People who were given another option get it from their next visit on."
                : " People who were given another option keep theirs, because the same person keeps the same option.")}
          </li>
        )}
        <li>No new {countingUnit(detail) === "people" ? "person" : "visit"} is learned from.</li>
        {people > 0 && (
          <li>
            Answers of the {formatPeople(people, detail)} already in it <b>still count</b> until their{" "}
            {formatWindow(detail.rewardWindowSeconds)} are over ({formatMoment(windowEnd(detail, Date.now()))} at the
            latest). The figures can still move a little.
          </li>
        )}
        <li>The record stays and can be checked. This cannot be undone.</li>
      </ul>
      {detail.sticky && (
        <label class="check-line">
          <input
            type="checkbox"
            checked={isForEveryone}
            onChange={(event) => setForEveryone(event.currentTarget.checked)}
          />
          <span>Move people who have another option already, too</span>
        </label>
      )}
    </Question>
  )
}

function ByGroup({ served }: { readonly served: ReturnType<typeof listServed> }) {
  return (
    <>
      {"this, by group: "}
      {served.map(({ group, arm, isFallback }, index) => (
        <span key={group}>
          {index > 0 && ", "}
          {isolateName(group ?? "")}: <b>{quoteName(arm)}</b>
          {isFallback && " (nothing was published there yet)"}
        </span>
      ))}
    </>
  )
}

/** When the last window that is open at `from` ends; with private arrivals that is at a tick. */
const windowEnd = (
  { rewardWindowSeconds, tickSeconds }: Pick<Detail, "rewardWindowSeconds" | "tickSeconds">,
  from: number,
): number => from + 1000 * (rewardWindowSeconds + (tickSeconds ?? 0))

/** The value for "each group gets its own best". */
const ownBest = ""

/** More options than these are shown in a drop-down list. */
const mostButtons = 8

interface ChoiceProps {
  readonly detail: Detail
  readonly results: Results | null
  readonly chosen: string | null
  readonly onChoose: (arm: string) => void
}

function OptionChoice({ detail, results, chosen, onChoose }: ChoiceProps) {
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
