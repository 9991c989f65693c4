// The leader against the next: their difference, against what does not matter.

import { fitAxis } from "../charts/axis.ts"
import { DifferenceStrip } from "./difference-strip.tsx"
import { shortenNames, startWithName } from "./option-names.ts"
import { compareBest } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits } from "./units.ts"

interface Props {
  readonly group: Group
  readonly detail: Pick<Detail, "reward" | "arms">
}

export function LeadStrip({ group, detail }: Props) {
  const { leader, next = null, lead = null } = compareBest(group) ?? {}
  if (leader === undefined || next === null || lead?.low == null || lead.high === null) return null
  const { low, high, difference } = lead
  const units = createUnits(detail.reward)
  const short = shortenNames(detail.arms)
  const { worthwhile, state } = group
  const axis = fitAxis(Math.min(low, -worthwhile), Math.max(high, worthwhile))
  // While either may be better, the range is the message, and a single figure would mislead.
  const isOpen = state === "too_early"
  return (
    <DifferenceStrip
      title={`${startWithName(short(leader.arm))} against ${short(next.arm)}, the next`}
      {...{ difference, low, high, axis, units }}
      {...(isOpen
        ? {
            figure: (
              <p class="large-value muted">
                {units.formatDifferenceInterval(low, high, true)}{" "}
                <small>{units.unit === "" ? "either may be better" : `${units.unit}: either may be better`}</small>
              </p>
            ),
          }
        : {})}
      band={[axis.at(-worthwhile), axis.at(worthwhile)]}
      bandText={`less than ${units.formatAmount(worthwhile)}, which you said does not matter.`}
      tone={isOpen || state === "no_difference" ? "" : " lead"}
    />
  )
}
