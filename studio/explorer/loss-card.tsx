// How the loss grows as people come: with this privacy, without any, and with an even split.

import { niceStep } from "@armistice/charts"
import type { SimulationResult } from "@armistice/lab"
import { useRef } from "preact/hooks"
import { createLinearAxis, logAxis, steps } from "../charts/axis.ts"
import { ExportBar } from "../charts/export-bar.tsx"
import { bandPath, type EndLabel, linePath, Plot } from "../charts/plot.tsx"
import { formatCount } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { computeEvenSplitLoss, findOptionValues } from "./leader.ts"

interface Props {
  readonly leader: SimulationResult | null
  readonly baseline: SimulationResult | null
}

export function LossCard({ leader, baseline }: Props) {
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <section class="card" aria-labelledby="loss">
      <h2 id="loss">How the loss grows as people come</h2>
      {leader === null ? (
        <p class="sub">Simulating …</p>
      ) : (
        <>
          <div ref={drawn}>
            <LossPlot leader={leader} baseline={baseline} />
          </div>
          <ExportBar name="loss" drawn={{ place: drawn, title: "Answers lost as people come" }} />
        </>
      )}
    </section>
  )
}

/** Draws what was simulated, even while the settings change. */
function LossPlot({
  leader,
  baseline,
}: {
  readonly leader: SimulationResult
  readonly baseline: SimulationResult | null
}) {
  const { horizon, curve, regret } = leader
  const means = findOptionValues(leader)
  const even = computeEvenSplitLoss(means, horizon)
  const highest = Math.max(regret.mean, baseline?.regret.mean ?? 0, 1e-6)
  // If nothing can be lost, the axis goes up to one answer.
  const step = even === 0 ? 0.25 : niceStep((1.9 * Math.min(highest, even / 1.2)) / 4, steps)
  const x = logAxis(Math.min(10, horizon / 2), horizon)
  const y = createLinearAxis(0, 4 * step)
  const from = curve.rounds.findIndex((round) => round >= Math.min(10, horizon / 2))
  const line = (values: readonly number[], rounds = curve.rounds) =>
    rounds.slice(from).map((round, index) => [x.at(round), y.at(values[index + from] as number)] as const)
  const standardErrorBand = ({ rounds, mean, standardError }: SimulationResult["curve"]): string => {
    const side = (way: number) => mean.map((one, at) => one + way * (standardError?.[at] ?? 0))
    return bandPath(line(side(-2), rounds), line(side(2), rounds))
  }
  const top = Math.min(even, 3.8 * step)
  const ends: EndLabel[] = [
    { at: y.at(regret.mean), text: `private ${formatWhole(regret.mean)}`, class: "lead" },
    ...(baseline === null
      ? []
      : [{ at: y.at(baseline.regret.mean), text: `no privacy ${formatWhole(baseline.regret.mean)}` }]),
    { at: y.at(top), text: `even split ${formatWhole(even)}${even > 4 * step ? " ↑" : ""}`, class: "quiet" },
  ]
  return (
    <Plot
      label={`Answers lost as people come: ${formatWhole(regret.mean)} in the end with this privacy, ${formatWhole(even)} with an even split.`}
      size="low"
      y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatCount(tick) }))}
      x={[
        { at: 0, text: `${Math.min(10, horizon / 2)} people` },
        { at: 100, text: formatCount(horizon) },
      ]}
      ends={ends}
    >
      <path class="line-other" d={linePath(line(curve.rounds.map((round) => computeEvenSplitLoss(means, round))))} />
      {baseline !== null && (
        <>
          <path class="band-next" d={standardErrorBand(baseline.curve)} />
          <path class="line-next" d={linePath(line(baseline.curve.mean, baseline.curve.rounds))} />
        </>
      )}
      <path class="band-lead" d={standardErrorBand(curve)} />
      <path class="line-lead" d={linePath(line(curve.mean))} />
    </Plot>
  )
}
