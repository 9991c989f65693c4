// Two bell curves: what can be observed if an answer was no, and if it was yes.

import { shortNumber } from "@armistice/lab"
import { createLinearAxis } from "../charts/axis.ts"
import { bandPath, linePath, Plot } from "../charts/plot.tsx"

interface Props {
  readonly title: string
  /** The observed value. */
  readonly axis: string
  /** The centres of the curves; `no` is below `yes`. */
  readonly no: number
  readonly yes: number
  readonly deviation: number
}

const points = 120
const room = 3.5

export function Bells({ title, axis, no, yes, deviation }: Props) {
  const [low, high] = [no - room * deviation, yes + room * deviation]
  const x = createLinearAxis(low, high)
  const curve = (centre: number) =>
    Array.from({ length: points + 1 }, (_, place) => {
      const value = low + ((high - low) * place) / points
      return [x.at(value), 90 * Math.exp(-(((value - centre) / deviation) ** 2) / 2)] as const
    })
  const ground = [
    [0, 0],
    [100, 0],
  ] as const
  const [one, other] = [curve(no), curve(yes)]
  return (
    <figure>
      <p class="chart-title">{title}</p>
      <Plot
        label={`Two bell curves over ${axis}: around ${shortNumber(no)} if the answer was no, around ${shortNumber(yes)} if it was yes, each ${shortNumber(deviation)} wide.`}
        size="square"
        y={[]}
        x={x.ticks.map((tick) => ({ at: x.at(tick), text: shortNumber(tick) }))}
        over={
          <>
            <text class="plot-label" x={`${x.at(no - 1.2 * deviation)}%`} y="45%" text-anchor="end">
              no
            </text>
            <text class="plot-label lead" x={`${x.at(yes + 1.2 * deviation)}%`} y="45%">
              yes
            </text>
          </>
        }
      >
        <path class="grid-line" d="M0 100H100" />
        <path class="band-next" d={bandPath(ground, one)} />
        <path class="band-lead" d={bandPath(ground, other)} />
        <path class="line-next" d={linePath(one)} />
        <path class="line-lead" d={linePath(other)} />
      </Plot>
      <p class="caption">
        Across: {axis}. Up: how likely. Where the curves overlap, nobody can tell which of the two it was.
      </p>
    </figure>
  )
}
