// The result as the page title where groups are known: what knowing them saves, and what it costs
// where they are alike.

import type { SimulationResult } from "@armistice/lab"
import type { ComponentChildren } from "preact"
import type { SimulatedComparison } from "../simulation/comparison.ts"
import { formatCount } from "../text/numbers.ts"
import { formatPrice, formatWhole } from "../text/price.ts"
import { findUse } from "./groups.ts"

interface Props {
  readonly differ: SimulatedComparison
  /** Left out where there are no such people. */
  readonly alike?: SimulatedComparison
}

export function GroupTitle({ differ, alike }: Props) {
  const [ignore, split, pool] = (["ignore", "split", "pool"] as const).map((use) => findUse(differ, use))
  if (ignore == null || pool == null)
    return (
      <Head>
        <h1 class="result-title">
          {differ.failure === null ? "Simulating …" : "The simulation did not load. It is tried again by itself."}
        </h1>
      </Head>
    )
  const people = formatCount(pool.horizon)
  const saves = pool.regret.mean < ignore.regret.mean
  const [plain, known] = alike === undefined ? [null, null] : [findUse(alike, "ignore"), findUse(alike, "pool")]
  const alone = alike === undefined ? null : findUse(alike, "split")
  return (
    <Head>
      <h1 class="result-title">
        Knowing the group {saves ? "saves" : "costs"}{" "}
        <mark>
          {saves ? formatPrice(ignore.regret, pool.regret) : formatPrice(pool.regret, ignore.regret)} in {people}
        </mark>{" "}
        if groups differ.
        {plain !== null && known !== null && ` If they are alike, it costs ${formatPrice(known.regret, plain.regret)}.`}
      </h1>
      <p class="text-sm muted">
        Pooling loses {describeLoss(pool)} where ignoring the groups loses {formatWhole(ignore.regret.mean)}.
        {split != null &&
          ` Splitting loses ${formatWhole(split.regret.mean)}${alone === null || known === null ? "" : `, but ${formatWhole(alone.regret.mean)} instead of ${formatWhole(known.regret.mean)} where groups are alike`}.`}{" "}
        Simulated {pool.finished} {pool.finished === 1 ? "time" : "times"}.
      </p>
    </Head>
  )
}

const Head = ({ children }: { readonly children: ComponentChildren }) => (
  <div>
    <p class="breadcrumb">What does privacy cost? What does knowing the group bring?</p>
    {children}
  </div>
)

/** "442 (95 % interval 417 to 467)". */
function describeLoss({ regret: { mean, interval } }: SimulationResult): string {
  if (interval === null) return formatWhole(mean)
  return `${formatWhole(mean)} (95\u00a0% interval ${formatWhole(interval.low)} to ${formatWhole(interval.high)})`
}
