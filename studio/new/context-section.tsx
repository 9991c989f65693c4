// The fifth section: whether the best option depends on who someone is. Attributes are learned
// together; groups learn apart. An experiment has one or the other.

import { Switch } from "../controls/switch.tsx"
import { describeField, FieldNotes } from "../controls/text-field.tsx"
import { AttributeRows } from "./attribute-rows.tsx"
import { describePlan } from "./attributes.ts"
import { ContextWorthCards } from "./context-worth.tsx"
import { emptyAttribute } from "./draft.ts"
import type { FormState } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import { NameList, Section } from "./section.tsx"
import type { ContextForecasting } from "./use-context-worth.ts"

interface Props {
  readonly form: FormState
  readonly settings: FormSettings
  readonly forecasting: ContextForecasting | null
}

export function ContextSection({ form, settings, forecasting }: Props) {
  const { draft, change } = form
  const isOn = draft.attributes.length > 0
  const named = draft.groups.map((name) => name.trim()).filter((name) => name !== "")
  const switchAttributes = (isChosen: boolean) =>
    isChosen
      ? change({
          attributes: [
            { ...emptyAttribute, ...(named.length > 0 ? { name: "group", levels: [...new Set(named)] } : {}) },
          ],
          groups: [],
          isWorseStopped: false,
        })
      : change({ attributes: [], isContextSeen: false })
  return (
    <Section number={5} title="Does the best option depend on who someone is?">
      <Switch
        id="attributes-switch"
        label="Choose by attributes of the person"
        hint={`One experiment learns for all groups together and gives each group its own option where that helps.${!isOn && named.length > 0 ? " The groups below become its first attribute." : ""}`}
        isOn={isOn}
        onChange={switchAttributes}
      />
      {isOn ? (
        <>
          <AttributeRows form={form} />
          {settings.context !== null && (
            <p class="hint" role="status">
              {describePlan(settings.context)}
            </p>
          )}
          <Seen form={form} />
          <ContextWorthCards settings={settings} forecasting={forecasting} />
        </>
      ) : (
        <NameList
          legend="Groups"
          hint="Where different people surely want different things, such as countries: each group learns apart and has a verdict of its own. You say which group each person is in; that is public."
          form={form}
          kind="group"
          rows={draft.groups}
          onRows={(groups) => change({ groups })}
          least={0}
          most={100}
          add="Add a group"
        />
      )}
    </Section>
  )
}

/** Names the unprotected attributes, and asks to agree that they may be seen; never ticked. */
function Seen({ form: { draft, change, problemFor } }: Pick<Props, "form">) {
  const problem = problemFor("context-seen")
  const hint = "Needed to create the experiment."
  return (
    <div class="note warn">
      <p>
        <b>Anyone who can see decisions can see the attributes they were made for.</b> Answers are protected; attributes
        are not. Never pass a name or an id, anything computed from this experiment's answers, or anything you would not
        write into a log.
      </p>
      <div class={problem === undefined ? "field" : "field invalid"}>
        <label class="check-line">
          <input
            type="checkbox"
            id="context-seen"
            checked={draft.isContextSeen}
            {...describeField("context-seen", problem, hint)}
            onChange={(event) => change({ isContextSeen: event.currentTarget.checked })}
          />
          <b>These attributes may be seen</b>
        </label>
        <FieldNotes id="context-seen" problem={problem} hint={hint} />
      </div>
    </div>
  )
}
