// The fourth section: who takes part, and how people are shared between options.

import { SelectField } from "../controls/select-field.tsx"
import { Switch } from "../controls/switch.tsx"
import { countingUnitFor } from "../experiment/people.ts"
import { capitalize } from "../text/numbers.ts"
import { AllocationChoice } from "./allocation-choice.tsx"
import { newPopulation } from "./draft.ts"
import { DraftField, type FormState } from "./field.tsx"
import { readCap } from "./read-typed.ts"
import { Section } from "./section.tsx"
import { readControl } from "./settings.ts"
import type { Forecast } from "./use-forecast.ts"

interface Props {
  readonly form: FormState
  readonly populations: readonly { readonly name: string }[]
}

export function PeopleSection({ form, populations, forecast }: Props & { readonly forecast: Forecast | null }) {
  const { draft, change } = form
  const hasGroups = draft.groups.length > 0
  const counted = countingUnitFor(readCap(draft))
  const control = readControl(draft) || "what they get today"
  return (
    <Section number={4} title="Who takes part, and when?">
      <div class="field-columns">
        <DraftField
          form={form}
          part="people"
          label={`${capitalize(counted)} to learn from${hasGroups ? ", in each group" : ""}`}
          isNumber
        />
        <DraftField
          form={form}
          part="perDay"
          label={`New ${counted} a day, about`}
          isNumber
          hint="Of those in the experiment. For the plan only."
        />
      </div>
      <div class="field-columns">
        <SelectField
          id="after-target"
          label="After so many, everyone new is given"
          options={{ recommended: "what did best", control }}
          value={draft.afterTarget}
          onValue={(afterTarget) => change({ afterTarget })}
        />
        <DraftField
          form={form}
          part="trafficShare"
          label="Share of people in the experiment"
          unit="%"
          isNumber
          hint={`The same people throughout; the rest get ${control} and are not learned from.`}
        />
      </div>
      <div class="field-columns">
        <DraftField form={form} part="starts" label="Starts" type="datetime-local" hint="Left empty: now." />
        <DraftField
          form={form}
          part="ends"
          label="Ends"
          type="datetime-local"
          hint={`Left empty: no date. Outside these dates everyone gets ${control}.`}
        />
      </div>
      <div class="field-columns">
        <DraftField
          form={form}
          part="archiveDays"
          label="Archive after"
          unit="days"
          isNumber
          hint="After the end date, or once it is finished. Then it gives nobody an option and takes no answers. Left empty: it goes on until someone archives it."
        />
        <DraftField
          form={form}
          part="purgeDays"
          label="Remove answers after"
          unit="days"
          isNumber
          hint="After the end date, or once it is finished. What was published stays. Left empty: they are kept until someone removes them."
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
      <AllocationChoice form={form} forecast={forecast} />
      <Switch
        label="Finish by itself when a winner is clear"
        hint={`Everyone new then gets the winner${draft.isSticky ? "; people who had another option keep theirs" : ""}.${hasGroups ? " Every group must be clear." : ""}`}
        isOn={draft.isAutoStopped}
        onChange={(isAutoStopped) => change({ isAutoStopped })}
      />
      <Population form={form} populations={populations} />
    </Section>
  )
}

function Population({ form, populations }: Props) {
  const { draft, change } = form
  const options = new Map([
    ["", "None: it keeps a limit of its own"],
    ...populations.map(({ name }) => [name, name] as const),
    [newPopulation, "A new one …"],
  ])
  return (
    <>
      <SelectField
        id="population"
        label="Population"
        options={options}
        value={draft.population}
        onValue={(population) => change({ population })}
        problem={form.problemFor("population")}
        hint="Experiments in one population together keep to one limit for each person, however many that person is in."
      />
      {draft.population === newPopulation && (
        <div class="field-columns">
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
