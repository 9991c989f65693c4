// The first three questions: what to try, what counts as success, who takes part.

import type { ComponentChildren, ComponentProps } from "preact"
import { countedBy } from "../experiment/people.ts"
import { AnswersQuestion } from "./answers-question.tsx"
import { newPopulation } from "./draft.ts"
import { DraftField, Wrong } from "./field.tsx"
import type { FormState } from "./form-state.ts"
import { NameRows } from "./name-rows.tsx"
import { capOf } from "./read.ts"
import type { Settings } from "./settings.ts"
import { Switch } from "./switch.tsx"
import type { Forecast } from "./use-forecast.ts"
import { capital } from "./words.ts"

interface Props {
  readonly form: FormState
}

interface SectionProps {
  readonly number: number
  readonly title: string
  readonly children: ComponentChildren
}

export function Section({ number, title, children }: SectionProps) {
  return (
    <section class="card sec" aria-labelledby={`question-${number}`}>
      <h2 id={`question-${number}`}>
        <i>{number}</i>
        {title}
      </h2>
      {children}
    </section>
  )
}

function NameList({ legend, hint, ...rows }: ComponentProps<typeof NameRows> & Record<"legend" | "hint", string>) {
  return (
    <fieldset class="f">
      <legend class="lg">{legend}</legend>
      <NameRows {...rows} />
      <p class="hint">{hint}</p>
    </fieldset>
  )
}

export function TrySection({ form }: Props) {
  const { draft, change } = form
  return (
    <Section number={1} title="What do you want to try?">
      <DraftField form={form} part="name" label="Name" />
      <NameList
        legend="Options"
        hint="The names are public. The first is what everyone is given today; whoever is new gets it while the experiment is paused."
        form={form}
        kind="option"
        rows={draft.options}
        onRows={(options) => change({ options })}
        least={2}
        most={1000}
        add="Add an option"
        isListPasted
      />
    </Section>
  )
}

interface SuccessProps extends Props {
  readonly settings: Settings
  readonly forecast: Forecast | null
}

export function SuccessSection({ form, settings, forecast }: SuccessProps) {
  const { draft, change } = form
  const isYesNo = draft.kind === "yes-no"
  return (
    <Section number={2} title="What counts as success, and who tells you?">
      <div class="ch" role="radiogroup" aria-label="Kind of answer">
        <label>
          <input
            type="radio"
            name="kind"
            checked={isYesNo}
            onChange={() => change({ kind: "yes-no", worthwhile: "1 point" })}
          />
          Yes or no
        </label>
        <label>
          <input
            type="radio"
            name="kind"
            checked={!isYesNo}
            onChange={() => change({ kind: "number", worthwhile: "1" })}
          />
          A number between two bounds
        </label>
      </div>
      {!isYesNo && (
        <div class="rr">
          <DraftField form={form} part="min" label="Smallest answer" isNumber />
          <DraftField
            form={form}
            part="max"
            label="Largest answer"
            isNumber
            hint="In your own units. Answers outside are refused."
          />
        </div>
      )}
      <DraftField
        form={form}
        part="worthwhile"
        label="A difference that would matter to you"
        isShort
        hint="Smaller ones are called “no difference worth naming”."
      />
      <AnswersQuestion form={form} settings={settings} forecast={forecast} />
      <NameList
        legend="Guardrails"
        hint="Other answers of yes or no by the same person, such as a complaint. They steer nothing, share the same limit of privacy, and hold back a verdict when one gets worse."
        form={form}
        kind="guardrail"
        rows={draft.guardrails.map(({ name }) => name)}
        onRows={(names) =>
          change({
            guardrails: rowsLike(
              names,
              draft.guardrails.map(({ name }) => name),
              draft.guardrails,
            ),
          })
        }
        least={0}
        most={8}
        add="Add a guardrail"
        more={(place) => (
          <select
            class="in"
            aria-label={`Guardrail ${place + 1} must not`}
            value={draft.guardrails[place]?.worse}
            onChange={(event) => {
              const worse = event.currentTarget.value === "lower" ? "lower" : "higher"
              change({
                guardrails: draft.guardrails.map((one, other) => (other === place ? { ...one, worse } : one)),
              })
            }}
          >
            <option value="higher">must not rise</option>
            <option value="lower">must not fall</option>
          </select>
        )}
      />
    </Section>
  )
}

