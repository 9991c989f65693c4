// The picture of one run: a lane for each arm with its pulls and epochs, and a strip that shows the
// draws left and is hatched while MAX is reused.

import { formatNumber } from "../text/numbers.ts"
import type { TracedRun } from "./trace-run.ts"

interface Props {
  readonly run: TracedRun
  readonly means: readonly number[]
  readonly width: number
  readonly round: number
}

interface Sizes {
  readonly lane: number
  readonly strip: number
  /** From one lane to the next. */
  readonly pitch: number
}

/** Many arms get low lanes, so that all fit on a screen. */
const sizesFor = (armCount: number): Sizes =>
  armCount > 12 ? { lane: 10, strip: 4, pitch: 17 } : { lane: 34, strip: 8, pitch: 54 }

const left = 46

export function RunLanes({ run, means, width, round }: Props) {
  const rounds = run.arms.length
  const inner = Math.max(width - left - 4, 50)
  const sizes = sizesFor(means.length)
  const height = means.length * sizes.pitch + 24
  const x = (at: number) => left + (at / rounds) * inner
  return (
    <figure>
      <svg
        class="lanes"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Which arm was chosen in each of ${rounds} rounds. The table below says the same for one round.`}
      >
        <defs>
          <pattern id="reused" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" class="lane-max-ground" />
            <rect width="2.5" height="6" class="lane-max" />
          </pattern>
        </defs>
        {means.map((_, arm) => (
          <Lane key={arm} run={run} arm={arm} top={arm * sizes.pitch} x={x} inner={inner} sizes={sizes} />
        ))}
        <line class="lane-cursor" x1={x(round)} x2={x(round)} y1="0" y2={height - 20} />
        {[0, 0.5, 1].map((share) => (
          <text
            key={share}
            class="lane-text"
            x={x(share * rounds)}
            y={height - 4}
            text-anchor={share === 0 ? "start" : share === 1 ? "end" : "middle"}
          >
            {share === 0 ? "round 1" : formatNumber(Math.round(share * rounds))}
          </text>
        ))}
      </svg>
      <figcaption class="hint">
        Bars: how often the arm was chosen. The ground changes with each epoch. The strip below is the draws left,
        hatched while MAX is reused; the line is the round looked at.
      </figcaption>
    </figure>
  )
}

interface LaneProps {
  readonly run: TracedRun
  readonly arm: number
  readonly top: number
  readonly x: (round: number) => number
  readonly inner: number
  readonly sizes: Sizes
}

function Lane({ run, arm, top, x, inner, sizes }: LaneProps) {
  const bottom = top + sizes.lane
  return (
    <g>
      <text class="lane-text" x="0" y={top + sizes.lane / 2 + 4}>
        arm {arm + 1}
      </text>
      {stretches(run, arm, ({ epoch }) => epoch).map(({ from, to, value }) => (
        <rect
          key={from}
          class={value % 2 === 0 ? "lane-even" : "lane-odd"}
          x={x(from)}
          width={Math.max(x(to) - x(from), 0.5)}
          y={top}
          height={sizes.lane}
        />
      ))}
      <path class="fill-accent" d={bars(run, arm, bottom, sizes.lane, x, inner)} />
      {stretches(run, arm, ({ epoch, drawsLeft }) => (epoch > 0 && drawsLeft < 1 ? 1 : 0))
        .filter(({ value }) => value === 1)
        .map(({ from, to }) => (
          <rect
            key={from}
            fill="url(#reused)"
            x={x(from)}
            width={x(to) - x(from)}
            y={bottom + 1}
            height={sizes.strip}
          />
        ))}
      <path class="fill-good" d={drawsLeftPath(run, arm, bottom + 1 + sizes.strip, sizes.strip, x, inner)} />
    </g>
  )
}

/** Ranges of rounds over which a value of the arm's memory stays the same. */
function stretches(run: TracedRun, arm: number, read: (at: TracedRun["memory"][number][number]) => number) {
  const found: { from: number; to: number; value: number }[] = []
  for (let round = 0; round < run.arms.length; round++) {
    const value = read(run.memory[round]?.[arm] as TracedRun["memory"][number][number])
    const last = found.at(-1)
    if (last !== undefined && last.value === value) last.to = round + 1
    else found.push({ from: round, to: round + 1, value })
  }
  return found
}

/** One bar for every two pixels: the share of its rounds in which the arm was chosen. */
function bars(
  { arms }: TracedRun,
  arm: number,
  bottom: number,
  height: number,
  x: (round: number) => number,
  inner: number,
): string {
  const count = Math.min(arms.length, Math.floor(inner / 2))
  let path = ""
  for (let bar = 0; bar < count; bar++) {
    const from = Math.floor((bar * arms.length) / count)
    const to = Math.floor(((bar + 1) * arms.length) / count)
    const share = arms.slice(from, to).filter((one) => one === arm).length / (to - from)
    if (share === 0) continue
    const [begin, end] = [x(from), x(to)]
    path += `M${begin.toFixed(1)},${bottom}v${(-share * (height - 2)).toFixed(1)}h${(end - begin).toFixed(1)}V${bottom}z`
  }
  return path
}

function drawsLeftPath(
  { memory, budget, arms }: TracedRun,
  arm: number,
  bottom: number,
  height: number,
  x: (round: number) => number,
  inner: number,
): string {
  const step = Math.max(1, Math.floor(arms.length / inner))
  let path = `M${x(0).toFixed(1)},${bottom}`
  for (let round = 0; round < arms.length; round += step) {
    const left = memory[round]?.[arm]?.drawsLeft ?? 0
    path += `L${x(round).toFixed(1)},${(bottom - (height * left) / Math.max(budget, 1)).toFixed(1)}`
  }
  return `${path}L${x(arms.length).toFixed(1)},${bottom}z`
}
