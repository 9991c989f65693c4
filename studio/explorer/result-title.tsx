// The result as the page title: what this privacy costs, and what an even split would cost.

import { recommendedAlgorithm, type SimulationResult } from "@armistice/lab"
import type { SimulatedComparison } from "../simulation/comparison.ts"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { answers, formatPrice, formatWhole } from "../text/price.ts"
import { computeEvenSplitLoss, findOptionValues, hasEnoughRuns } from "./leader.ts"
import { nameOption } from "./option-sliders.tsx"

interface Props {
  readonly leader: SimulationResult | null
  /** The loss without privacy; null until it is known for these settings. */
  readonly baseline: SimulationResult | null
  /** The title while there is no result. */
  readonly instead: string
}

/** Why there is no result. */
export function explainMissingResult(
  { isDone, failure, unable }: SimulatedComparison,
  chosen: readonly string[],
  left: readonly string[],
): string {
  if (chosen.length === 0) return "Choose a method to see what privacy costs."
  if (failure !== null) return "The simulation did not load. It is tried again by itself."
  if (!isDone) return "Simulating …"
  if (unable.length === chosen.length - left.length && unable.length > 0)
    return "None of the methods chosen can be this private here."
  return "The methods chosen take too long to simulate here."
}

export const ResultTitle = ({ leader, baseline, instead }: Props) => (
  <div>
    <p class="breadcrumb">What does privacy cost?</p>
    {leader === null ? <h1 class="result-title">{instead}</h1> : <FoundResult leader={leader} baseline={baseline} />}
  </div>
)

function FoundResult({
  leader,
  baseline,
}: {
  readonly leader: SimulationResult
  readonly baseline: SimulationResult | null
}) {
  const { algorithm, regret, means, horizon, finished } = leader
  const even = computeEvenSplitLoss(findOptionValues(leader), horizon)
  const people = formatCount(horizon)
  const best = nameOption(means.indexOf(Math.max(...means)), means.length)
  if (even === 0)
    return (
      <>
        <h1 class="result-title">Nothing can be lost here: all options work equally well.</h1>
        <p class="text-sm muted">
          It makes no difference who is given which. Make one option better to see what privacy costs.
        </p>
      </>
    )
  // A difference is noisier than its parts, so a price needs enough runs of both.
  const isPriceKnown = baseline !== null && hasEnoughRuns(leader) && hasEnoughRuns(baseline)
  return (
    <>
      {!isPriceKnown ? (
        <h1 class="result-title">
          Keeping every answer this private loses{" "}
          <mark>
            about {answers(regret.mean)} in {people}
          </mark>
          . Not adapting at all would lose {formatWhole(even)}.
        </h1>
      ) : (
        <h1 class="result-title">
          Keeping every answer this private costs{" "}
          <mark>
            {formatPrice(regret, baseline.regret)} in {people}
          </mark>
          . Not adapting at all would cost {formatWhole(Math.max(0, even - baseline.regret.mean))}.
        </h1>
      )}
      <p class="text-sm muted">
        {algorithm === recommendedAlgorithm ? "The recommended method" : "The best of the methods chosen"} loses{" "}
        {formatWhole(regret.mean)}
        {formatInterval(regret)} against always giving option {best};{" "}
        {baseline !== null && `without privacy it is ${formatWhole(baseline.regret.mean)}, `}with an even split{" "}
        {formatWhole(even)}. Simulated {finished === 1 ? "once" : `${formatNumber(finished)} times`}.
      </p>
    </>
  )
}

/** The interval with a warning if few runs may have missed rare bad ones. */
function formatInterval({ interval }: SimulationResult["regret"]): string {
  if (interval === null) return ""
  const rare = interval.hasFewRuns ? "; rare bad runs may be missing" : ""
  return ` (95 % interval ${formatWhole(interval.low)} to ${formatWhole(interval.high)}${rare})`
}
