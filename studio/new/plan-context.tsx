// The parts of the plan that differ where the option depends on attributes: what is lost, what will
// be told, and the command that simulates it.

import type { ContextAttributes } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { saveFile } from "../charts/save-file.ts"
import { Button } from "../layout/button.tsx"
import { formatArgument, formatNumber, formatRounded } from "../text/numbers.ts"
import { type Guess, guessPeople } from "./context-guess.ts"
import { Fact, lostName } from "./fact.tsx"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { seed } from "./plan-simulation.ts"
import { type ContextForecast, countContextRuns } from "./use-context-worth.ts"

/** "35 to 424". */
export function describeLosses({ alike, differ }: ContextForecast): string {
  const [low, high] = [alike.share, differ.share].sort((one, other) => one - other) as [number, number]
  return `${formatRounded(low)} to ${formatRounded(high)}`
}

interface Props {
  readonly attributes: ContextAttributes
  readonly forecast: ContextForecast | null
  readonly isImpossible: boolean
}

export function ContextPlan({ attributes, forecast, isImpossible }: Props) {
  const { releases, groups } = planContext(attributes)
  return (
    <>
      {isImpossible || forecast === null ? (
        <Fact name={lostName} figure={isImpossible ? "not simulated" : "Simulating …"} />
      ) : (
        <Fact
          name={lostName}
          figure={`${describeLosses(forecast)} in ${formatNumber(forecast.settings.people)}`}
          data-lost={forecast.differ.share}
          data-runs={forecast.runs}
        >
          From the same best option for all to groups that differ, if everyone answers at once.
        </Fact>
      )}
      {releases === "cells" ? (
        <Fact name="What you will be told" figure="whether personalising helps">
          With its interval, and which option is ahead in each of the {formatNumber(groups?.length ?? 0)} groups.
        </Fact>
      ) : (
        <Fact name="What you will be told" figure="nothing for sure about groups">
          Everyone is given what seems best for their attributes. Fewer levels would give each group a verdict.
        </Fact>
      )}
    </>
  )
}

/** The commands, and the files with the people of both guesses. */
export function ContextCommand({
  settings,
  attributes,
}: {
  readonly settings: FormSettings
  readonly attributes: ContextAttributes
}) {
  const save = (guess: Guess) =>
    saveFile(
      `${guess}.json`,
      new Blob([JSON.stringify(guessPeople(settings, attributes, guess), null, 2)], { type: "application/json" }),
    )
  const command = (guess: Guess) =>
    `npx armistice plan --context ${guess}.json --horizon ${formatArgument(settings.people)} --eta ${splitLimit(settings).answer} --runs ${countContextRuns(settings)} --seed ${seed}`
  return (
    <>
      <pre>{`${command("alike")}\n${command("differ")}`}</pre>
      <div class="export-buttons">
        <Button class="small" onClick={() => save("alike")}>
          alike.json
        </Button>
        <Button class="small" onClick={() => save("differ")}>
          differ.json
        </Button>
      </div>
      {settings.evenShare > 0 && (
        <p>{`Of the figures above, ${100 * settings.evenShare} % is an even split's, since so many are given an option at random.`}</p>
      )}
    </>
  )
}
