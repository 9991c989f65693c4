// The form for a new experiment, with the plan beside it that follows every field.

import { useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { NumberField } from "../controls/number-field.tsx"
import { TargetFields } from "../explorer/target-fields.tsx"
import { Link } from "../layout/link.tsx"
import { connect, type Trouble, troubleOf } from "./connection.ts"
import { emptyDraft, problemsOf, requestOf } from "./draft.ts"
import { PlanPanel } from "./plan-panel.tsx"
import { SignIn } from "./sign-in.tsx"

export function NewExperiment() {
  const [draft, setDraft] = useState(emptyDraft)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const change = (part: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...part }))
  const problems = problemsOf(draft)
  const create = async () => {
    setTried(true)
    if (problems.length > 0) return
    setSending(true)
    try {
      const { id } = await connect().createExperiment(requestOf(draft))
      goTo(`/experiments/${id}`)
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setSending(false)
    }
  }
  if (trouble?.kind === "key") return <SignIn words={trouble.words} onKey={() => setTrouble(null)} />
  return (
    <>
      <p class="hint">
        <Link to="/experiments">Experiments</Link>
      </p>
      <h1>New experiment</h1>
      <div class="aside wide">
        <form
          class="panel"
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <div class="field">
            <label for="name">Name</label>
            <input
              id="name"
              type="text"
              maxLength={200}
              value={draft.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </div>
          <div class="field">
            <label for="arms">Arms, one on each line</label>
            <textarea
              id="arms"
              rows={4}
              value={draft.arms}
              onInput={(event) => change({ arms: event.currentTarget.value })}
            />
            <p class="hint">The options to try. Their names are public.</p>
          </div>
          <NumberField
            label="Horizon: people to learn from"
            value={draft.horizon}
            min={20}
            max={1e9}
            hint="After so many, everyone is given the arm that did best."
            onValue={(horizon) => change({ horizon: Math.round(horizon) })}
          />
          <TargetFields target={draft.target} onTarget={(target) => change({ target })} />
          <fieldset>
            <legend>Whom the promise protects</legend>
            <div class="choices">
              {(["reward", "subject"] as const).map((protects) => (
                <label key={protects}>
                  <input
                    type="radio"
                    name="protects"
                    checked={draft.protects === protects}
                    onChange={() => change({ protects })}
                  />
                  {protects === "reward" ? "each answer" : "each person, with all their answers"}
                </label>
              ))}
            </div>
          </fieldset>
          <NumberField
            label="Answers of one person that count, at most"
            value={draft.cap}
            min={1}
            max={1000}
            hint="Beyond it a person is served alike, but not learned from."
            onValue={(cap) => change({ cap: Math.round(cap) })}
          />
          <details>
            <summary>Rewards and waiting</summary>
            <NumberField
              label="Smallest reward"
              value={draft.min}
              min={-1e9}
              max={1e9}
              onValue={(min) => change({ min })}
            />
            <NumberField
              label="Largest reward"
              value={draft.max}
              min={-1e9}
              max={1e9}
              onValue={(max) => change({ max })}
            />
            <NumberField
              label="Hours to wait for an answer"
              value={draft.windowHours}
              min={0.01}
              max={8760}
              hint="After that the smallest reward is taken in its place; nobody can be left out without it showing."
              onValue={(windowHours) => change({ windowHours })}
            />
          </details>
          {isTried && problems.length > 0 && (
            <ul class="note bad" role="alert">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
          {trouble !== null && (
            <p class="note bad" role="alert">
              {trouble.words}
            </p>
          )}
          <button type="submit" class="primary" disabled={isSending}>
            {isSending ? "Creating …" : "Create it"}
          </button>
        </form>
        <PlanPanel draft={draft} onDraft={change} />
      </div>
    </>
  )
}
