// The cost of the experiment so far, the part due to privacy, and the cost of an even split.

import { formatPeople } from "../experiment/people.ts"
import { alignRight, hideName, TableHead } from "../layout/table-head.tsx"
import { formatNumber } from "../text/numbers.ts"
import { type Amount, findCost, scalePrivacyCost } from "./cost.ts"
import { quoteName } from "./option-names.ts"
import { countRuns, guessRates, requestPrivacyCost } from "./privacy-cost.ts"
import { countGroupPeople } from "./ranking.ts"
import type { GroupProps } from "./results-types.ts"
import { createUnits, formatTotal } from "./units.ts"
import { usePrivacyCost } from "./use-privacy-cost.ts"

/** Renders nothing while an option has no figure. */
export function CostCard({ group, results, detail }: GroupProps) {
  const cost = findCost(group)
  const request = cost === null ? null : requestPrivacyCost(group, detail)
  const simulated = usePrivacyCost(request)
  if (cost === null || group.leader === null) return null
  const units = createUnits(detail.reward)
  const isShare = units.unit !== ""
  const format = (value: number, round?: (value: number) => number) => formatTotal(units, value, round)
  const lost = (amount: Amount) => <Lost {...{ amount, format }} />
  const top = Math.max(cost.ran.high, cost.even.high)
  const isSimulated = request !== null && simulated !== "failed"
  const privacy = isSimulated && simulated !== null ? scalePrivacyCost(cost.ran, simulated.measured) : null
  const [best = 0, other = 0] = guessRates(detail, detail.arms).map((rate) => Number((100 * rate).toPrecision(3)))
  const place = group.segment === null ? "" : ` in ${group.segment}`
  return (
    <section class="card" aria-labelledby="cost" aria-busy={isSimulated && simulated === null}>
      <h2 id="cost">What this experiment has cost, in {isShare ? "successes" : "answers added up"}</h2>
      <p>
        {isShare ? "Successes lost" : "Lost"} because people were given{" "}
        {detail.arms.length === 2 ? "the other option" : "other options"}, if {quoteName(group.leader)} is the{" "}
        {detail.arms.length === 2 ? "better" : "best"} one. Thin line: {Math.round(100 * results.level)} % interval.
      </p>
      <table class="costs">
        <TableHead
          columns={["Way to choose", hideName("Drawn"), alignRight(isShare ? "Successes lost so far" : "Lost so far")]}
        />
        <tbody>
          <tr>
            <th scope="row">
              This experiment
              <small>
                of {formatPeople(countGroupPeople(group), detail)}
                {place}
              </small>
            </th>
            <td class="cost-bar">
              <CostBar amount={cost.ran} top={top} />
            </td>
            <td class="align-right">{lost(cost.ran)}</td>
          </tr>
          {isSimulated && (
            <tr>
              <th scope="row">
                of that, the cost of privacy
                <small>{simulated === null ? "simulating …" : `planned: ${format(simulated.planned)}`}</small>
              </th>
              <td class="cost-bar">{privacy !== null && <CostBar amount={privacy} top={top} />}</td>
              <td class="align-right">{privacy === null ? "…" : lost(privacy)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              An even split
              <small>would have lost</small>
            </th>
            <td class="cost-bar">
              <CostBar amount={cost.even} top={top} isOther />
            </td>
            <td class="align-right">{lost(cost.even)}</td>
          </tr>
        </tbody>
      </table>
      {isSimulated && (
        <p class="caption">
          The cost of privacy is the difference to the same method without noise, simulated{" "}
          {formatNumber(countRuns(detail.arms.length))} times at these rates as if everyone answered at once. Planned:
          the same for as many people at the guess a plan begins with, {best}&nbsp;% for the best option and {other}
          &nbsp;% for the others{isShare ? "" : " of the range of answers"}.
        </p>
      )}
    </section>
  )
}

interface LostProps {
  readonly amount: Amount
  readonly format: (value: number, round?: (value: number) => number) => string
}

/** Ends are rounded outwards, because rounding inwards would claim more than is known. */
const Lost = ({ amount: { value, low, high }, format }: LostProps) => (
  <>
    <b>{format(value)}</b>{" "}
    <span class="muted nowrap">
      {format(low, Math.floor)} to {format(high, Math.ceil)}
    </span>
  </>
)

interface BarProps {
  readonly amount: Amount
  /** The largest amount of all rows, which spans the whole width. */
  readonly top: number
  readonly isOther?: boolean
}

function CostBar({ amount: { value, low, high }, top, isOther = false }: BarProps) {
  const at = (one: number): string => `${top > 0 ? ((100 * one) / top).toFixed(1) : 0}%`
  return (
    <svg aria-hidden="true" height="22">
      <line class="cost-interval" x1={at(low)} x2={at(high)} y1="11" y2="11" />
      <rect class={isOther ? "fill-mark" : "fill-accent"} x="0" width={at(value)} y="6" height="10" rx="3" />
    </svg>
  )
}
