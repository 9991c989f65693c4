// The expected outcome, beside the form, with a summary at the bottom of small screens. Where a
// field cannot be read, it says which value it used instead.

import { countingUnitFor } from "../experiment/people.ts"
import { Button } from "../layout/button.tsx"
import { formatNumber, formatRounded, spellNumber } from "../text/numbers.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { formatDayPlace, formatDays, formatSpan } from "../text/times.ts"
import { ContextPlan, describeLosses } from "./context-plan.tsx"
import { planAnswerCost } from "./delivery.ts"
import { makesOutcomesPublic } from "./draft.ts"
import { Fact, lostName } from "./fact.tsx"
import type { FormState } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import { ClearLead, Precision } from "./plan-clear.tsx"
import { PlanGuess } from "./plan-guess.tsx"
import type { TypedField } from "./settings.ts"
import type { ContextForecast } from "./use-context-worth.ts"
import type { Forecast } from "./use-forecast.ts"

interface Props {
  readonly form: FormState
  readonly settings: FormSettings
  readonly held: ReadonlySet<TypedField>
  /** Without attributes; `null` with them, and until it is known. */
  readonly forecast: Forecast | null
  /** With attributes. */
  readonly contextForecast: ContextForecast | null
  readonly problem: string | null
  readonly isSending: boolean
}

/** The id of the form that the buttons submit. */
export const formId = "new-experiment"

const daySeconds = 86_400

/** With secret arrivals everyone counts when their window ends, including the last people. */
const isWaiting = ({ answers, isArrivalSecret }: FormSettings): boolean => answers !== null && isArrivalSecret

const countDays = (settings: FormSettings): number =>
  (settings.people * settings.groupCount) / settings.perDay +
  (isWaiting(settings) ? settings.windowSeconds / daySeconds : 0)

export function PlanAside({ form, settings, held, forecast, contextForecast, problem, isSending }: Props) {
  const { people, perDay, groupCount, cap, context } = settings
  const all = people * groupCount
  const shown = context === null ? (forecast?.isDone === true ? forecast : null) : contextForecast
  const isBehind = problem === null && (shown === null || !isSame(shown.settings, settings))
  return (
    <aside class="plan card" aria-labelledby="plan" aria-busy={isBehind}>
      <h2 id="plan">What to expect</h2>
      <p class="sub" role="status">
        {describeBasis(settings, held)}
      </p>
      <dl>
        <FirstFigures settings={settings} />
        <Fact name="Ready in about" figure={formatDays(countDays(settings))}>
          {formatNumber(all)} {countingUnitFor(cap)}, {formatNumber(perDay)} a day
          {isWaiting(settings) && `, and ${formatSpan(settings.windowSeconds)} for the last answers`}. A clear lead can
          end it sooner.
        </Fact>
        {context === null ? (
          <SimulatedPlan settings={settings} forecast={forecast} />
        ) : (
          <ContextPlan attributes={context} forecast={contextForecast} hasProblem={problem !== null} />
        )}
        <Silence form={form} settings={settings} />
        <Learnable settings={settings} />
      </dl>
      {problem !== null && <p class="note warn">This could not be simulated: {problem}</p>}
      <CreateButton isSending={isSending} />
      <PlanGuess form={form} settings={settings} forecast={forecast} contextForecast={contextForecast} />
    </aside>
  )
}

/** The regret of the recommended method, and how soon and how precisely a lead is known. */
const SimulatedPlan = ({ settings, forecast }: Pick<Props, "settings" | "forecast">) => (
  <>
    <ClearLead settings={settings} forecast={forecast} />
    <Precision forecast={forecast} />
    {forecast === null ? <Fact name={lostName} figure="Simulating …" /> : <Lost forecast={forecast} />}
  </>
)

function Lost({ forecast }: { readonly forecast: Forecast }) {
  const { settings, runs, lost, lostIfAtOnce, lostByEvenSplit, lostIfHalf, lostAtProposed } = forecast
  const all = formatNumber(settings.people * settings.groupCount)
  const proposed = planAnswerCost(settings)?.proposedSeconds ?? null
  return (
    <Fact name={lostName} figure={`about ${formatRounded(lost)} in ${all}`} data-lost={lost} data-runs={runs}>
      {lostIfAtOnce !== null && `About ${formatRounded(lostIfAtOnce)} if everyone answered at once. `}
      An even split loses about {formatRounded(lostByEvenSplit)}. If options differ by half as much: about{" "}
      {formatRounded(lostIfHalf)}.
      {lostAtProposed !== null &&
        proposed !== null &&
        ` With a window of ${formatSpan(proposed)}: about ${formatRounded(lostAtProposed)}.`}
    </Fact>
  )
}

