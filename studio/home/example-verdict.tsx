// An example of a verdict, with the figures of a simulated experiment that a test repeats.

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
const ticks = [-4, 0, 4, 8, 12, 16]
const at = (points: number): string => `${((100 * (points - from)) / (to - from)).toFixed(1)}%`
const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace("-", "−"))

export function ExampleVerdict() {
  const { leader, best, next, lead, low, high, worthwhile, people } = example
  return (
    <aside class="example-verdict" aria-label="What you get">
      <span class="chip good">Clear</span>
      <h2>{leader} is ahead.</h2>
      <p class="text-sm">
        {best}&nbsp;% against {next}&nbsp;% for the next. Certainty that it is better: more than 99.9&nbsp;%.{" "}
        <b>Enough to stop.</b>
      </p>
      <svg width="100%" height="92" aria-hidden="true">
        <rect
          class="tint-band"
          x={at(-worthwhile)}
          width={`${((200 * worthwhile) / (to - from)).toFixed(1)}%`}
          y="6"
          height="56"
        />
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={at(tick)} x2={at(tick)} y1="6" y2="62" />
            <text
              class="axis-label"
              x={at(tick)}
              y="78"
              text-anchor={tick === from ? "start" : tick === to ? "end" : "middle"}
            >
              {signed(tick)}
            </text>
          </g>
        ))}
        <line class="zero-line" x1={at(0)} x2={at(0)} y1="0" y2="66" />
        <line class="interval-line lead" x1={at(low)} x2={at(high)} y1="34" y2="34" />
        <circle class="interval-dot lead" cx={at(lead)} cy="34" r="7" />
      </svg>
      <p class="text-xs muted">
        What you get: a sentence. Here, a lead of {lead} points, {low} to {high}, in a simulated experiment with{" "}
        {formatNumber(people)} people.
      </p>
    </aside>
  )
}
