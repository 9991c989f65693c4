// The regret of the three ways to use groups at several levels of privacy.

import { resolveTargetEta, type SimulationResult, summaryCsv } from "@armistice/lab"
import { useRef } from "preact/hooks"
import { logAxis } from "../charts/axis.ts"
import { ExportBar } from "../charts/export-bar.tsx"
import { linePath, Plot } from "../charts/plot.tsx"
import { formatCount } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { computeRightGuesses, formatGuesses } from "../text/privacy-levels.ts"
import { findUse, type Use } from "./groups.ts"
import type { GroupSweep } from "./use-group-sweep.ts"

interface Props {
  readonly target: Parameters<typeof resolveTargetEta>[0]
  readonly horizon: number
  /** When each group differs, in words that continue a sentence. */
  readonly when: string
  /** Results at the chosen privacy. */
  readonly here: { readonly results: readonly SimulationResult[]; readonly stale: readonly string[] }
  readonly sweep: GroupSweep
  readonly command: string
}

const lines: readonly { readonly use: Use; readonly look: string; readonly label: string }[] = [
  { use: "ignore", look: "line-other", label: "quiet" },
  { use: "split", look: "line-next", label: "" },
  { use: "pool", look: "line-lead", label: "lead" },
]

export function GroupPriceCard({ target, horizon, when, here, sweep, command }: Props) {
  const drawn = useRef<HTMLDivElement>(null)
  const eta = resolveTargetEta(target)
  const curves = lines.map((line) => {
    const chosen = findUse(here, line.use)
    const along = sweep.byEta.flatMap(({ eta: at, results }) => {
      const result = findUse({ results }, line.use)
      return result === null || Math.abs(Math.log(at / eta)) < 0.01 ? [] : [{ eta: at, lost: result.regret.mean }]
    })
    const points = chosen === null ? along : [...along, { eta, lost: chosen.regret.mean }]
    return { ...line, points: points.sort((one, other) => one.eta - other.eta) }
  })
  const etas = [...curves.flatMap(({ points }) => points.map((point) => point.eta)), eta]
  const losses = curves.flatMap(({ points }) => points.map(({ lost }) => Math.max(lost, 0.5)))
  const x = logAxis(Math.min(0.2, ...etas), Math.max(4, ...etas))
  const y = logAxis(Math.min(...losses, 100) / 1.6, Math.max(...losses, 200) * 1.6)
  const place = (point: { readonly eta: number; readonly lost: number }) =>
    [x.at(point.eta), y.at(Math.max(point.lost, 0.5))] as const
  return (
    <section class="card" aria-labelledby="group-price" aria-busy={!sweep.isDone}>
      <div class="between">
        <h2 id="group-price">The price at every level of privacy</h2>
        <span class="chip accent">you are at {formatGuesses(eta)}</span>
      </div>
      <p class="sub">
        Answers lost in {formatCount(horizon)} {when}. Left is more private, lower is cheaper.
      </p>
      <div ref={drawn}>
        <Plot
          label={`Answers lost by privacy. ${curves.map(({ use, points }) => `${use}: ${points.map((point) => `${formatWhole(point.lost)} at ${formatGuesses(point.eta)}`).join(", ")}`).join("; ")}.`}
          size="tall"
          y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatCount(tick) }))}
          x={sweep.etas.map((tick) => ({ at: x.at(tick), text: String(computeRightGuesses(tick)) }))}
          ends={curves.flatMap(({ use, label, points }) => {
            const last = points.at(-1)
            return last === undefined
              ? []
              : [{ at: place(last)[1], text: `${use} ${formatWhole(last.lost)}`, class: label }]
          })}
          over={curves.flatMap(({ use, points }) =>
            points.map((point) => (
              <circle
                key={`${use} ${point.eta}`}
                class={use === "pool" ? "interval-dot lead" : "interval-dot"}
                cx={`${place(point)[0]}%`}
                cy={`${100 - place(point)[1]}%`}
                r={use === "pool" ? 5 : 4}
              />
            )),
          )}
        >
          {curves.map(({ use, look, points }) => (
            <path key={use} class={look} d={linePath(points.map(place))} />
          ))}
          <path class="chosen-line" d={`M${x.at(eta)} 0V100`} />
        </Plot>
      </div>
      <p class="caption">
        Right guesses in 100, at most.{" "}
        {sweep.runs === 0
          ? "The other levels are being simulated."
          : `Simulated ${sweep.runs} times at ${sweep.etas.map((at) => computeRightGuesses(at)).join(", ")}; lines join them.`}
      </p>
      <ExportBar
        name="group-price"
        drawn={{ place: drawn, title: `Answers lost in ${formatCount(horizon)} people at several levels of privacy` }}
        csv={() => summaryCsv([...sweep.byEta.flatMap(({ results }) => results), ...here.results])}
        command={command}
      />
    </section>
  )
}
