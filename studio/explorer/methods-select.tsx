// The methods to compare with: a few presets, or any selection. An even split is always included.

import { findAlgorithm } from "@armistice/core"
import { recommendedAlgorithm } from "@armistice/lab"
import { useId, useState } from "preact/hooks"
import { Dialog } from "./dialog.tsx"
import { defaultSettings, offered } from "./settings.ts"

interface Props {
  readonly chosen: readonly string[]
  readonly onChosen: (names: readonly string[]) => void
}

const all = offered.map(({ name }) => name)
const sortMethods = (names: readonly string[]) => all.filter((name) => names.includes(name))

const choices = [
  defaultSettings.algorithms,
  [recommendedAlgorithm],
  sortMethods([recommendedAlgorithm, "dp-ts-ucb", "dp-ts-ucb-calibrated"]),
  all,
]

export function MethodsSelect({ chosen, onChosen }: Props) {
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const known = choices.findIndex((names) => names.join() === chosen.join())
  return (
    <div class="field">
      <label for={id} class="field-label">
        Compare with
      </label>
      <select
        id={id}
        class="input"
        value={known < 0 ? "own" : String(known)}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === "choose") {
            event.currentTarget.value = known < 0 ? "own" : String(known)
            setChoosing(true)
          } else onChosen(choices[Number(value)] ?? chosen)
        }}
      >
        {choices.map((names, index) => (
          <option key={names.join()} value={String(index)}>
            {names === all ? "every method" : listOthers(names)}
          </option>
        ))}
        {known < 0 && <option value="own">{listOthers(chosen)}</option>}
        <option value="choose">choose …</option>
      </select>
      {isChoosing && (
        <Dialog title="Methods to compare" onClose={() => setChoosing(false)}>
          <fieldset class="ticks text-sm" aria-label="Methods to compare">
            {offered.map(({ name, label, about }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={(event) => {
                    const isChosen = event.currentTarget.checked
                    onChosen(all.filter((one) => (one === name ? isChosen : chosen.includes(one))))
                  }}
                />
                <span>
                  <b>{label}</b> <span class="hint">{about}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </Dialog>
      )}
    </div>
  )
}

/** All but the recommended method, which is the one being compared. */
function listOthers(names: readonly string[]): string {
  const others = names.filter((name) => name !== recommendedAlgorithm).map((name) => findAlgorithm(name).label)
  return [...others, "even split"].join(", ")
}