/** The guardrails after their names were typed, added to or removed from. */
function rowsLike(
  names: readonly string[],
  before: readonly string[],
  rows: FormState["draft"]["guardrails"],
): FormState["draft"]["guardrails"] {
  if (names.length < before.length) {
    const gone = before.findIndex((name, place) => name !== names[place])
    return rows.filter((_, place) => place !== gone)
  }
  return names.map((name, place) => ({ name, worse: rows[place]?.worse ?? "higher" }))
}

interface PeopleProps extends Props {
  readonly populations: readonly { readonly name: string }[]
}

export function PeopleSection({ form, populations }: PeopleProps) {
  const { draft, change } = form
  const hasGroups = draft.groups.length > 0
  const counted = countedBy(capOf(draft))
  return (
    <Section number={3} title="Who takes part?">
      <div class="rr">
        <DraftField
          form={form}
          part="people"
          label={`${capital(counted)} to learn from${hasGroups ? ", in each group" : ""}`}
          isNumber
          hint="After so many, everyone new is given what did best."
        />
        <DraftField
          form={form}
          part="perDay"
          label={`New ${counted} a day, about`}
          isNumber
          hint="For the plan only."
        />
      </div>
      <Switch
        label="The same person keeps the same option"
        hint="Recommended. Someone who comes again sees what they saw before and counts once. You pass an id of your own for each person; it is never shown."
        isOn={draft.isSticky}
        onChange={(isSticky) => change({ isSticky })}
      />
      {!draft.isSticky && (
        <DraftField
          form={form}
          part="cap"
          label="Answers of one person that count, at most"
          isNumber
          isShort
          hint="They share that person's limit. Beyond it a person is served alike, but not learned from."
        />
      )}
      <Switch
        label="One person in five is given an option at random"
        hint="Recommended. It keeps every option in sight, so that a verdict becomes clear. Without it nearly everyone is soon given what seems best, and whether that is so may never be sure."
        isOn={draft.isComparing}
        onChange={(isComparing) => change({ isComparing })}
      />
      <NameList
        legend="Groups"
        hint="Where different people may want different things, such as countries: each group learns apart and has a verdict of its own. You say which group each person is in; that is public."
        form={form}
        kind="group"
        rows={draft.groups}
        onRows={(groups) => change({ groups })}
        least={0}
        most={100}
        add="Add a group"
      />
      <Population form={form} populations={populations} />
    </Section>
  )
}

function Population({ form, populations }: PeopleProps) {
  const { draft, change } = form
  const words = form.wordsFor("population")
  return (
    <>
      <div class={words === undefined ? "f" : "f err"}>
        <label for="population">Population</label>
        <select
          id="population"
          class="in"
          value={draft.population}
          {...(words === undefined ? {} : { "aria-invalid": true })}
          aria-describedby={words === undefined ? "population-hint" : "population-problem population-hint"}
          onChange={(event) => change({ population: event.currentTarget.value })}
        >
          <option value="">None: it keeps a limit of its own</option>
          {populations.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value={newPopulation}>A new one …</option>
        </select>
        <Wrong id="population" words={words} />
        <p class="hint" id="population-hint">
          Experiments in one population together keep to one limit for each person, however many that person is in.
        </p>
      </div>
      {draft.population === newPopulation && (
        <div class="rr">
          <DraftField form={form} part="populationName" label="Name of the population" />
          <DraftField
            form={form}
            part="populationLimit"
            label="Right guesses in 100, at most, over all of it"
            isNumber
          />
        </div>
      )}
    </>
  )
}
