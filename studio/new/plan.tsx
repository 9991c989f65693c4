// What to expect, beside the form; on small screens its sum in a bar that stays at the bottom. It never goes away: where a field cannot be
// read it says for what it holds.

import { recommendedAlgorithm } from "@armistice/lab"
import { useState } from "preact/hooks"
import { countedBy } from "../experiment/people.ts"
import { plainNumber } from "../text/numbers.ts"
import { rightGuesses } from "../text/privacy-levels.ts"
import { DraftField } from "./field.tsx"
import type { FormState } from "./form-state.ts"
import { type Settings, sharesOf, type Typed } from "./settings.ts"
import { meansOf, specOf } from "./simulated.ts"
import type { Forecast } from "./use-forecast.ts"
import { daysInWords, largeCount, numberWord, points, roughly } from "./words.ts"

interface Props {
  readonly form: FormState
  readonly settings: Settings
  readonly held: ReadonlySet<Typed>
  readonly forecast: Forecast | null
  readonly problem: string | null
  readonly isSending: boolean
}

/** The form that its buttons send. */
export const formId = "new-experiment"

const daysOf = ({ people, groupCount, perDay }: Settings): number => (people * groupCount) / perDay

export function PlanAside({ form, settings, held, forecast, problem, isSending }: Props) {
  const { people, perDay, groupCount, eta, cap } = settings
  const all = people * groupCount
  const isBehind = problem === null && (forecast?.isDone !== true || !isSame(forecast.settings, settings))
  return (
    <aside class="plan card" aria-labelledby="plan" aria-busy={isBehind}>
      <h2 id="plan">What to expect</h2>
      <p class="sub" role="status">
        {holdsFor(settings, held)}
      </p>
      <dl>
        <div>
          <dt>Ready in about</dt>
          <dd>
            <b>{daysInWords(daysOf(settings))}</b>
            {largeCount(all)} {countedBy(cap)}, {largeCount(perDay)} a day. A clear lead can end it sooner.
          </dd>
        </div>
        <Clear settings={settings} forecast={forecast} />
        <div>
          <dt>Answers lost while it learns</dt>
          <dd>
            {forecast === null ? (
              <b>Simulating …</b>
            ) : (
              <>
                <b data-lost={forecast.lost} data-runs={forecast.runs}>
                  about {roughly(forecast.lost)} in{" "}
                  {largeCount(forecast.settings.people * forecast.settings.groupCount)}
                </b>
                An even split loses about {roughly(forecast.lostByEvenSplit)}. If options differ by half as much: about{" "}
                {roughly(forecast.lostIfHalf)}.
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>About one person, anyone can learn</dt>
          <dd>
            <b>at most {rightGuesses(eta)} right guesses in 100</b>A coin: 50. The same for everyone, to the end.
          </dd>
        </div>
      </dl>
      {problem !== null && <p class="note warn">This could not be simulated: {problem}</p>}
      <CreateButton isSending={isSending} />
      <Guess form={form} settings={settings} forecast={forecast} />
    </aside>
  )
}

const isSame = (one: Settings, other: Settings): boolean => JSON.stringify(one) === JSON.stringify(other)

export function PlanBar({ settings, forecast, isSending }: Pick<Props, "settings" | "forecast" | "isSending">) {
  const lost = forecast === null ? "simulating …" : `${roughly(forecast.lost)} lost`
  return (
    <div class="pbar">
      <p>
        <b>
          {daysInWords(daysOf(settings))} · {rightGuesses(settings.eta)} in 100 · {lost}
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
    <button
      type="submit"
      form={formId}
      class="btn pri"
      aria-disabled={isSending}
      // The field that is left would say what is wrong with it before the button is let go, and move the button away.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isSending ? "Creating …" : "Create and start"}
    </button>
  )
}

/** "For 20,000 people, until their number is mended." */
function holdsFor({ people, optionCount, perDay, eta, cap }: Settings, held: ReadonlySet<Typed>): string {
  const counted = countedBy(cap)
  const sentences: Record<Typed, string> = {
    people: `For ${largeCount(people)} ${counted}, until their number is mended.`,
    perDay: `With ${largeCount(perDay)} ${counted} a day, until that number is mended.`,
    eta: `For ${rightGuesses(eta)} right guesses in 100, until that number is mended.`,
    cap: `With ${numberWord(cap)} of each person's answers, until that number is mended.`,
    worthwhile: "For the difference that mattered before, until it is mended.",
    best: "For the guess before, until it is mended.",
    lead: "For the guess before, until it is mended.",
  }
  const said = new Set([...held].map((name) => sentences[name]))
  if (said.size > 0) return [...said].join(" ")
  return `For ${largeCount(people)} ${counted} and ${numberWord(optionCount)} options.`
}

/** A share of the range in points of a hundred, or in the answers' own units. */
const leadInWords = (share: number, range: number | null): string =>
  range === null ? points(share) : String(Number((share * range).toPrecision(3)))

function Clear({ settings, forecast }: Pick<Props, "settings" | "forecast">) {
  const { lead, range, cap } = forecast?.settings ?? settings
  if (forecast?.clear?.length === 0 && forecast.settings.optionCount > 2) return null
  const [first, ...smaller] = forecast?.clear ?? []
  return (
    <div>
      <dt>A lead of {leadInWords(lead, range)} becomes clear</dt>
      <dd>
        {first === undefined ? (
          <b>Simulating …</b>
        ) : (
          <b data-clear={first.people ?? "never"}>
            {first.people === null
              ? `not within ${largeCount(first.within)} ${countedBy(cap)}`
              : `after about ${roughly(first.people, 2)} ${countedBy(cap)}`}
          </b>
        )}
        {smaller
          .map(
            (one) =>
              `${leadInWords(one.lead, range)}: ${one.people === null ? `not within ${largeCount(one.within)}` : `about ${roughly(one.people, 2)}`}.`,
          )
          .join(" ")}
      </dd>
    </div>
  )
}

function Guess({ form, settings, forecast }: Pick<Props, "form" | "settings" | "forecast">) {
  const [shown, setShown] = useState<"guess" | "command" | null>(null)
  const toggle = (what: "guess" | "command") => setShown((now) => (now === what ? null : what))
  const of = forecast?.settings ?? settings
  const isWrong = form.wordsFor("best") !== undefined || form.wordsFor("lead") !== undefined
  const { horizon, runs, seed } = specOf(of, of.eta)
  const command = `npx armistice simulate --algorithm ${recommendedAlgorithm} --eta ${sharesOf(of).answer} --means ${meansOf(of).join(",")} --horizon ${plainNumber(horizon)} --runs ${runs} --seed ${seed}`
  return (
    <div class="cap">
      <p>
        {forecast === null ? "Simulating now " : `Simulated ${forecast.runs} times just now `}
        for options that work for {sharesInWords(meansOf(of))}.{" "}
        <button
          type="button"
          class="as-link"
          aria-expanded={shown === "guess" || isWrong}
          onClick={() => toggle("guess")}
        >
          Change the guess
        </button>
        {"\u00a0· "}
        <button type="button" class="as-link" aria-expanded={shown === "command"} onClick={() => toggle("command")}>
          the command
        </button>
      </p>
      {(shown === "guess" || isWrong) && (
        <div class="rr">
          <DraftField form={form} part="best" label="The best works for" isNumber />
          <DraftField form={form} part="lead" label="The others less by" isNumber />
        </div>
      )}
      {shown === "command" && (
        <>
          <pre>{command}</pre>
          <p>
            {of.evenShare > 0
              ? `It prints what the method itself loses in one group. Of the figure above, ${100 * of.evenShare} % is an even split's, since so many are given an option at random, and the rest the method's.`
              : "It prints what is lost in one group."}
          </p>
        </>
      )}
    </div>
  )
}

/** "50, 40 and 40 %"; of many "50 % (one) and 40 % (the others)". */
function sharesInWords(means: readonly number[]): string {
  const shares = means.map((mean) => Number((100 * mean).toPrecision(3)))
  const [best, other] = shares
  if (shares.length > 4) return `${best} % (one of them) and ${other} % (the ${shares.length - 1} others)`
  return `${shares.slice(0, -1).join(", ")} and ${shares.at(-1)} %`
}