function Learnable({ settings }: Pick<Props, "settings">) {
  const { eta, answers, isArrivalSecret, context } = settings
  const name = "About one person, anyone can learn"
  if (makesOutcomesPublic(settings))
    return (
      <Fact name={name} figure="the outcome">
        Nothing is promised where outcomes are public.
      </Fact>
    )
  return (
    <Fact name={name} figure={`at most ${computeRightGuesses(eta)} right guesses in 100`}>
      A coin: 50. The same for everyone, to the end.
      {isArrivalSecret
        ? " Who answered is hidden too."
        : answers === "all" && " Who answered, and when, can be seen; not what they answered."}
      {context !== null && " This is about their answer; their attributes are visible."}
    </Fact>
  )
}

function FirstFigures({ settings }: { readonly settings: FormSettings }) {
  const { answers, isArrivalSecret, windowSeconds, delaySeconds, groupCount, people, cap } = settings
  if (answers === null)
    return (
      <Fact name="First figures" figure="not known yet">
        It depends on whether people who do nothing send an answer.
      </Fact>
    )
  const waiting = Math.min(people, planAnswerCost(settings)?.waits ?? 0) * groupCount
  return (
    <Fact name="First figures" figure={formatDayPlace((isArrivalSecret ? windowSeconds : delaySeconds) / daySeconds)}>
      {isArrivalSecret
        ? `Every person counts after ${formatSpan(windowSeconds)}. About ${formatRounded(waiting)} ${countingUnitFor(cap)} are shared evenly until then.`
        : "Answers count as they come. People who never answer hold nothing up."}
    </Fact>
  )
}

/** The value of a missing answer, where there is a choice. */
function Silence({ form, settings }: Pick<Props, "form" | "settings">) {
  const { answers, isArrivalSecret, windowSeconds, silence, range } = settings
  if (answers !== "all" || isArrivalSecret) return null
  const isLeftOut = silence === "ignore"
  const constant =
    range === null ? "no" : form.draft.silenceValue.trim() === "" ? "the smallest" : form.draft.silenceValue.trim()
  return (
    <Fact
      name={`No answer within ${formatSpan(windowSeconds)}`}
      figure={isLeftOut ? "is left out" : `counts as ${constant}`}
    >
      {isLeftOut
        ? "Options are compared by those who answer. That is fair only if every option is answered equally often. "
        : "Leave them out instead only if every option is answered equally often. "}
      <button type="button" class="as-link" onClick={() => form.change({ isSilenceLeftOut: !isLeftOut })}>
        {isLeftOut ? `Count them as ${constant}` : "Leave them out"}
      </button>
    </Fact>
  )
}

const isSame = (one: FormSettings, other: FormSettings): boolean => JSON.stringify(one) === JSON.stringify(other)

type BarProps = Pick<Props, "settings" | "forecast" | "contextForecast" | "isSending">

export function PlanBar({ settings, forecast, contextForecast, isSending }: BarProps) {
  const lost =
    settings.context === null
      ? forecast === null
        ? "simulating …"
        : `${formatRounded(forecast.lost)} lost`
      : contextForecast === null
        ? "by attributes"
        : `${describeLosses(contextForecast)} lost`
  return (
    <div class="plan-bar">
      <p>
        <b>
          {formatDays(countDays(settings))} · {computeRightGuesses(settings.eta)} in 100 · {lost}
        </b>
        <br />
        <a href="#plan">What to expect</a>
      </p>
      <CreateButton isSending={isSending} />
    </div>
  )
}

function CreateButton({ isSending }: { readonly isSending: boolean }) {
  return (
    <Button
      type="submit"
      form={formId}
      class="primary"
      aria-disabled={isSending}
      // Leaving a field shows its problem, which would move the button before the mouse is
      // released.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isSending ? "Creating …" : "Create and start"}
    </Button>
  )
}

/** "For 20,000 people, until their number is fixed." */
function describeBasis(
  { people, optionCount, perDay, eta, cap, evenShare }: FormSettings,
  held: ReadonlySet<TypedField>,
): string {
  const counted = countingUnitFor(cap)
  const sentences: Record<TypedField, string> = {
    people: `For ${formatNumber(people)} ${counted}, until their number is fixed.`,
    perDay: `With ${formatNumber(perDay)} ${counted} a day, until that number is fixed.`,
    eta: `For ${computeRightGuesses(eta)} right guesses in 100, until that number is fixed.`,
    cap: `With ${spellNumber(cap)} of each person's answers, until that number is fixed.`,
    evenShare: `With ${formatRounded(100 * evenShare)} % of people given an option at random, until that number is fixed.`,
    worthwhile: "For the difference that mattered before, until it is fixed.",
    answerShare: "For the share of answers before, until it is fixed.",
    delaySeconds: "For the delay before, until it is fixed.",
    windowSeconds: "For the window before, until it is fixed.",
    best: "For the guess before, until it is fixed.",
    lead: "For the guess before, until it is fixed.",
  }
  const said = new Set([...held].map((name) => sentences[name]))
  if (said.size > 0) return [...said].join(" ")
  return `For ${formatNumber(people)} ${counted} and ${spellNumber(optionCount)} options.`
}
