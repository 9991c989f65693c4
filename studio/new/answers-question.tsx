// The people who send an answer, how many they are, and how long that takes. It decides what others
// can see and when answers count.

import { Choice } from "../controls/radio-choices.tsx"
import { FieldNotes } from "../controls/text-field.tsx"
import { formatNumber } from "../text/numbers.ts"
import { formatDay, formatDays, formatSpan } from "../text/times.ts"
import { planAnswerCost } from "./delivery.ts"
import { chooseAnswers, type Draft } from "./draft.ts"
import { DraftField } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import type { PlannedProps } from "./section.tsx"
import { WaitCost } from "./wait-cost.tsx"

export function AnswersQuestion({ form, settings, forecast }: PlannedProps) {
  const { draft } = form
  const isYesNo = draft.kind === "yes-no"
  const words = form.problemFor("answers")
  const cost = planAnswerCost(settings)
  const choose = (answers: "all" | "successes") => ({
    name: "answers",
    isChosen: draft.answers === answers,
    onChoose: () => form.change(chooseAnswers(draft, answers)),
  })
  return (
    <>
      <fieldset
        class={words === undefined ? "field" : "field invalid"}
        {...(words ? { "aria-describedby": "answers-problem" } : {})}
      >
        <legend class="field-label">Do people who do nothing send an answer?</legend>
        <div class="answer-choices">
          <Choice
            {...choose("all")}
            id="answers"
            title={isYesNo ? "Yes, everyone sends yes or no" : "Yes, everyone sends a number"}
          >
            Answers count as they come. Whether and when someone answered can be seen; what they answered stays private.
          </Choice>
          <Choice {...choose("successes")} title="No, only successes are sent">
            {isYesNo
              ? "Then an answer is a “yes”, so it is hidden who answered. Every person counts when their window is over; no answer counts as no."
              : "Then an answer is one above the smallest, so it is hidden who answered. Every person counts when their window is over; no answer counts as the smallest."}
          </Choice>
        </div>
        <FieldNotes id="answers" problem={words} />
      </fieldset>
      <div class="three-fields">
        <DraftField form={form} part="answerShare" label="Share of answers, about" unit="%" isNumber />
        <DraftField
          form={form}
          part="delay"
          label={draft.answers === "successes" ? "A success usually comes after" : "An answer usually comes after"}
        />
        <DraftField
          form={form}
          part="window"
          label="Wait for an answer"
          hint={windowHint(draft, cost?.proposedSeconds ?? null)}
        />
      </div>
      {!isYesNo && draft.answers === "all" && (draft.isArrivalSecret || !draft.isSilenceLeftOut) && (
        <DraftField
          form={form}
          part="silenceValue"
          label="No answer counts as"
          isNumber
          isShort
          hint="Left empty: as the smallest answer."
        />
      )}
      {settings.isArrivalSecret && <WaitCost forecast={forecast} />}
      {cost?.isWindowTooLong === true && <WindowTooLong settings={settings} proposedSeconds={cost.proposedSeconds} />}
    </>
  )
}

function windowHint({ answers, isArrivalSecret, kind }: Draft, proposed: number | null): string {
  if (isArrivalSecret && proposed !== null) return `Twice the usual time is best: ${formatSpan(proposed)}.`
  if (answers === "all") return "Later answers do not count."
  return kind === "yes-no" ? "No answer by then counts as no." : "No answer by then counts as the smallest."
}

/** Everyone has an option before the first answer counts. */
function WindowTooLong({ settings, proposedSeconds }: { settings: FormSettings; proposedSeconds: number | null }) {
  const { people, groupCount, perDay } = settings
  const days = (people * groupCount) / perDay
  const isProposedShort = proposedSeconds !== null && proposedSeconds / 86_400 < days
  return (
    <p class="note warn" role="status">
      <b>The window is too long for this plan.</b> At this pace all {formatNumber(people * groupCount)} people have an
      option by {formatDay(Date.now() + days * 86_400_000)}, before the first figures, so nothing can shift to what
      works.{" "}
      {isProposedShort
        ? `Add people, or choose a window of about ${formatSpan(proposedSeconds)}.`
        : `Add people, or choose a window well below ${formatDays(days)}.`}
    </p>
  )
}
