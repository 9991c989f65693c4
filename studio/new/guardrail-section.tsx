// The third section: what must not get worse, how much is allowed, and what happens when an option
// surely does harm.

import type { GuardrailPlan } from "@armistice/lab"
import { Choice } from "../controls/radio-choices.tsx"
import { SelectField } from "../controls/select-field.tsx"
import { Switch } from "../controls/switch.tsx"
import { countingUnitFor } from "../experiment/people.ts"
import { formatNumber, formatPoints, formatRounded } from "../text/numbers.ts"
import { formatDayPlace } from "../text/times.ts"
import { type Draft, emptyGuardrail, type Guardrail } from "./draft.ts"
import { Field, type FormState } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import { listGuardrailFigures } from "./guardrail-figures.ts"
import { NameRows } from "./name-rows.tsx"
import { Section } from "./section.tsx"
import { readControl } from "./settings.ts"

interface Props {
  readonly form: FormState
  readonly settings: FormSettings
  readonly plans: readonly GuardrailPlan[]
}

export function GuardrailSection({ form, settings, plans }: Props) {
  const { draft, change } = form
  const names = draft.guardrails.map(({ name }) => name)
  const control = readControl(draft) || "the first"
  const onHarm = (choice: Draft["onHarm"]) => ({
    name: "harm",
    isChosen: draft.onHarm === choice,
    onChoose: () => change({ onHarm: choice }),
  })
  return (
    <Section number={3} title="What must not get worse?">
      <fieldset class="field">
        <legend class="field-label">Guardrails</legend>
        <p class="hint">
          Other answers of yes or no by the same person, such as a complaint. Every option is compared with {control}.
          They steer nothing and share the same limit of privacy.
        </p>
        <NameRows
          form={form}
          kind="guardrail"
          rows={names}
          onRows={(rows) => change({ guardrails: updateRows(rows, draft.guardrails) })}
          least={0}
          most={8}
          add="Add a guardrail"
          more={(place) => (
            <GuardrailFields form={form} settings={settings} place={place} plan={plans[place] ?? null} />
          )}
        />
      </fieldset>
      {draft.guardrails.length > 0 && (
        <fieldset class="field">
          <legend class="field-label">When an option surely does harm</legend>
          <div class="answer-choices">
            <Choice {...onHarm("stop_arm")} title="Stop it by itself">
              {`Nobody new gets it. People who had it get ${control} from their next visit. Webhooks tell you.`}
            </Choice>
            <Choice {...onHarm("notify")} title="Only tell me">
              It goes on until someone stops it.
            </Choice>
          </div>
        </fieldset>
      )}
      {draft.attributes.length === 0 && (
        <Switch
          label={`Also stop an option that surely does worse than ${control}`}
          hint={`By more than ${draft.worthwhile.trim()} in the answers themselves. Off: it is named, and few people get it.`}
          isOn={draft.isWorseStopped}
          onChange={(isWorseStopped) => change({ isWorseStopped })}
        />
      )}
    </Section>
  )
}

/** The guardrails after a name was typed, added or removed. */
function updateRows(names: readonly string[], rows: readonly Guardrail[]): Guardrail[] {
  if (names.length < rows.length) {
    const gone = rows.findIndex(({ name }, place) => name !== names[place])
    return rows.filter((_, place) => place !== gone)
  }
  return names.map((name, place) => ({ ...(rows[place] ?? emptyGuardrail), name }))
}

interface FieldsProps {
  readonly form: FormState
  readonly settings: FormSettings
  readonly place: number
  readonly plan: GuardrailPlan | null
}

function GuardrailFields({ form, settings, place, plan }: FieldsProps) {
  const { draft, change } = form
  const guardrail = draft.guardrails[place]
  const row = place + 1
  const edit = (part: Partial<Guardrail>) =>
    change({ guardrails: draft.guardrails.map((one, other) => (other === place ? { ...one, ...part } : one)) })
  const proposed = plan?.proposedMargin ?? null
  return (
    <>
      <SelectField
        id={`bad-${row}`}
        label="A “yes” is"
        options={{ higher: "bad: it must not rise", lower: "good: it must not fall" }}
        value={guardrail.worse}
        onValue={(worse) => edit({ worse })}
      />
      <Field
        form={form}
        id={`rate-${row}`}
        label="Today, about"
        unit="%"
        isNumber
        value={guardrail.rate}
        onValue={(rate) => edit({ rate })}
      />
      <Field
        form={form}
        id={`margin-${row}`}
        label="Allow up to"
        unit="points"
        isNumber
        value={guardrail.margin ?? (proposed === null ? "" : roundPoints(proposed))}
        onValue={(margin) => edit({ margin: margin.trim() === "" ? null : margin })}
      />
      <Field
        form={form}
        id={`soon-${row}`}
        label="How soon would it come?"
        value={guardrail.soon ?? draft.window}
        onValue={(soon) => edit({ soon: soon.trim() === "" ? null : soon })}
      />
      <p class="hint whole-row" role="status">
        {plan === null ? "Computing what can be known …" : sentences(form, settings, place, plan)}
      </p>
    </>
  )
}

const roundPoints = (share: number): string => String(Number((100 * share).toPrecision(3)))

/** The effect that so many people can show, and when. */
function sentences(form: FormState, settings: FormSettings, place: number, plan: GuardrailPlan): string {
  const { people, perDay, groupCount, cap, evenShare } = settings
  const { worse, windowSeconds } = listGuardrailFigures(form.draft, settings)[place]
  const { proposedMargin, margin, shownHarm, earliest } = plan
  const counted = countingUnitFor(cap)
  const change = worse === "higher" ? "rise" : "fall"
  const all = `${formatNumber(people)} ${counted}${groupCount > 1 ? " in each group" : ""}`
  const found: string[] = []
  if (shownHarm === null) found.push(`With ${all} no harm can show.`)
  else found.push(`With ${all} a ${change} of ${formatPoints(Number(shownHarm.toPrecision(2)))} or more would show.`)
  const advice = evenShare < 1 ? ", or take an even split" : ""
  if (proposedMargin === null)
    found.push(`Whether an option is fine would not be known by then: add ${counted}${advice}.`)
  else if (margin < proposedMargin)
    found.push(`“Fine” would not be known by then: allow ${formatPoints(proposedMargin)}${advice}.`)
  else if (form.draft.guardrails[place]?.margin === null)
    found.push(`${formatPoints(proposedMargin)} is the least that so many can settle.`)
  if (earliest !== null) {
    const days = (earliest * groupCount) / perDay + windowSeconds / 86_400
    found.push(
      `Harm can show ${formatDayPlace(days)} at the earliest: after about ${formatRounded(earliest * groupCount, 2)} ${counted} and the time it takes to come.`,
    )
  }
  return found.join(" ")
}
