// The card on the price of every level of privacy: the plot, how many runs it is from, what is
// proved, and the commands.

import { resolveTargetEta, type SimulationResult, summaryCsv } from "@armistice/lab"
import { useMemo, useRef, useState } from "preact/hooks"
import { ExportBar } from "../charts/export-bar.tsx"
import { useBounds } from "../simulation/use-bounds.ts"
import { type Frontier, useFrontier } from "../simulation/use-frontier.ts"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { formatGuesses } from "../text/privacy-levels.ts"
import { formatFrontierCommand } from "./command-line.ts"
import { computeEvenSplitLoss, findOptionValues } from "./leader.ts"
import { buildCurves } from "./price-curves.ts"
import { PricePlot } from "./price-plot.tsx"
import { findProvedBound, listProvedSteps } from "./proved-steps.ts"
import { computeOrderLines, OrdersChoice } from "./published-orders.tsx"
import type { ExplorerSettings } from "./settings.ts"

interface Props {
  readonly settings: ExplorerSettings
  /** Results of the chosen methods at the chosen privacy. */
  readonly results: readonly SimulationResult[]
  readonly leader: SimulationResult | null
  readonly baseline: SimulationResult | null
  /** Whether the main comparison is done, so that the rest may be simulated. */
  readonly mayBegin: boolean
}

export function PriceCard({ settings, results, leader, baseline, mayBegin }: Props) {
  const { algorithms, horizon, means, target, late } = settings
  const eta = resolveTargetEta(target)
  const [smallest, largest] = [Math.min(0.1, eta), Math.max(8, eta)]
  const frontier = useFrontier(settings, mayBegin)
  const { bounds, isDone: areBoundsDone } = useBounds(settings, mayBegin && frontier.isDone)
  const curves = buildCurves(algorithms, frontier, results, eta, leader?.algorithm)
  const even = computeEvenSplitLoss(leader === null || late === null ? means : findOptionValues(leader), horizon)
  // The bound covers similar options too; if a method does better on these alone, showing it would
  // mislead.
  const isContradicted = curves.some(({ points }) =>
    points.some((point) => point.high <= (findProvedBound(bounds, point.eta)?.value ?? 0)),
  )
  const steps = isContradicted ? [] : listProvedSteps(bounds, smallest)
  const [areOrdersShown, setOrdersShown] = useState(false)
  const orders = useMemo(
    () => (areOrdersShown ? computeOrderLines({ means, horizon }, smallest, largest) : []),
    [areOrdersShown, means, horizon, smallest, largest],
  )
  const drawn = useRef<HTMLDivElement>(null)
  const bound = findProvedBound(bounds, eta)
  return (
    <section
      class="card"
      aria-labelledby="price"
      aria-busy={!(mayBegin && frontier.isDone && areBoundsDone)}
      data-runs={frontier.isDone ? frontier.runs : 0}
    >
      <div class="between">
        <h2 id="price">The price of every level of privacy</h2>
        <span class="chip accent">you are at {formatGuesses(eta)}</span>
      </div>
      <p class="sub">
        Answers lost in {formatCount(horizon)} people. Left is more private, lower is cheaper.{" "}
        {describeFrontierRuns(frontier, algorithms)}
      </p>
      <div ref={drawn}>
        <PricePlot
          {...{ eta, curves, leader, baseline, even, orders, steps }}
          range={[smallest, largest]}
          isCurrent={frontier.isCurrent}
        />
        <div class="axis-names text-xs muted">
          <span>← more private</span>
          <span>right guesses in 100, at most</span>
        </div>
      </div>
      <p class="caption">{describeBound(steps.length > 0, settings, baseline !== null)}</p>
      <OrdersChoice isShown={areOrdersShown} onShown={setOrdersShown} />
      {steps.length > 0 && curves.some(({ rank }) => rank === "lead") && (
        <details>
          <summary>What exactly is proved</summary>
          <p class="text-sm">
            At {formatGuesses(eta)}: at least {(bound?.value ?? 0).toFixed(1)}, as {bound?.condition}. The command:{" "}
            <code>{formatBoundCommand(settings, bound?.eta ?? eta)}</code>
          </p>
        </details>
      )}
      <ExportBar
        name="price"
        drawn={{ place: drawn, title: `The price of privacy: answers lost in ${formatCount(horizon)} people` }}
        csv={() => summaryCsv(frontier.results)}
        command={formatFrontierCommand(settings, Math.max(frontier.runs, 1))}
      />
    </section>
  )
}

/** How many runs the curves are from. */
function describeFrontierRuns({ results, runs, isCurrent, isDone }: Frontier, algorithms: readonly string[]): string {
  if (algorithms.length === 0) return ""
  if (!isCurrent || runs === 0) return "The curves are being simulated."
  if (results.length === 0) return ""
  return `Each level is simulated ${formatNumber(runs)} times${isDone ? "." : " so far."}`
}

/** The reach of the proved bound, or why there is none. */
function describeBound(
  isShown: boolean,
  { rewards, horizon, means }: ExplorerSettings,
  isBaselineKnown: boolean,
): string {
  if (isShown)
    return `In the shaded part nothing is possible: at that privacy every method loses at least so much, on these options or where another of them is the best one instead. Proved for ${formatCount(horizon)} people and not beyond.`
  const without = isBaselineKnown ? " The dotted line is what is lost without any privacy." : ""
  if (rewards !== "bernoulli")
    return `How little can be lost at all is proved only for answers that are yes or no.${without}`
  if (Math.max(...means) >= 1) return `Nothing is proved where an option always works.${without}`
  return without.trim()
}

const formatBoundCommand = ({ means, horizon }: ExplorerSettings, eta: number): string =>
  `npx armistice bound --means ${means.join(",")} --horizon ${horizon} --eta ${eta} --runs 0`
