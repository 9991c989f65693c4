// How soon a lead becomes clear, and how precisely the difference will be known in the end.

import { countingUnitFor } from "../experiment/people.ts"
import { formatNumber, formatPoints, formatRounded } from "../text/numbers.ts"
import { Fact } from "./fact.tsx"
import type { FormSettings } from "./form-settings.ts"
import type { Forecast } from "./use-forecast.ts"

interface ClearProps {
  readonly settings: FormSettings
  readonly forecast: Forecast | null
}

/** A share of the range in points, or in the answers' own units. */
const formatLead = (share: number, range: number | null): string =>
  range === null ? formatPoints(share) : String(Number((share * range).toPrecision(3)))

export function ClearLead({ settings, forecast }: ClearProps) {
  const { lead, range, cap } = forecast?.settings ?? settings
  if (forecast?.clear?.length === 0 && forecast.settings.optionCount > 2) return null
  const [first, ...smaller] = forecast?.clear ?? []
  const name = `A lead of ${formatLead(lead, range)} becomes clear`
  if (first === undefined) return <Fact name={name} figure="Simulating …" />
  return (
    <Fact
      name={name}
      figure={
        first.people === null
          ? `not within ${formatNumber(first.within)} ${countingUnitFor(cap)}`
          : `after about ${formatRounded(first.people, 2)} ${countingUnitFor(cap)}`
      }
      data-clear={first.people ?? "never"}
    >
      {smaller
        .map(
          (one) =>
            `${formatLead(one.lead, range)}: ${one.people === null ? `not within ${formatNumber(one.within)}` : `about ${formatRounded(one.people, 2)}`}.`,
        )
        .join(" ")}
    </Fact>
  )
}

/** How precisely the difference of the two best will be known, and whether that suffices. */
export function Precision({ forecast }: { readonly forecast: Forecast | null }) {
  const within = forecast?.within ?? Number.NaN
  if (forecast === null || Number.isNaN(within)) return null
  const { worthwhile, range, evenShare } = forecast.settings
  const helps = [
    ...(range === null ? [] : ["closer bounds"]),
    ...(evenShare < 1 ? ["an even split"] : []),
    "more people",
  ]
  return (
    <Fact
      name="The difference is known in the end"
      figure={`to within ${formatLead(Number(within.toPrecision(2)), range)}`}
      data-within={within}
    >
      {worthwhile > 0 &&
        within > worthwhile &&
        `${formatLead(worthwhile, range)} would matter to you. What would help: ${helps.join(", ")}.`}
    </Fact>
  )
}
