// The estimates over the number of people: a stretched drawing with text of fixed size around it,
// so that nothing has to be measured.

import { fitAxis } from "../charts/axis.ts"
import { PlotFrame, spreadLabels } from "../charts/plot.tsx"
import { formatPeople } from "../experiment/people.ts"
import { formatNumber } from "../text/numbers.ts"
import { labelLetters, roomFor, shortenNames } from "./option-names.ts"
import { type Moment, manyOptions, type OptionLine } from "./over-people.ts"
import type { Detail } from "./results-types.ts"
import { createUnits } from "./units.ts"

interface Props {
  readonly lines: readonly OptionLine[]
  readonly detail: Pick<Detail, "reward" | "arms" | "subject">
  readonly isTall?: boolean
  /** Shown instead of an empty plot. */
  readonly empty: string
}

const lineClass = { lead: "line-lead", next: "line-next", other: "line-other", faint: "line-faint" } as const
const bandClass = { lead: "band-lead", next: "band-next", other: "band-other", faint: "" } as const
const labelClass = { lead: "lead", next: "", other: "quiet", faint: "quiet" } as const
/** Lines drawn later are on top. */
const depth = { faint: 0, other: 1, next: 2, lead: 3 } as const
/** The least distance between two labels, in percent of the height. */
const labelHeight = 7.4

function plotFrame(lines: readonly OptionLine[], { reward }: Pick<Detail, "reward">) {
  const people = lines.flatMap(({ moments }) => moments.map((moment) => moment.people))
  const [first, last] = [Math.min(...people), Math.max(...people)]
  // Early bands are as wide as the range. The plot fits the lines and the current intervals, and
  // cuts the early bands off.
  const values = lines.flatMap(({ moments, look }) => {
    const end = moments.at(-1) as Moment
    return [...moments.map(({ mean }) => mean), ...(look === "faint" ? [] : [end.low, end.high])]
  })
  const clip = (value: number) => Math.max(reward.min, Math.min(reward.max, value))
  const axis = fitAxis(clip(Math.min(...values)), clip(Math.max(...values)), { margin: 0.12, count: 4 })
  const across = (count: number): number =>
    last > first ? (100 * Math.log(count / first)) / Math.log(last / first) : 100
  return { first, last, axis, across }
}

export function LinePlot({ lines, detail, isTall = false, empty }: Props) {
  if (lines.length === 0) return <p class="caption">{empty}</p>
  const units = createUnits(detail.reward)
  const short = shortenNames(detail.arms, labelLetters)
  const { first, last, axis, across } = plotFrame(lines, detail)
  const down = (value: number): number => 100 - axis.at(value)
  const path = (moments: readonly Moment[]) =>
    `M${listPoints(moments, first < last, across, ({ mean }) => down(mean)).join("L")}`
  const band = (moments: readonly Moment[]) => {
    const [above, below] = [({ high }: Moment) => down(high), ({ low }: Moment) => down(low)]
    const back = listPoints(moments, first < last, across, below).reverse()
    return `M${[...listPoints(moments, first < last, across, above), ...back].join("L")}Z`
  }
  const backToFront = [...lines].sort((one, other) => depth[one.look] - depth[other.look])
  const labels = placeLabels(lines, detail.arms.length, (arm, mean) => `${short(arm)} ${units.formatValue(mean)}`, down)
  return (
    <PlotFrame
      class={`${isTall ? "medium" : ""} ${roomFor(labels.map(({ words }) => words))}`}
      label={`Estimates from ${formatNumber(first)} to ${formatPeople(last, detail)}: ${labels.map(({ words }) => words).join(", ")}`}
      y={axis.ticks.map((tick) => ({ at: axis.at(tick), text: units.formatTick(tick) }))}
      x={[
        { at: 0, text: formatPeople(first, detail) },
        ...(last > first ? [{ at: 100, text: formatNumber(last) }] : []),
      ]}
      ends={labels.map(({ words, look, place }) => ({ at: 100 - place, text: words, class: labelClass[look] }))}
    >
      {backToFront.map(({ arm, look, moments }) =>
        look === "faint" ? null : <path key={`band ${arm}`} class={bandClass[look]} d={band(moments)} />,
      )}
      {backToFront.map(({ arm, look, moments }) => (
        <path key={`line ${arm}`} class={lineClass[look]} d={path(moments)} />
      ))}
    </PlotFrame>
  )
}

/** The length of a line with a single point, in percent of the width. */
const stub = 4

function listPoints(
  moments: readonly Moment[],
  isLong: boolean,
  across: (people: number) => number,
  height: (moment: Moment) => number,
): string[] {
  const points = moments.map((moment) => [across(moment.people), height(moment)] as const)
  const [[x, y] = [0, 0]] = points
  return (points.length === 1 ? [[isLong ? x - stub : 0, y], ...points] : points).map(
    ([left = 0, top = 0]) => `${left.toFixed(2)} ${top.toFixed(2)}`,
  )
}

/** Labels at the ends of lines, moved apart. Hairlines share one label. */
function placeLabels(
  lines: readonly OptionLine[],
  options: number,
  labelFor: (arm: string, mean: number) => string,
  down: (value: number) => number,
): { readonly words: string; readonly look: OptionLine["look"]; readonly place: number }[] {
  const ends = lines.map(({ arm, look, moments }) => ({ arm, look, mean: (moments.at(-1) as Moment).mean }))
  const labels = ends
    .filter(({ look }) => look !== "faint")
    .map(({ arm, look, mean }) => ({ words: labelFor(arm, mean), look, place: down(mean) }))
  const faint = ends.filter(({ look }) => look === "faint")
  if (options > manyOptions && faint.length > 0) {
    const middle = faint[Math.floor(faint.length / 2)]?.mean ?? 0
    labels.push({
      words:
        labels.length === 0 ? `${formatNumber(options)} options` : `${formatNumber(options - labels.length)} others`,
      look: "faint",
      place: down(middle),
    })
  }
  const places = spreadLabels(
    labels.map(({ place }) => Math.max(0, Math.min(100, place))),
    labelHeight,
  )
  return labels.map((label, index) => ({ ...label, place: places[index] as number }))
}
