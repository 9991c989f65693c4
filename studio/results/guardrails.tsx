// The guardrails: every option against the control, as text and drawn against what is allowed.

import { joinNames } from "@armistice/core/text"
import { type Axis, fitAxis, percentAt } from "../charts/axis.ts"
import { AxisLabels, AxisLine, GridLines, Interval } from "../charts/interval-mark.tsx"
import { findStop } from "../experiment/stopped-options.ts"
import { alignRight, hideName, TableHead } from "../layout/table-head.tsx"
import { describeAllowed } from "./harm-text.ts"
import { findAllowedEnd, findBounds, fitAllowedBand } from "./measures.ts"
import { quoteName, startWithName } from "./option-names.ts"
import type { Detail, Group, Measure } from "./results-types.ts"
import { createUnits } from "./units.ts"

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
            <TableHead
              columns={[
                "Option",
                alignRight("So far"),
                alignRight(
                  <>
                    Difference <span class="nowrap">({Math.round(level * 100)} % interval)</span>
                  </>,
                ),
                hideName("Difference, drawn"),
                "State",
              ]}
            />
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

/** Measures with the same range share an axis, so that their bars can be compared. */
function axisFor(measure: Measure, { metrics }: Group, detail: Detail): Axis | null {
  const { min, max } = findBounds(detail, measure)
  const alike = metrics.filter((one) => {
    const bounds = findBounds(detail, one)
    return bounds.min === min && bounds.max === max
  })
  const ends = alike.flatMap(({ name, differences }) => [
    findAllowedEnd(detail, name),
    ...differences.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high])),
  ])
  return ends.length < 2 ? null : fitAxis(Math.min(0, ...ends), Math.max(0, ...ends), { count: 4 })
}

/** Further options are only counted, unless they do harm. */
const mostListed = 20

interface RowsProps {
  readonly measure: Measure
  readonly detail: Detail
  readonly axis: Axis | null
}

function MeasureRows({ measure, detail, axis }: RowsProps) {
  const units = createUnits(findBounds(detail, measure))
  const findMean = (name: string) => measure.arms.find(({ arm }) => arm === name)?.mean ?? null
  const shown = (mean: number | null) => (mean === null ? "–" : units.formatValue(mean))
  const ordered = measure.differences.toSorted((one, other) => urgency[one.state] - urgency[other.state])
  const listedRows = ordered.filter(({ state }, place) => state === "worse" || place < mostListed)
  const hidden = ordered.length - listedRows.length
  return (
    <tbody>
      <tr class="measure">
        <th scope="rowgroup" colSpan={3} class="full-row">
          {startWithName(measure.name)}
          <small>
            {quoteName(detail.control)}: {shown(findMean(detail.control))}. You allow{" "}
            {describeAllowed(detail, measure.name)}.
            {hidden === 0 ? "" : ` ${hidden} further options are not listed; none of them is worse for certain.`}
          </small>
        </th>
        <td class="track">
          {axis !== null && (
            <svg aria-hidden="true" height="22">
              <AxisLabels axis={axis} label={units.formatDifferenceTick} />
            </svg>
          )}
        </td>
        <td class="phone-off" />
      </tr>
      {listedRows.map((row) => (
        <tr key={row.arm}>
          <th scope="row">
            {row.arm}
            <small>{stopNote(detail, row.arm)}</small>
          </th>
          <td class="align-right full-row" data-label="So far">
            {shown(findMean(row.arm))}
          </td>
          <td class="align-right nowrap full-row" data-label="Difference">
            {row.difference === null || row.low === null || row.high === null
              ? "–"
              : `${units.formatDifference(row.difference, row.high - row.low, true)} (${units.formatDifferenceInterval(row.low, row.high)})`}
          </td>
          <td class="track">
            {axis !== null && <DifferenceBar {...{ axis, row, band: fitAllowedBand(detail, measure.name, axis) }} />}
          </td>
          <td class="row-state">
            <span class={`chip ${stateTones[row.state]}`}>{stateLabels[row.state]}</span>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** A stopped option gets no more figures. */
function stopNote(detail: Pick<Detail, "stopped">, arm: string): string {
  const stop = findStop(detail, arm)
  if (stop === undefined) return ""
  return stop.cause === "person" ? "stopped: no more figures" : "stopped by itself"
}

interface BarProps {
  readonly axis: Axis
  readonly row: MeasureDifference
  readonly band: readonly [from: number, to: number]
}

const DifferenceBar = ({ axis, row: { difference, low, high, state }, band: [from, to] }: BarProps) => (
  <svg aria-hidden="true" height="30">
    <rect class="tint-band" x={percentAt(from)} width={percentAt(to - from)} y="0" height="100%" />
    <GridLines axis={axis} />
    <AxisLine class="zero-line" axis={axis} at={0} />
    <Interval {...{ axis, low, high }} value={difference} tone={state === "worse" ? " bad" : ""} radius={5} />
  </svg>
)

const urgency: Record<State, number> = { worse: 0, unknown: 1, fine: 2 }
const stateTones: Record<State, string> = { worse: "bad", unknown: "hollow", fine: "good" }
const stateLabels: Record<State, string> = { worse: "Worse", unknown: "Not known yet", fine: "Fine" }
