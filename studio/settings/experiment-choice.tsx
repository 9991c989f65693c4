// Limits a key to some experiments: all, or those that are ticked. The latest are listed, others
// found by their name.

import { useCallback, useState } from "preact/hooks"
import { useDebounced } from "../controls/use-debounced.ts"
import { connect } from "../experiments/connection.ts"
import { useReading } from "../experiments/use-reading.ts"
import { TextField } from "../layout/text-field.tsx"

interface Props {
  /** `null`: all. */
  readonly chosen: readonly string[] | null
  readonly onChosen: (experiments: readonly string[] | null) => void
}

const mostListed = 8
/** The list is read when the search changes, and hardly ever without that. */
const everyMs = 60_000

export function ExperimentChoice({ chosen, onChosen }: Props) {
  const [typed, setTyped] = useState("")
  const q = useDebounced(typed.trim(), 250)
  const read = useCallback(() => connect(0).listExperiments({ limit: mostListed, ...(q === "" ? {} : { q }) }), [q])
  const { data, requestError } = useReading(read, { isWanted: chosen !== null, everyMs })
  const found = data?.experiments ?? []
  const hidden = (chosen ?? []).filter((id) => found.every((one) => one.id !== id))
  const toggle = (id: string) =>
    onChosen(chosen?.includes(id) === true ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id])
  return (
    <fieldset class="field">
      <legend class="field-label">In</legend>
      <div class="boxed-choices">
        <label>
          <input type="radio" name="key-limit" checked={chosen === null} onChange={() => onChosen(null)} />
          All experiments
        </label>
        <label>
          <input type="radio" name="key-limit" checked={chosen !== null} onChange={() => onChosen([])} />
          Only some
        </label>
      </div>
      {chosen !== null && (
        <>
          <TextField id="key-search" label="Find experiments" value={typed} onValue={setTyped} />
          <div class="option-choice">
            {found.map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                {name}
              </label>
            ))}
            {hidden.map((id) => (
              <label key={id}>
                <input type="checkbox" checked onChange={() => toggle(id)} />
                <code>{id}</code>
              </label>
            ))}
          </div>
          {requestError !== null && <p class="hint">The service does not list experiments just now.</p>}
        </>
      )}
    </fieldset>
  )
}
