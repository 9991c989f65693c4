// People a day by the option they were given, stacked: the leader at the bottom.

import { dayText } from "./deed-words.ts"
import { apart, fittedAxis, percentAt } from "./fitted-axis.ts"
import { labelLetters, roomFor, shortNames } from "./option-names.ts"
import type { Part, Stretch } from "./people-by-time.ts"
import { countText } from "./units.ts"

interface Props {
  readonly stretch: Stretch
  readonly options: readonly string[]
}

const areaClass = { lead: "f0", next: "f1", other: "f2" } as const
const labelClass = { lead: "lb lead", next: "lb", other: "lb q" } as const

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })

const timeWords = (unit: string, at: number): string => (unit === "day" ? dayText(at) : hour.format(new Date(at)))

export function StackedDays({ stretch, options }: Props) {
  const { unit, starts, parts } = stretch
  const short = shortNames(options, labelLetters)
  const sums = starts.map((_, index) => parts.reduce((sum, { people }) => sum + (people[index] ?? 0), 0))
  const axis = fittedAxis(0, Math.max(...sums, 1), { margin: 0, count: 3 })
  const top = axis.ticks.at(-1) === undefined ? axis.to : Math.max(axis.to, axis.ticks.at(-1) as number)
  const down = (count: number): number => 100 - (100 * count) / top
  const layers = layersOf(parts, starts.length)
  const last = starts.length - 1
  const across = (index: number): number => (last === 0 ? 0 : (100 * index) / last)
  const points = (line: readonly number[]) =>
    (line.length === 1 ? [line[0] as number, line[0] as number] : line).map(
      (count, index, all) =>
        `${(all.length === 2 && last === 0 ? 100 * index : across(index)).toFixed(2)} ${down(count).toFixed(2)}`,
    )
  const labels = parts.map(({ options: count, name, total }) => `${count > 1 ? name : short(name)} ${countText(total)}`)
  const places = apart(
    layers.map(({ below, above }) => down(((below.at(-1) ?? 0) + (above.at(-1) ?? 0)) / 2)),
    7.4,
  )
  return (
    <div
      class={`plot ${roomFor(labels)}`}
      role="img"
      aria-label={`People by ${unit} and option given: ${parts.map(({ name, total }) => `${name} ${countText(total)}`).join(", ")}`}
    >
      <svg class="yl" aria-hidden="true">
        {axis.ticks.map((tick) => (
          <text key={tick} class="ax" x="100%" dx="-8" y={percentAt(down(tick))} dy="4" text-anchor="end">
            {countText(tick)}
          </text>
        ))}
      </svg>
      <svg class="pl" aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
        {axis.ticks.map((tick) => (
          <path key={tick} class="gridl" d={`M0 ${down(tick).toFixed(2)}H100`} />
        ))}
        {layers.map(({ part, below, above }) => (
          <path
            key={part.name}
            class={areaClass[part.look]}
            d={`M${points(above).join("L")}L${points(below).reverse().join("L")}Z`}
          />
        ))}
      </svg>
      <svg class="rl" aria-hidden="true">
        {layers.map(({ part }, index) => (
          <text key={part.name} class={labelClass[part.look]} x="8" y={percentAt(places[index] as number)} dy="4">
            {labels[index]}
          </text>
        ))}
      </svg>
      <svg class="xl" aria-hidden="true">
        <text class="ax" x="0%" y="19" text-anchor="start">
          {timeWords(unit, starts[0] as number)}
        </text>
        {last > 3 && (
          <text class="ax" x={percentAt(across(Math.floor(last / 2)))} y="19" text-anchor="middle">
            {timeWords(unit, starts[Math.floor(last / 2)] as number)}
          </text>
        )}
        {last > 0 && (
          <text class="ax" x="100%" y="19" text-anchor="end">
            {timeWords(unit, starts[last] as number)}
          </text>
        )}
      </svg>
    </div>
  )
}

interface Layer {
  readonly part: Part
  readonly below: readonly number[]
  readonly above: readonly number[]
}

function layersOf(parts: readonly Part[], length: number): Layer[] {
  let below: readonly number[] = new Array<number>(length).fill(0)
  return parts.map((part) => {
    const layer = { part, below, above: below.map((count, index) => count + (part.people[index] ?? 0)) }
    below = layer.above
    return layer
  })
}
