// Chooses the experiments that a key may see: all, or some. The list has the latest ones, and a
// search by name finds others.

import type { ComponentChildren } from "preact"
import { useCallback, useState } from "preact/hooks"
import { TextField } from "../controls/text-field.tsx"
import { useDebounced } from "../controls/use-debounced.ts"
import { connect } from "../experiments/connection.ts"
import { useReading } from "../experiments/use-reading.ts"

interface Props {
  /** Ids; null for all. */
  readonly chosen: readonly string[] | null
  readonly onChosen: (experiments: readonly string[] | null) => void
}

const mostListed = 8
/** The list is read again only when the search changes, because new experiments are rare. */
const everyMs = 60_000

export function ExperimentChoice({ chosen, onChosen }: Props) {
  const [typed, setTyped] = useState("")
  const q = useDebounced(typed.trim(), 250)
  const read = useCallback(() => connect(0).listExperiments({ limit: mostListed, ...(q === "" ? {} : { q }) }), [q])
  const { data, requestError } = useReading(read, { isWanted: chosen !== null, everyMs })
  const listed = data?.experiments ?? []
  const unlisted = (chosen ?? []).filter((id) => listed.every((experiment) => experiment.id !== id))
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
            {listed.map(({ id, name }) => (
              <ExperimentBox key={id} {...{ id, chosen, onChosen }}>
                {name}
              </ExperimentBox>
            ))}
            {unlisted.map((id) => (
              <ExperimentBox key={id} {...{ id, chosen, onChosen }}>
                <code>{id}</code>
              </ExperimentBox>
            ))}
          </div>
          {requestError !== null && <p class="hint">The service does not list experiments just now.</p>}
        </>
      )}
    </fieldset>
  )
}

interface BoxProps {
  readonly id: string
  readonly chosen: readonly string[]
  readonly onChosen: (experiments: readonly string[]) => void
  readonly children: ComponentChildren
}

function ExperimentBox({ id, chosen, onChosen, children }: BoxProps) {
  const isChosen = chosen.includes(id)
  const toggle = () => onChosen(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={toggle} />
      {children}
    </label>
  )
}
