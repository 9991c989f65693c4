// The commands that simulate both guesses about people, and their files.

import type { ContextAttributes } from "@armistice/core"
import { saveFile } from "../charts/save-file.ts"
import { Button } from "../layout/button.tsx"
import { formatArgument, formatShortPercent } from "../text/numbers.ts"
import { type Guess, guessPeople } from "./context-guess.ts"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { seed } from "./plan-simulation.ts"
import { countContextRuns } from "./use-context-worth.ts"

interface Props {
  readonly settings: FormSettings
  readonly attributes: ContextAttributes
}

export function ContextCommand({ settings, attributes }: Props) {
  const savePeople = (guess: Guess) =>
    saveFile(
      `${guess}.json`,
      new Blob([JSON.stringify(guessPeople(settings, attributes, guess), null, 2)], { type: "application/json" }),
    )
  const formatCommand = (guess: Guess) =>
    `npx armistice plan --context ${guess}.json --horizon ${formatArgument(settings.people)} --eta ${splitLimit(settings).answer} --runs ${countContextRuns(settings)} --seed ${seed}`
  return (
    <>
      <pre>{`${formatCommand("alike")}\n${formatCommand("differ")}`}</pre>
      <div class="export-buttons">
        <Button class="small" onClick={() => savePeople("alike")}>
          alike.json
        </Button>
        <Button class="small" onClick={() => savePeople("differ")}>
          differ.json
        </Button>
      </div>
      {settings.evenShare > 0 && (
        <p>
          {`The commands print what the method itself loses. The figures above count that for ${formatShortPercent(1 - settings.evenShare)} of people, and the loss of an even split for the others, who are given an option at random.`}
        </p>
      )}
    </>
  )
}
