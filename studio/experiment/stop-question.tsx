// The questions before an option is stopped or resumed: what that does to people and figures, and
// why it is done.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { quoteName } from "../results/option-names.ts"
import type { Detail } from "../results/results-types.ts"
import { countingUnit, formatPeople } from "./people.ts"
import { describeMove, findStop, listRunningOptions } from "./stopped-options.ts"

interface StopProps {
  readonly detail: Detail
  /** With `null` the question also asks which option. */
  readonly arm: string | null
  readonly onGo: (arm: string, reason: string | undefined) => Promise<string | null>
  readonly onClose: () => void
}

export function StopQuestion({ detail, arm: given, onGo, onClose }: StopProps) {
  const [chosen, choose] = useState(given)
  const [reason, setReason] = useState("")
  const running = listRunningOptions(detail)
  const name = chosen === null ? "it" : quoteName(chosen)
  const people = chosen === null ? 0 : peopleWith(detail, chosen)
  return (
    <Question
      title={given === null ? "Stop an option?" : `Stop ${quoteName(given)}?`}
      stay="Keep it running"
      go={given === null ? "Stop it" : `Stop ${quoteName(given)}`}
      isDanger
      startsOnStay
      onGo={async () =>
        chosen === null ? "Choose the option to stop." : onGo(chosen, reason.trim() === "" ? undefined : reason.trim())
      }
      onClose={onClose}
    >
      {given === null && (
        <fieldset class="option-choice">
          <legend class="field-label">Which option?</legend>
          {running.map((arm) => (
            <label key={arm}>
              <input type="radio" name="stop-option" checked={chosen === arm} onChange={() => choose(arm)} />
              <span>{arm}</span>
            </label>
          ))}
        </fieldset>
      )}
      <ul>
        <li>
          From the next decision on <b>nobody</b> is given {name}.
          {detail.sticky &&
            ` ${people > 0 ? `The ${formatPeople(people, detail)} who had it` : "People who had it"} get ${describeMove(detail)} from their next visit.`}
        </li>
        <li>Its figure stays. Answers to it that are not published yet are dropped, and never count.</li>
        <li>It can be resumed for new {countingUnit(detail)}. Who stopped it, and why, is in the activity log.</li>
      </ul>
      <Reason id="stop-reason" label="Why? (optional)" value={reason} onValue={setReason} />
    </Question>
  )
}

interface ResumeProps {
  readonly detail: Detail
  readonly arm: string
  readonly onGo: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

export function ResumeQuestion({ detail, arm, onGo, onClose }: ResumeProps) {
  const [reason, setReason] = useState("")
  const stop = findStop(detail, arm)
  const people = peopleWith(detail, arm)
  const isHarm = stop?.cause === "harm"
  return (
    <Question
      title={
        isHarm
          ? `Resume ${quoteName(arm)}, although ${stop?.metric ?? "a guardrail"} got worse?`
          : `Resume ${quoteName(arm)}?`
      }
      stay="Leave it stopped"
      go={`Resume for new ${countingUnit(detail)}`}
      isDanger
      startsOnStay
      onGo={async () => (reason.trim() === "" ? "Say why it is safe now." : onGo(reason.trim()))}
      onClose={onClose}
    >
      <ul>
        <li>Its figure stays and is not reset.</li>
        <li>
          Only <b>new {countingUnit(detail)}</b> can be given it.
          {detail.sticky &&
            people > 0 &&
            ` The ${formatPeople(people, detail)} who had it stay with ${describeMove(detail)}.`}
        </li>
        {isHarm && (
          <li>
            {detail.onHarm === "stop_arm"
              ? "If new figures show harm again, it is stopped again by itself."
              : "If new figures show harm again, you are told."}
          </li>
        )}
        <li>Your name and reason go into the activity log, and the ledger says that it was resumed.</li>
      </ul>
      <Reason
        id="resume-reason"
        label={isHarm ? "Why is it safe now?" : "Why?"}
        value={reason}
        onValue={setReason}
        isRequired
      />
    </Question>
  )
}

interface ReasonProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly isRequired?: boolean
}

const Reason = ({ id, label, value, onValue, isRequired = false }: ReasonProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <textarea
      class="input"
      id={id}
      rows={2}
      maxLength={500}
      value={value}
      aria-required={isRequired}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  </div>
)

/** How many people were given the option, over all groups. */
const peopleWith = ({ progress }: Pick<Detail, "progress">, arm: string): number =>
  progress.reduce((sum, { decisions }) => sum + (decisions[arm] ?? 0), 0)
