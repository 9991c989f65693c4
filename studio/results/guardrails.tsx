// Guardrails: what must not get worse, each option against the control.

import { Heads, right } from "../layout/heads.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { listed, named } from "./option-names.ts"
import type { Detail, Group, Measure } from "./results-types.ts"
import { shortAmount, unitsOf } from "./units.ts"
import { boundsOf, goesDown, marginOf } from "./verdict-words.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly level: number
}

export function Guardrails({ group, detail, level }: Props) {
  if (group.metrics.length === 0) return null
  const title = group.segment === null ? "what must not get worse" : `what must not get worse, ${group.segment}`
  const isEarly = group.metrics.every(({ differences }) => differences.every(({ difference }) => difference === null))
  return (
    <section class="card" aria-label="Guardrails">
      <h2>Guardrails: {title}</h2>
      {isEarly ? (
        <p>
          {listed(group.metrics.map(({ name }) => name))}: no figures yet. They come with their first published totals.
        </p>
      ) : (
        <>
          <p>
            Each option compared with {named(detail.control)}, the control. Fine: surely no worse than you allow. Worse:
            surely worse than you allow.
          </p>
          {group.metrics.map((measure) => (
            <MeasureTable key={measure.name} measure={measure} detail={detail} level={level} />
          ))}
        </>
      )}
    </section>
  )
}

/** More options than these are counted, not listed; those that harm are always listed. */
const mostListed = 20

function MeasureTable({ measure, detail, level }: { measure: Measure; detail: Detail; level: number }) {
  const units = unitsOf(boundsOf(detail, measure))
  const margin = shortAmount(units, marginOf(detail, measure.name))
  const meanOf = (name: string) => measure.arms.find(({ arm }) => arm === name)?.mean ?? null
  const shown = (mean: number | null) => (mean === null ? "–" : units.value(mean))
  const ordered = measure.differences.toSorted((one, other) => urgency[one.state] - urgency[other.state])
  const listedRows = ordered.filter(({ state }, place) => state === "worse" || place < mostListed)
  const hidden = ordered.length - listedRows.length
  return (
    <Scroll label={`Guardrail ${measure.name}`}>
      <table class="cardy">
        <caption>
          {measure.name}: {shown(meanOf(detail.control))} with {named(detail.control)}; you allow {margin}{" "}
          {goesDown(detail, measure.name) ? "less" : "more"}.
          {hidden === 0 ? "" : ` ${hidden} further options are not listed; none of them is worse for certain.`}
        </caption>
        <Heads
          of={[
            "Option",
            right("So far"),
            right(
              <>
                Difference <span class="nw">({Math.round(level * 100)} % interval)</span>
              </>,
            ),
            "State",
          ]}
        />
        <tbody>
          {listedRows.map(({ arm, difference, low, high, state }) => (
            <tr key={arm}>
              <th scope="row">{arm}</th>
              <td class="r" data-l="So far">
                {shown(meanOf(arm))}
              </td>
              <td class="r nw" data-l="Difference">
                {difference === null || low === null || high === null
                  ? "–"
                  : `${units.difference(difference, high - low, true)} (${units.differenceInterval(low, high)})`}
              </td>
              <td class="e">
                <span class={`chip ${looks[state]}`}>{words[state]}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

type State = Measure["differences"][number]["state"]

const urgency: Record<State, number> = { worse: 0, unknown: 1, fine: 2 }
const looks: Record<State, string> = { worse: "bad", unknown: "hollow", fine: "good" }
const words: Record<State, string> = { worse: "Worse", unknown: "Not known yet", fine: "Fine" }
