// Guardrails: what must not get worse, each option against the control, in words and drawn against what is allowed.

import { findStop } from "../experiment/stopped-options.ts"
import { type Axis, fittedAxis, percentAt } from "./fitted-axis.ts"
import { findBounds, findMargin, isLowerWorse } from "./measures.ts"
import { joinNames, quoteName, startWithName } from "./option-names.ts"
import type { Detail, Group, Measure } from "./results-types.ts"
import { createUnits, formatAmount } from "./units.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly level: number
}

type MeasureDifference = Measure["differences"][number]
type State = MeasureDifference["state"]

export function Guardrails({ group, detail, level }: Props) {
  if (group.metrics.length === 0) return null
  const title = group.segment === null ? "what must not get worse" : `what must not get worse, ${group.segment}`
  const isEarly = group.metrics.every(({ differences }) => differences.every(({ difference }) => difference === null))
  const wrongIn = Math.round(100 * (1 - level))
  return (
    <section class="card" aria-label="Guardrails" id="guardrails">
      <h2>Guardrails: {title}</h2>
      {isEarly ? (
        <p>
          {joinNames(group.metrics.map(({ name }) => name))}: not known yet. Figures come with their first published
          totals.
        </p>
      ) : (
        <>
          <p>
            Every option against {quoteName(detail.control)}, the control. Shaded: what you allow. An option is “worse”
            only when its whole bar lies beyond that; this is wrong in at most {wrongIn} of 100 experiments, however
            often you look.
          </p>
          <table class="guardrails">
            <thead>
              <tr>
                <th scope="col">Option</th>
                <th scope="col" class="align-right">
                  So far
                </th>
                <th scope="col" class="align-right">
                  Difference <span class="nowrap">({Math.round(level * 100)} % interval)</span>
                </th>
                <th scope="col">
                  <span class="sr-only">Difference, drawn</span>
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            {group.metrics.map((measure) => (
              <MeasureRows
                key={measure.name}
                measure={measure}
                detail={detail}
                axis={axisFor(measure, group, detail)}
              />
            ))}
          </table>
          <p class="caption">
            Fine: surely no worse than you allow. Not known yet: could be either. Worse: the whole bar lies beyond what
            you allow. Guardrails share the one limit on what can be learned about a person.
          </p>
        </>
      )}
    </section>
  )
}

/** Measures of the same range are on one axis, so that their bars can be compared. */
function axisFor(measure: Measure, { metrics }: Group, detail: Detail): Axis | null {
  const { min, max } = findBounds(detail, measure)
  const alike = metrics.filter((one) => {
    const bounds = findBounds(detail, one)
    return bounds.min === min && bounds.max === max
  })
  const ends = alike.flatMap(({ name, differences }) => {
    const margin = (isLowerWorse(detail, name) ? -1 : 1) * findMargin(detail, name)
    return [margin, ...differences.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high]))]
  })
  return ends.length < 2 ? null : fittedAxis(Math.min(0, ...ends), Math.max(0, ...ends), { count: 4 })
}

/** More options than these are counted, not listed; those that harm are always listed. */
const mostListed = 20

interface RowsProps {
  readonly measure: Measure
  readonly detail: Detail
  readonly axis: Axis | null
}

function MeasureRows({ measure, detail, axis }: RowsProps) {
  const units = createUnits(findBounds(detail, measure))
  const isDown = isLowerWorse(detail, measure.name)
  const margin = findMargin(detail, measure.name)
  const meanOf = (name: string) => measure.arms.find(({ arm }) => arm === name)?.mean ?? null
  const shown = (mean: number | null) => (mean === null ? "–" : units.value(mean))
  const ordered = measure.differences.toSorted((one, other) => urgency[one.state] - urgency[other.state])
  const listedRows = ordered.filter(({ state }, place) => state === "worse" || place < mostListed)
  const hidden = ordered.length - listedRows.length
  return (
    <tbody>
      <tr class="measure">
        <th scope="rowgroup" colSpan={3} class="full-row">
          {startWithName(measure.name)}
          <small>
            {quoteName(detail.control)}: {shown(meanOf(detail.control))}. You allow{" "}
            {margin === 0 ? "no" : `up to ${formatAmount(units, margin)}`} {isDown ? "less" : "more"}.
            {hidden === 0 ? "" : ` ${hidden} further options are not listed; none of them is worse for certain.`}
          </small>
        </th>
        <td class="track">{axis !== null && <AxisLabels axis={axis} label={units.differenceTick} />}</td>
        <td class="phone-off" />
      </tr>
      {listedRows.map((row) => (
        <tr key={row.arm}>
          <th scope="row">
            {row.arm}
            <small>{stopNote(detail, row.arm)}</small>
          </th>
          <td class="align-right full-row" data-label="So far">
            {shown(meanOf(row.arm))}
          </td>
          <td class="align-right nowrap full-row" data-label="Difference">
            {row.difference === null || row.low === null || row.high === null
              ? "–"
              : `${units.difference(row.difference, row.high - row.low, true)} (${units.differenceInterval(row.low, row.high)})`}
          </td>
          <td class="track">{axis !== null && <DifferenceBar {...{ axis, row, margin, isDown }} />}</td>
          <td class="row-state">
            <span class={`chip ${looks[row.state]}`}>{stateWords[row.state]}</span>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** A stopped option has no more figures. */
function stopNote(detail: Pick<Detail, "stopped">, arm: string): string {
  const stop = findStop(detail, arm)
  if (stop === undefined) return ""
  return stop.cause === "person" ? "stopped: no more figures" : "stopped by itself"
}

const AxisLabels = ({ axis, label }: { readonly axis: Axis; readonly label: (tick: number) => string }) => (
  <svg aria-hidden="true" height="22">
    {axis.ticks.map((tick) => (
      <text key={tick} class="axis-label" x={percentAt(axis.at(tick))} y="18" text-anchor="middle">
        {label(tick)}
      </text>
    ))}
  </svg>
)

interface BarProps {
  readonly axis: Axis
  readonly row: MeasureDifference
  readonly margin: number
  readonly isDown: boolean
}

/** Allowed is everything up to the margin on the side that is worse. */
function DifferenceBar({ axis, row: { difference, low, high, state }, margin, isDown }: BarProps) {
  const edge = axis.at(isDown ? -margin : margin)
  const [from, to] = isDown ? [edge, 100] : [0, edge]
  const look = state === "worse" ? " bad" : ""
  return (
    <svg aria-hidden="true" height="30">
      <rect class="tint-band" x={percentAt(from)} width={percentAt(to - from)} y="0" height="100%" />
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          class="grid-line"
          x1={percentAt(axis.at(tick))}
          x2={percentAt(axis.at(tick))}
          y1="0"
          y2="100%"
        />
      ))}
      <line class="zero-line" x1={percentAt(axis.at(0))} x2={percentAt(axis.at(0))} y1="0" y2="100%" />
      {low !== null && high !== null && (
        <line
          class={`interval-line${look}`}
          x1={percentAt(axis.at(low))}
          x2={percentAt(axis.at(high))}
          y1="50%"
          y2="50%"
        />
      )}
      {difference !== null && (
        <circle class={`interval-dot${look}`} cx={percentAt(axis.at(difference))} cy="50%" r="5" />
      )}
    </svg>
  )
}

const urgency: Record<State, number> = { worse: 0, unknown: 1, fine: 2 }
const looks: Record<State, string> = { worse: "bad", unknown: "hollow", fine: "good" }
const stateWords: Record<State, string> = { worse: "Worse", unknown: "Not known yet", fine: "Fine" }
