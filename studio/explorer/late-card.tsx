// What late and silent people cost: the same method with and without them.

import type { SimulationResult } from "@armistice/lab"
import { countInWords } from "../text/numbers.ts"
import { answers, wholeNumber } from "../text/price.ts"
import type { LateAnswers } from "./late.ts"

interface Props {
  readonly late: LateAnswers
  readonly leader: SimulationResult | null
  /** The same method and privacy, where everyone answers at once; null until it is known. */
  readonly atOnce: SimulationResult | null
}

export function LateCard({ late, leader, atOnce }: Props) {
  if (leader === null || leader.delivery === undefined) return null
  const lost = lostWhenever(leader, late)
  const soon = atOnce === null ? null : lostWhenever(atOnce, late)
  return (
    <section class="card" aria-labelledby="late" data-late={lost} data-at-once={soon ?? ""}>
      <h2 id="late">What late and silent people cost</h2>
      <dl class="kv">
        <dt>Late and silent, as set</dt>
        <dd>
          <b>{answers(lost)}</b> lost in {countInWords(leader.horizon)}
          {late.arrivals === "private" &&
            `; nothing is learned from the first ${countInWords(Math.min(late.window, leader.horizon))} people`}
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
              about {wholeNumber(Math.max(0, lost - soon))}, simulated {leader.finished.toLocaleString("en-US")} times
            </dd>
          </>
        )}
      </dl>
      <p class="cap">
        Both count the answers of people who answer at all, whenever these come, so that they can be compared.
      </p>
    </section>
  )
}

/** By how often each option was given: what is lost of the answers of those who answer, also of those that come after the wait. */
function lostWhenever({ pulls, means }: SimulationResult, { silence }: LateAnswers): number {
  const best = Math.max(...means)
  return (1 - silence) * pulls.mean.reduce((sum, count, option) => sum + count * (best - (means[option] as number)), 0)
}
