// The dialogs in which a key is made or changed.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { Choice } from "../controls/radio-choices.tsx"
import { TextField } from "../controls/text-field.tsx"
import { formatCount } from "../text/numbers.ts"
import { EndField } from "./ending-questions.tsx"
import { ExperimentChoice } from "./experiment-choice.tsx"
import { formatEndDay, type Key, type KeyDraft, type Role, readLimit, roleText } from "./key-text.ts"

interface Props {
  /** `null` makes a new one. */
  readonly changed: Key | null
  /** Nobody has needed a key so far. */
  readonly isFirst: boolean
  readonly onSave: (draft: KeyDraft) => Promise<string | null>
  readonly onClose: () => void
}

const offered: readonly Role[] = ["decide", "evaluate", "audit", "operate", "admin"]

export function KeyQuestion({ changed, isFirst, onSave, onClose }: Props) {
  const [draft, setDraft] = useState<KeyDraft>({
    name: changed?.name ?? "",
    role: changed?.role ?? (isFirst ? "admin" : "decide"),
    experiments: changed?.experiments ?? null,
    perSecond: changed?.requestsPerSecond == null ? "" : formatCount(changed.requestsPerSecond),
    ends: formatEndDay(changed?.expiresAt ?? null),
  })
  const change = (part: Partial<KeyDraft>) => setDraft((now) => ({ ...now, ...part }))
  const isAdmin = draft.role === "admin"
  const save = async () => {
    if (draft.name.trim() === "") return "Say what it is for."
    if (draft.experiments?.length === 0 && !isAdmin) return "Choose an experiment, or allow all of them."
    if (readLimit(draft.perSecond) === undefined)
      return "At most so many requests a second must be a whole number from 1 to 1,000,000, or left empty."
    return onSave({ ...draft, name: draft.name.trim(), experiments: isAdmin ? null : draft.experiments })
  }
  return (
    <Question
      title={changed === null ? (isFirst ? "The first key" : "New key") : `Change “${changed.name}”`}
      stay={changed === null ? "Cancel" : "Leave it as it is"}
      go={changed === null ? "Make the key" : "Save"}
      onGo={save}
      onClose={onClose}
    >
      {isFirst && (
        <p class="note warn">
          <b>From then on every request needs a key</b>, on this machine too, and nobody can go back. This tab keeps the
          first one, which may administer and has no end; with it you make keys for your programs.
        </p>
      )}
      <TextField
        id="key-name"
        label="What is it for?"
        maxLength={100}
        value={draft.name}
        onValue={(name) => change({ name })}
        hint="This name appears in the activity."
      />
      {changed === null && !isFirst && (
        <fieldset class="field">
          <legend class="field-label">It may</legend>
          <div class="answer-choices one-column">
            {offered.map((role) => (
              <Choice
                key={role}
                name="key-role"
                title={roleText[role].title}
                isChosen={draft.role === role}
                onChoose={() => change({ role })}
              >
                {roleText[role].hint}
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
      {!isAdmin && <ExperimentChoice chosen={draft.experiments} onChosen={(experiments) => change({ experiments })} />}
      {!isFirst && (
        <div class="field-pair">
          <TextField
            id="key-limit"
            label="At most, a second"
            inputMode="numeric"
            maxLength={9}
            value={draft.perSecond}
            onValue={(perSecond) => change({ perSecond })}
            hint="Requests; left empty: as many as the service allows anyone."
          />
          <EndField id="key-end" label="Ends" value={draft.ends} onValue={(ends) => change({ ends })} />
        </div>
      )}
    </Question>
  )
}
