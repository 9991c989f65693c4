// How soon a lead becomes clear, and how precisely the difference will be known in the end.

import { countingUnitFor } from "../experiment/people.ts"
import { formatNumber, formatPoints, formatRounded } from "../text/numbers.ts"
import type { FormSettings } from "./settings.ts"
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
  return (
    <div>
      <dt>A lead of {formatLead(lead, range)} becomes clear</dt>
      <dd>
        {first === undefined ? (
          <b>Simulating …</b>
        ) : (
          <b data-clear={first.people ?? "never"}>
            {first.people === null
              ? `not within ${formatNumber(first.within)} ${countingUnitFor(cap)}`
              : `after about ${formatRounded(first.people, 2)} ${countingUnitFor(cap)}`}
          </b>
        )}
        {smaller
          .map(
            (one) =>
              `${formatLead(one.lead, range)}: ${one.people === null ? `not within ${formatNumber(one.within)}` : `about ${formatRounded(one.people, 2)}`}.`,
          )
          .join(" ")}
      </dd>
    </div>
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
    <div>
      <dt>The difference is known in the end</dt>
      <dd>
        <b data-within={within}>to within {formatLead(Number(within.toPrecision(2)), range)}</b>
        {worthwhile > 0 &&
          within > worthwhile &&
          `${formatLead(worthwhile, range)} would matter to you. What would help: ${helps.join(", ")}.`}
      </dd>
    </div>
  )
}
