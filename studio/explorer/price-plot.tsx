// The plot of the price card: curves of loss against η on log scales, the chosen level, an even
// split, and the region below the proved bound.

import { findAlgorithm } from "@armistice/core"
import type { SimulationResult } from "@armistice/lab"
import { logAxis } from "../charts/axis.ts"
import { bandPath, type EndLabel, linePath, Plot } from "../charts/plot.tsx"
import { formatCount } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { computeRightGuesses, formatGuesses, privacyLevels } from "../text/privacy-levels.ts"
import type { PriceCurve } from "./price-curves.ts"
import type { Step } from "./proved-steps.ts"
import type { OrderLine } from "./published-orders.tsx"

interface Props {
  readonly eta: number
  /** The ends of the axis of η. */
  readonly range: readonly [smallest: number, largest: number]
  readonly curves: readonly PriceCurve[]
  /** Whether the curves are those of the present settings. */
  readonly isCurrent: boolean
  readonly leader: SimulationResult | null
  readonly baseline: SimulationResult | null
  /** The loss of an even split. */
  readonly even: number
  readonly orders: readonly OrderLine[]
  /** The proved bound; empty where it is not shown. */
  readonly steps: readonly Step[]
}

/** The least loss that a log scale shows. */
const least = 0.5

const lineClass = { lead: "line-lead", next: "line-next", other: "line-other faded" } as const
const labelClass = { lead: "lead", next: "", other: "quiet" } as const

export function PricePlot(props: Props) {
  const { eta, range, curves, isCurrent, leader, baseline, even, orders, steps } = props
  const [smallest, largest] = range
  const lowest = steps.at(-1)
  const floor = lowest === undefined ? baseline?.regret.mean : undefined
  const heights = [
    even,
    ...orders.flatMap(({ points }) => points.map(({ value }) => value)),
    ...curves.flatMap(({ points }) => points.map(({ mean }) => mean)),
    ...steps.map(({ value }) => value),
    ...(baseline === null ? [] : [baseline.regret.mean]),
  ].filter((value) => value > 0)
  const x = logAxis(smallest, largest)
  const y = logAxis(Math.max(least, Math.min(...heights, 10) / 2), Math.max(...heights, 20) * 2)
  const place = (at: number, value: number) => [x.at(at), y.at(Math.max(value, least))] as const
  const level = (value: number) => linePath([place(smallest, value), place(largest, value)])
  const ends: EndLabel[] = [
    { at: y.at(even), text: `even split ${formatWhole(even)}`, class: "quiet" },
    ...curves.map(({ algorithm, rank, points }) => {
      const { mean } = points.at(-1) as (typeof points)[number]
      return { at: y.at(mean), text: `${findAlgorithm(algorithm).label} ${formatWhole(mean)}`, class: labelClass[rank] }
    }),
    ...orders.map(({ name, points }) => ({ at: y.at(points.at(-1)?.value ?? least), text: name, class: "quiet" })),
    ...(lowest === undefined
      ? []
      : [{ at: y.at(lowest.value), text: "no method that must", second: "find out is below this" }]),
    ...(floor === undefined ? [] : [{ at: y.at(floor), text: `no privacy ${formatWhole(floor)}` }]),
  ]
  const bound = steps.flatMap(({ from, to, value }) => [place(from, value), place(to, value)])
  return (
    <Plot
      label={describePlot(props)}
      size="tall"
      y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatCount(tick) }))}
      x={[0.1, ...privacyLevels.map((named) => named.eta), 8].map((tick) => ({
        at: x.at(tick),
        text: String(computeRightGuesses(tick)),
      }))}
      ends={ends}
      over={leader !== null && <Here at={place(eta, leader.regret.mean)} eta={eta} lost={leader.regret.mean} />}
    >
      {bound.length > 0 && (
        <>
          <path class="bound-area" d={`${linePath(bound)}V100H${bound[0]?.[0]}Z`} />
          <path class="bound-line" d={linePath(bound)} />
        </>
      )}
      {floor !== undefined && <path class="bound-line" d={level(floor)} />}
      <path class="line-other" d={level(even)} />
      {orders.map(({ name, points }) => (
        <path key={name} class="order-line" d={linePath(points.map((point) => place(point.eta, point.value)))} />
      ))}
      <g class={isCurrent ? "" : "stale"}>
        {[...curves].reverse().map(({ algorithm, rank, points }) => {
          const line = (read: "low" | "mean" | "high") => points.map((point) => place(point.eta, point[read]))
          return (
            <g key={algorithm}>
              {rank === "lead" && <path class="band-lead" d={bandPath(line("low"), line("high"))} />}
              <path class={lineClass[rank]} d={linePath(line("mean"))} />
            </g>
          )
        })}
      </g>
      <path class="chosen-line" d={`M${x.at(eta)} 0V100`} />
    </Plot>
  )
}

interface HereProps {
  readonly at: readonly [left: number, up: number]
  readonly eta: number
  readonly lost: number
}

/** The chosen level; its label is at the top of its line, above curves and names. */
const Here = ({ at: [left, up], eta, lost }: HereProps) => (
  <>
    <circle class="interval-dot lead" cx={`${left}%`} cy={`${100 - up}%`} r="6" />
    <text
      class="plot-label lead"
      x={`${left}%`}
      y="12"
      dx={left > 60 ? -8 : 8}
      text-anchor={left > 60 ? "end" : "start"}
    >
      {formatWhole(lost)} lost at {formatGuesses(eta)}
    </text>
  </>
)

function describePlot({ curves, even, steps }: Props): string {
  const leading = curves.find(({ rank }) => rank === "lead")?.points
  const [first, last] = [leading?.[0], leading?.at(-1)]
  const along =
    first === undefined || last === undefined
      ? "being simulated"
      : `${formatWhole(first.mean)} at ${formatGuesses(first.eta)}, ${formatWhole(last.mean)} at ${formatGuesses(last.eta)}`
  return `Answers lost against privacy, on log scales. The method in front: ${along}. Even split: ${formatWhole(even)}.${steps.length > 0 ? " Below, a shaded part in which nothing is possible." : ""}`
}
