// Which algorithms are compared.

import { offered } from "./settings.ts"

interface Props {
  readonly chosen: readonly string[]
  readonly onChosen: (names: readonly string[]) => void
}

export function AlgorithmChoice({ chosen, onChosen }: Props) {
  return (
    <details>
      <summary>
        Methods to compare: {chosen.length} of {offered.length}
      </summary>
      <fieldset class="choices" aria-label="Methods to compare">
        {offered.map(({ name, label, about }) => (
          <label key={name} title={about}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked
                const wanted = offered.filter((entry) => (entry.name === name ? isChosen : chosen.includes(entry.name)))
                onChosen(wanted.map((entry) => entry.name))
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
