// The cost of late and silent people: the same method with and without them.

import type { SimulationResult } from "@armistice/lab"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { answers, formatWhole } from "../text/price.ts"
import { type LateAnswers, listSilences, resolveArrivals } from "./late.ts"
import type { ExplorerSettings } from "./settings.ts"

interface Props {
  readonly settings: Pick<ExplorerSettings, "late" | "rewards">
  readonly leader: SimulationResult | null
  /** The same method and privacy if everyone answers at once; null until it is known. */
  readonly atOnce: SimulationResult | null
}

export function LateCard({ settings, leader, atOnce }: Props) {
  const { late } = settings
  if (late === null || leader === null || leader.delivery === undefined) return null
  const lost = lostWhenever(leader, shareOfEach(late, leader.means.length))
  const soon = atOnce === null ? null : lostWhenever(atOnce, shareAtOnce(late, atOnce.means.length))
  return (
    <section class="card" aria-labelledby="late" data-late={lost} data-at-once={soon ?? ""}>
      <h2 id="late">What late and silent people cost</h2>
      <dl class="properties">
        <dt>Late and silent, as set</dt>
        <dd>
          <b>{answers(lost)}</b> lost in {formatCount(leader.horizon)}
          {resolveArrivals(settings) === "private" &&
            `; nothing is learned from the first ${formatCount(Math.min(late.window, leader.horizon))} people`}
        </dd>
        <dt>Everyone at once</dt>
        <dd>
          {soon === null ? "Simulating …" : <b>{answers(soon)}</b>}
          {soon !== null && " lost"}
        </dd>
        {soon !== null && (
          <>
            <dt>Difference</dt>
            <dd>
              about {formatWhole(Math.max(0, lost - soon))}, simulated {formatNumber(leader.finished)} times
            </dd>
          </>
        )}
      </dl>
      <p class="caption">
        {late.silenceByOption === null
          ? "Both count the answers of people who answer at all, whenever these come, so that they can be compared."
          : "Options are answered unequally: with everyone at once nobody is silent, and another option may be best."}
      </p>
    </section>
  )
}

/** The expected loss of the answers that count, including those that come after the window. */
function lostWhenever({ pulls, means }: SimulationResult, shares: readonly number[]): number {
  const worths = means.map((mean, option) => mean * (shares[option] as number))
  const best = Math.max(...worths)
  return pulls.mean.reduce((sum, count, option) => sum + count * (best - (worths[option] as number)), 0)
}

/** The share of each option's people who count; ignored silence that differs costs nothing. */
function shareOfEach(late: LateAnswers, count: number): readonly number[] {
  if (late.silenceByOption !== null && late.missing === "ignore") return new Array<number>(count).fill(1)
  return listSilences(late, count).map((silence) => 1 - silence)
}

/** The same if everyone answers at once. Equal silence is kept, so that both can be compared. */
const shareAtOnce = ({ silence, silenceByOption }: LateAnswers, count: number): readonly number[] =>
  new Array<number>(count).fill(silenceByOption === null ? 1 - silence : 1)
