// An option that harms against the control: how much worse the measure is, with its interval, against what is allowed.

import { fittedAxis, percentAt } from "./fitted-axis.ts"
import { allowedText } from "./harm-text.ts"
import { findBounds, findMargin, isLowerWorse } from "./measures.ts"
import { shortenNames, startWithName } from "./option-names.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits } from "./units.ts"

interface Props {
  readonly harm: Group["harm"][number]
  readonly group: Group
  readonly detail: Pick<Detail, "metrics" | "arms" | "control">
}

export function HarmStrip({ harm: { arm, metric }, group, detail }: Props) {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  if (found === undefined || found.difference === null || found.low === null || found.high === null) return null
  const { difference, low, high } = found
  const units = createUnits(findBounds(detail, { name: metric }))
  const short = shortenNames(detail.arms)
  const isDown = isLowerWorse(detail, metric)
  const margin = findMargin(detail, metric)
  const signedMargin = isDown ? -margin : margin
  const axis = fittedAxis(Math.min(0, low, signedMargin), Math.max(0, high, signedMargin))
  const edge = axis.at(signedMargin)
  const [from, to] = isDown ? [edge, 100] : [0, edge]
  const interval = units.differenceInterval(low, high)
  return (
    <div class="difference">
      <h3>
        {startWithName(metric)}: {short(arm)} against {short(detail.control)}
      </h3>
      <p class="large-value">
        {units.difference(difference, high - low, true)}{" "}
        <small>{units.unit === "" ? interval : `${units.unit}, ${interval}`}</small>
      </p>
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
        <line class="interval-line bad" x1={percentAt(axis.at(low))} x2={percentAt(axis.at(high))} y1="34" y2="34" />
        <circle class="interval-dot bad" cx={percentAt(axis.at(difference))} cy="34" r="7" />
      </svg>
      <p class="text-xs muted">
        {units.unit === "" ? "" : "Points. "}Shaded: {allowedText(detail, metric)}, which you allow.
      </p>
    </div>
  )
}
