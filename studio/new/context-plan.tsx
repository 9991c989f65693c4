// The facts of the plan for an experiment with attributes: what is lost, and what will be known.

import type { ContextAttributes } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { formatNumber, formatRounded } from "../text/numbers.ts"
import { Fact, lostName } from "./fact.tsx"
import type { ContextForecast } from "./use-context-worth.ts"

/** "35 to 424". */
export function describeLosses({ alike, differ }: ContextForecast): string {
  const low = Math.min(alike.share, differ.share)
  const high = Math.max(alike.share, differ.share)
  return `${formatRounded(low)} to ${formatRounded(high)}`
}

interface Props {
  readonly attributes: ContextAttributes
  readonly forecast: ContextForecast | null
  /** It could not be simulated. */
  readonly hasProblem: boolean
}

export function ContextPlan({ attributes, forecast, hasProblem }: Props) {
  const { groups } = planContext(attributes)
  return (
    <>
      {hasProblem || forecast === null ? (
        <Fact name={lostName} figure={hasProblem ? "not simulated" : "Simulating …"} />
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
      {groups !== null ? (
        <Fact name="What you will know" figure="whether personalising helps">
          With its interval, and which option is ahead in each of the {formatNumber(groups.length)} groups.
        </Fact>
      ) : (
        <Fact name="What you will know" figure="nothing for sure about groups">
          Everyone is given what seems best for their attributes. Fewer levels would give each group a verdict.
        </Fact>
      )}
    </>
  )
}
