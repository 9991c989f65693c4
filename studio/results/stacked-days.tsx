// People per day by the option they were given, stacked with the leader at the bottom.

import { fitAxis } from "../charts/axis.ts"
import { PlotFrame, spreadLabels } from "../charts/plot.tsx"
import { countingUnit } from "../experiment/people.ts"
import { capitalize, formatNumber } from "../text/numbers.ts"
import { formatDay } from "../text/times.ts"
import { labelLetters, roomFor, shortenNames } from "./option-names.ts"
import type { PeopleByTime, PeoplePart } from "./people-by-time.ts"
import type { Detail } from "./results-types.ts"

interface Props {
  readonly stretch: PeopleByTime
  readonly detail: Pick<Detail, "arms" | "subject">
}

const areaClass = { lead: "area-lead", next: "area-next", other: "area-other" } as const
const labelClass = { lead: "lead", next: "", other: "quiet" } as const

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })

const formatTime = (unit: string, at: number): string => (unit === "day" ? formatDay(at) : hour.format(new Date(at)))

export function StackedDays({ stretch, detail }: Props) {
  const { unit, starts, parts } = stretch
  const short = shortenNames(detail.arms, labelLetters)
  const sums = starts.map((_, index) => parts.reduce((sum, { people }) => sum + (people[index] ?? 0), 0))
  const axis = fitAxis(0, Math.max(...sums, 1), { margin: 0, count: 3 })
  const top = axis.ticks.at(-1) === undefined ? axis.to : Math.max(axis.to, axis.ticks.at(-1) as number)
  const down = (count: number): number => 100 - (100 * count) / top
  const layers = stackLayers(parts, starts.length)
  const last = starts.length - 1
  const across = (index: number): number => (last === 0 ? 0 : (100 * index) / last)
  const points = (line: readonly number[]) =>
    (line.length === 1 ? [line[0] as number, line[0] as number] : line).map(
      (count, index, all) =>
        `${(all.length === 2 && last === 0 ? 100 * index : across(index)).toFixed(2)} ${down(count).toFixed(2)}`,
    )
  const labels = parts.map(
    ({ options: count, name, total }) => `${count > 1 ? name : short(name)} ${formatNumber(total)}`,
  )
  const shown = [0, ...(last > 3 ? [Math.floor(last / 2)] : []), ...(last > 0 ? [last] : [])]
  const places = spreadLabels(
    layers.map(({ below, above }) => down(((below.at(-1) ?? 0) + (above.at(-1) ?? 0)) / 2)),
    7.4,
  )
  return (
    <PlotFrame
      class={roomFor(labels)}
      label={`${capitalize(countingUnit(detail))} by ${unit} and option given: ${parts.map(({ name, total }) => `${name} ${formatNumber(total)}`).join(", ")}`}
      y={axis.ticks.map((tick) => ({ at: 100 - down(tick), text: formatNumber(tick) }))}
      x={shown.map((index) => ({ at: across(index), text: formatTime(unit, starts[index] as number) }))}
      ends={layers.map(({ part }, index) => ({
        at: 100 - (places[index] as number),
        text: labels[index] as string,
        class: labelClass[part.look],
      }))}
    >
      {layers.map(({ part, below, above }) => (
        <path
          key={part.name}
          class={areaClass[part.look]}
          d={`M${points(above).join("L")}L${points(below).reverse().join("L")}Z`}
        />
      ))}
    </PlotFrame>
  )
}

interface Layer {
  readonly part: PeoplePart
  readonly below: readonly number[]
  readonly above: readonly number[]
}

function stackLayers(parts: readonly PeoplePart[], length: number): Layer[] {
  let below: readonly number[] = new Array<number>(length).fill(0)
  return parts.map((part) => {
    const layer = { part, below, above: below.map((count, index) => count + (part.people[index] ?? 0)) }
    below = layer.above
    return layer
  })
}
