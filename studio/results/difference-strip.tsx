// The leader against the next: their difference with its interval, against zero and what does not matter.

import { fittedAxis, percentAt } from "./fitted-axis.ts"
import { shortenNames, startWithName } from "./option-names.ts"
import { compareBest } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits, formatAmount } from "./units.ts"

interface Props {
  readonly group: Group
  readonly detail: Pick<Detail, "reward" | "arms">
}

export function DifferenceStrip({ group, detail }: Props) {
  const comparison = compareBest(group)
  const { next = null, lead = null } = comparison ?? {}
  if (comparison === null || next === null || lead === null || lead.low === null || lead.high === null) return null
  const { low, high } = lead
  const units = createUnits(detail.reward)
  const short = shortenNames(detail.arms)
  const { worthwhile, state } = group
  const axis = fittedAxis(Math.min(low, -worthwhile), Math.max(high, worthwhile))
  const interval = units.differenceInterval(low, high)
  // While either may be better, the range is the message and a single figure is none.
  const isOpen = state === "too_early"
  const difference = units.difference(lead.difference ?? 0, high - low, true)
  const isLed = !isOpen && state !== "no_difference"
  const [from, to] = [axis.at(-worthwhile), axis.at(worthwhile)]
  return (
    <div class="difference">
      <h3>
        {startWithName(short(comparison.leader.arm))} against {short(next.arm)}, the next
      </h3>
      {isOpen ? (
        <p class="large-value muted">
          {units.differenceInterval(low, high, true)}{" "}
          <small>{units.unit === "" ? "either may be better" : `${units.unit}: either may be better`}</small>
        </p>
      ) : (
        <p class="large-value">
          {difference} <small>{units.unit === "" ? interval : `${units.unit}, ${interval}`}</small>
        </p>
      )}
      <svg class="strip" width="100%" height="92" aria-hidden="true">
        <rect class="tint-band" x={percentAt(from)} width={percentAt(to - from)} y="6" height="56" />
        {axis.ticks.map((tick) => (
          <line
            key={tick}
            class="grid-line"
            x1={percentAt(axis.at(tick))}
            x2={percentAt(axis.at(tick))}
            y1="6"
            y2="62"
          />
        ))}
        {axis.ticks.map((tick) => (
          <text key={tick} class="axis-label" x={percentAt(axis.at(tick))} y="78" text-anchor="middle">
            {units.differenceTick(tick)}
          </text>
        ))}
        <line class="zero-line" x1={percentAt(axis.at(0))} x2={percentAt(axis.at(0))} y1="0" y2="66" />
        <line
          class={isLed ? "interval-line lead" : "interval-line"}
          x1={percentAt(axis.at(low))}
          x2={percentAt(axis.at(high))}
          y1="34"
          y2="34"
        />
        {lead.difference !== null && (
          <circle
            class={isLed ? "interval-dot lead" : "interval-dot"}
            cx={percentAt(axis.at(lead.difference))}
            cy="34"
            r="7"
          />
        )}
      </svg>
      <p class="text-xs muted">
        {units.unit === "" ? "" : "Points. "}Shaded: less than {formatAmount(units, worthwhile)}, which you said does
        not matter.
      </p>
    </div>
  )
}
