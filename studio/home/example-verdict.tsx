// An example of a verdict, with the figures of a simulated experiment that a test repeats.

import { type Axis, percentAt } from "../charts/axis.ts"
import { AxisLabels, AxisLine, GridLines, Interval } from "../charts/interval-mark.tsx"
import { formatNumber } from "../text/numbers.ts"

/** Percentages and points. The test has the experiment behind them. */
export const example = {
  leader: "Friendly reminder",
  best: 54.2,
  next: 45.8,
  lead: 8.4,
  low: 2.5,
  high: 14.3,
  worthwhile: 1,
  people: 20_000,
} as const

const [from, to] = [-4, 16]
const axis: Axis = { ticks: [-4, 0, 4, 8, 12, 16], at: (points) => (100 * (points - from)) / (to - from) }
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace("-", "−"))

export function ExampleVerdict() {
  const { leader, best, next, lead, low, high, worthwhile, people } = example
  const band = axis.at(worthwhile) - axis.at(-worthwhile)
  return (
    <aside class="example-verdict" aria-label="What you get">
      <span class="chip good">Clear</span>
      <h2>{leader} is ahead.</h2>
      <p class="text-sm">
        {best}&nbsp;% against {next}&nbsp;% for the next. Certainty that it is better: more than 99.9&nbsp;%.{" "}
        <b>Enough to stop.</b>
      </p>
      <svg width="100%" height="92" aria-hidden="true">
        <rect class="tint-band" x={percentAt(axis.at(-worthwhile))} width={percentAt(band)} y="6" height="56" />
        <GridLines axis={axis} y1="6" y2="62" />
        <AxisLabels axis={axis} label={signed} y="78" isWithin />
        <AxisLine class="zero-line" axis={axis} at={0} y2="66" />
        <Interval {...{ axis, low, high }} value={lead} tone=" lead" y="34" radius={7} />
      </svg>
      <p class="text-xs muted">
        What you get: a sentence. Here, a lead of {lead} points, {low} to {high}, in a simulated experiment with{" "}
        {formatNumber(people)} people.
      </p>
    </aside>
  )
}
