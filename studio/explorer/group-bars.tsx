// The regret of ignoring, splitting and pooling groups, as bars on a common log axis.

import { summaryCsv } from "@armistice/lab"
import { useRef } from "preact/hooks"
import { type Axis, percentAt } from "../charts/axis.ts"
import { ExportBar } from "../charts/export-bar.tsx"
import { AxisLabels, GridLines } from "../charts/interval-mark.tsx"
import type { SimulatedComparison } from "../simulation/comparison.ts"
import { formatCount } from "../text/numbers.ts"
import { abbreviate, formatWhole } from "../text/price.ts"
import { uses } from "./groups.ts"
import { describeRuns } from "./runs-choice.tsx"

interface Props {
  readonly id: string
  readonly title: string
  readonly words: string
  readonly comparison: SimulatedComparison
  readonly axis: Axis
  readonly command: string
}

export function GroupBars({ id, title, words, comparison, axis, command }: Props) {
  const { results, stale, tooLong, isDone } = comparison
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <section class="card" aria-labelledby={id} data-done={isDone}>
      <div class="between">
        <h2 id={id}>{title}</h2>
        <span class="chip" role="status">
          {isDone ? describeRuns(results) : "simulating …"}
        </span>
      </div>
      <p class="sub">{words}</p>
      <div ref={drawn}>
        <div class="group-bars text-sm">
          <div class="head-cell use-cell">Experiment</div>
          <div class="head-cell bar-cell">
            <svg aria-hidden="true" height="24">
              <AxisLabels axis={axis} label={(tick) => abbreviate(formatCount(tick))} y="16" />
            </svg>
          </div>
          <div class="head-cell lost-cell align-right">Lost</div>
          {uses.map(({ algorithm, name, about, short }) => {
            const result = results.find((one) => one.algorithm === algorithm)
            const old = stale.includes(algorithm) ? " stale" : ""
            return (
              <>
                <div class="use-cell">
                  <b>{name}</b>
                  <small>{about}</small>
                </div>
                <div class={`bar-cell${old}`}>
                  <svg aria-hidden="true" height="40">
                    <GridLines axis={axis} />
                    {result !== undefined && (
                      <rect
                        class={short === "pool" ? "fill-accent" : "fill-mark"}
                        x="0"
                        y="14"
                        height="12"
                        rx="3"
                        width={percentAt(Math.max(1, Math.min(100, axis.at(Math.max(result.regret.mean, 1e-9)))))}
                      />
                    )}
                  </svg>
                </div>
                <div class={`lost-cell align-right numeric${old}`} data-use={short} data-lost={result?.regret.mean}>
                  {result === undefined ? (
                    <span class="muted">{tooLong.includes(algorithm) ? "too long" : "…"}</span>
                  ) : (
                    <>
                      <b>{formatWhole(result.regret.mean)}</b>
                      {result.regret.interval !== null && (
                        <small>
                          {formatWhole(result.regret.interval.low)} to {formatWhole(result.regret.interval.high)}
                        </small>
                      )}
                    </>
                  )}
                </div>
              </>
            )
          })}
        </div>
      </div>
      <ExportBar
        name={id}
        drawn={{ place: drawn, title, note: "Answers lost, with 95 % intervals." }}
        csv={() => summaryCsv(results)}
        command={command}
      />
    </section>
  )
}
