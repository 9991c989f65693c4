// The price of every level of privacy: the loss of each method against η, the chosen level, an even
// split, and the region below the proved bound.

import { findAlgorithm } from "@armistice/core"
import { resolveTargetEta, type SimulationResult, summaryCsv } from "@armistice/lab"
import { useMemo, useRef, useState } from "preact/hooks"
import { logAxis } from "../charts/axis.ts"
import { ExportBar } from "../charts/export-bar.tsx"
import { bandPath, type EndLabel, linePath, Plot } from "../charts/plot.tsx"
import { useBounds } from "../simulation/use-bounds.ts"
import { useFrontier } from "../simulation/use-frontier.ts"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { computeRightGuesses, formatGuesses, privacyLevels } from "../text/privacy-levels.ts"
import { formatFrontierCommand } from "./command-line.ts"
import { computeEvenSplitLoss, findOptionValues } from "./leader.ts"
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

interface Point {
  readonly eta: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

const least = 0.5

export function PriceCard({ settings, results, leader, baseline, mayBegin }: Props) {
  const eta = resolveTargetEta(settings.target)
  const frontier = useFrontier(settings, mayBegin)
  const isFrontierDone = frontier.isDone
  const { bounds, isDone: areBoundsDone } = useBounds(settings, mayBegin && isFrontierDone)
  const { algorithms, horizon, means } = settings
  const [smallest, largest] = [Math.min(0.1, eta), Math.max(8, eta)]
  const curves = useMemo(() => buildCurves(algorithms, frontier, results, eta), [algorithms, frontier, results, eta])
  const even = computeEvenSplitLoss(
    leader === null || settings.late === null ? means : findOptionValues(leader),
    horizon,
  )
  const leading = curves.find(({ algorithm }) => algorithm === leader?.algorithm)
  const second = curves.find((curve) => curve !== leading)
  const steps = listProvedSteps(bounds, smallest)
  // The bound covers similar options too; if a method does better on these alone, showing it would
  // mislead.
  const isBoundShown =
    steps.length > 0 &&
    curves.every(({ points }) => points.every((point) => point.high > (findProvedBound(bounds, point.eta)?.value ?? 0)))
  const [areOrdersShown, setOrdersShown] = useState(false)
  const orders = useMemo(
    () => (areOrdersShown ? computeOrderLines({ means, horizon }, smallest, largest) : []),
    [areOrdersShown, means, horizon, smallest, largest],
  )
  const heights = [
    even,
    ...orders.flatMap(({ points }) => points.map(({ value }) => value)),
    ...curves.flatMap(({ points }) => points.map(({ mean }) => mean)),
    ...(isBoundShown ? steps.map(({ value }) => value) : []),
    ...(baseline === null ? [] : [baseline.regret.mean]),
  ].filter((value) => value > 0)
  const x = logAxis(smallest, largest)
  const y = logAxis(Math.max(least, Math.min(...heights, 10) / 2), Math.max(...heights, 20) * 2)
  const place = (at: number, value: number) => [x.at(at), y.at(Math.max(value, least))] as const
  const ends: EndLabel[] = [
    { at: y.at(even), text: `even split ${formatWhole(even)}`, class: "quiet" },
    ...curves.flatMap(({ algorithm, points }) => {
      const last = points.at(-1)
      if (last === undefined) return []
      const kind = algorithm === leader?.algorithm ? "lead" : algorithm === second?.algorithm ? "" : "quiet"
      return [{ at: y.at(last.mean), text: `${findAlgorithm(algorithm).label} ${formatWhole(last.mean)}`, class: kind }]
    }),
  ]
  for (const { name, points } of orders)
    ends.push({ at: y.at(points.at(-1)?.value ?? least), text: name, class: "quiet" })
  const lastStep = steps.at(-1)
  if (isBoundShown && lastStep !== undefined)
    ends.push({ at: y.at(lastStep.value), text: "no method that must", second: "find out is below this" })
  else if (baseline !== null)
    ends.push({ at: y.at(baseline.regret.mean), text: `no privacy ${formatWhole(baseline.regret.mean)}` })
  const drawn = useRef<HTMLDivElement>(null)
  const here = leader === null ? null : place(eta, leader.regret.mean)
  return (
    <section
      class="card"
      aria-labelledby="price"
      aria-busy={!(mayBegin && isFrontierDone && areBoundsDone)}
      data-runs={isFrontierDone ? frontier.runs : 0}
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
        <Plot
          label={describePlot(curves, leader, even, isBoundShown)}
          size="tall"
          y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatCount(tick) }))}
          x={[0.1, ...privacyLevels.map((level) => level.eta), 8].map((tick) => ({
            at: x.at(tick),
            text: String(computeRightGuesses(tick)),
          }))}
          ends={ends}
          over={
            here !== null && (
              <>
                <circle class="interval-dot lead" cx={`${here[0]}%`} cy={`${100 - here[1]}%`} r="6" />
                {/* At the top of its line: curves, names and the even split are lower. */}
                <text
                  class="plot-label lead"
                  x={`${here[0]}%`}
                  y="12"
                  dx={here[0] > 60 ? -8 : 8}
                  text-anchor={here[0] > 60 ? "end" : "start"}
                >
                  {formatWhole(leader?.regret.mean ?? 0)} lost at {formatGuesses(eta)}
                </text>
              </>
            )
          }
        >
          {isBoundShown && (
            <>
              <path class="bound-area" d={stepPath(steps, place, true)} />
              <path class="bound-line" d={stepPath(steps, place, false)} />
            </>
          )}
          {!isBoundShown && baseline !== null && (
            <path
              class="bound-line"
              d={linePath([place(smallest, baseline.regret.mean), place(largest, baseline.regret.mean)])}
            />
          )}
          <path class="line-other" d={linePath([place(smallest, even), place(largest, even)])} />
          {orders.map(({ name, points }) => (
            <path key={name} class="order-line" d={linePath(points.map((point) => place(point.eta, point.value)))} />
          ))}
          <g class={frontier.isCurrent ? "" : "stale"}>
            {[...curves].reverse().map(({ algorithm, points }) => {
              const isLeading = algorithm === leader?.algorithm
              return (
                <g key={algorithm}>
                  {isLeading && (
                    <path
                      class="band-lead"
                      d={bandPath(
                        points.map((point) => place(point.eta, point.low)),
                        points.map((point) => place(point.eta, point.high)),
                      )}
                    />
                  )}
                  <path
                    class={isLeading ? "line-lead" : algorithm === second?.algorithm ? "line-next" : "line-other faded"}
                    d={linePath(points.map((point) => place(point.eta, point.mean)))}
                  />
                </g>
              )
            })}
          </g>
          <path class="chosen-line" d={`M${x.at(eta)} 0V100`} />
        </Plot>
        <div class="axis-names text-xs muted">
          <span>← more private</span>
          <span>right guesses in 100, at most</span>
        </div>
      </div>
      <p class="caption">{caption(isBoundShown, settings, baseline !== null)}</p>
      <OrdersChoice isShown={areOrdersShown} onShown={setOrdersShown} />
      {isBoundShown && leading !== undefined && (
        <details>
          <summary>What exactly is proved</summary>
          <p class="text-sm">
            At {formatGuesses(eta)}: at least {(findProvedBound(bounds, eta)?.value ?? 0).toFixed(1)}, as{" "}
            {findProvedBound(bounds, eta)?.condition}. The command:{" "}
            <code>{boundCommand(settings, findProvedBound(bounds, eta)?.eta ?? eta)}</code>
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

/** The frontier with the results at the chosen privacy, so that the mark is on its line. */
function buildCurves(
  algorithms: readonly string[],
  frontier: { readonly results: readonly SimulationResult[]; readonly isCurrent: boolean },
  results: readonly SimulationResult[],
  eta: number,
): { readonly algorithm: string; readonly points: readonly Point[] }[] {
  const toPoint = (result: SimulationResult, at: number): Point => {
    const { mean, interval } = result.regret
    return { eta: at, mean, low: interval?.low ?? mean, high: interval?.high ?? mean }
  }
  return algorithms.flatMap((algorithm) => {
    const along = frontier.results
      .filter((result) => result.algorithm === algorithm)
      .map((result) => toPoint(result, result.guarantee.eta ?? eta))
    const here = results.find((result) => result.algorithm === algorithm)
    // The result at the chosen privacy has more runs, so it replaces a point of the frontier there.
    const points =
      here === undefined || !frontier.isCurrent
        ? along
        : [...along.filter((point) => Math.abs(Math.log(point.eta / eta)) > 0.01), toPoint(here, eta)]
    return points.length === 0 ? [] : [{ algorithm, points: points.sort((a, b) => a.eta - b.eta) }]
  })
}

/** How many runs the curves are from. */
function describeFrontierRuns(
  { results, runs, isCurrent, isDone }: ReturnType<typeof useFrontier>,
  algorithms: readonly string[],
): string {
  if (algorithms.length === 0) return ""
  if (!isCurrent || runs === 0) return "The curves are being simulated."
  if (results.length === 0) return ""
  return `Each level is simulated ${formatNumber(runs)} times${isDone ? "." : " so far."}`
}

type Places = (eta: number, value: number) => readonly [number, number]

function stepPath(steps: ReturnType<typeof listProvedSteps>, place: Places, isGround: boolean): string {
  const corners = steps.flatMap(({ from, to, value }) => [place(from, value), place(to, value)])
  const [first, last] = [corners[0], corners.at(-1)]
  return isGround && first !== undefined && last !== undefined
    ? `${linePath(corners)}V100H${first[0]}Z`
    : linePath(corners)
}

function caption(
  isBoundShown: boolean,
  { rewards, horizon, means }: ExplorerSettings,
  isBaselineKnown: boolean,
): string {
  if (isBoundShown)
    return `In the shaded part nothing is possible: at that privacy every method loses at least so much, on these options or where another of them is the best one instead. Proved for ${formatCount(horizon)} people and not beyond.`
  const without = isBaselineKnown ? " The dotted line is what is lost without any privacy." : ""
  if (rewards !== "bernoulli")
    return `How little can be lost at all is proved only for answers that are yes or no.${without}`
  if (Math.max(...means) >= 1) return `Nothing is proved where an option always works.${without}`
  return without.trim()
}

function describePlot(
  curves: ReturnType<typeof buildCurves>,
  leader: SimulationResult | null,
  even: number,
  isBoundShown: boolean,
): string {
  const leading = curves.find(({ algorithm }) => algorithm === leader?.algorithm)?.points
  const [first, last] = [leading?.[0], leading?.at(-1)]
  const along =
    first === undefined || last === undefined
      ? "being simulated"
      : `${formatWhole(first.mean)} at ${formatGuesses(first.eta)}, ${formatWhole(last.mean)} at ${formatGuesses(last.eta)}`
  return `Answers lost against privacy, on log scales. The method in front: ${along}. Even split: ${formatWhole(even)}.${isBoundShown ? " Below, a shaded part in which nothing is possible." : ""}`
}

const boundCommand = ({ means, horizon }: ExplorerSettings, eta: number): string =>
  `npx armistice bound --means ${means.join(",")} --horizon ${horizon} --eta ${eta} --runs 0`
