// Guardrails: what must not get worse, with the leader against another option.

import { Heads, right } from "../layout/heads.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { listed, shortNames } from "./option-names.ts"
import type { Detail, Group, Measure } from "./results-types.ts"
import { standingOf } from "./standing.ts"
import { unitsOf } from "./units.ts"
import { boundsOf, surestHarm } from "./verdict-words.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly level: number
}

export function Guardrails({ group, detail, level }: Props) {
  if (group.metrics.length === 0) return null
  const title = group.segment === null ? "what must not get worse" : `what must not get worse, ${group.segment}`
  const standing = standingOf(group)
  const rows = standing === null ? [] : group.metrics.map((measure) => rowOf(measure, group, detail))
  const isEarly = rows.every(({ difference }) => difference === null)
  const other = commonOther(rows)
  const short = shortNames(detail.arms)
  return (
    <section class="card" aria-label="Guardrails">
      <h2>Guardrails: {title}</h2>
      {isEarly || standing === null ? (
        <p>
          {listed(group.metrics.map(({ name }) => name))}: no figures yet. They come with their first published totals.
        </p>
      ) : (
        <>
          <p>
            Compared with {other ?? "another option"}. They share the one limit on what can be learned about a person.
          </p>
          <Scroll label="Guardrails">
            <table class="cardy">
              <Heads
                of={[
                  "Measure",
                  right(other === null ? "Other" : short(other)),
                  right(short(standing.leader.arm)),
                  right(
                    <>
                      Difference <span class="nw">({Math.round(level * 100)} % interval)</span>
                    </>,
                  ),
                  "So far",
                ]}
              />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.name}>
                    <th scope="row">{row.name}</th>
                    <td class="r" data-l={short(row.other)}>
                      {row.otherMean}
                      {other === null ? ` with ${short(row.other)}` : ""}
                    </td>
                    <td class="r" data-l={short(standing.leader.arm)}>
                      {row.leaderMean}
                    </td>
                    <td class="r nw" data-l="Difference">
                      {row.difference ?? "–"}
                    </td>
                    <td class="e">
                      <span class={`chip ${row.look}`}>{row.words}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </>
      )}
    </section>
  )
}

interface Row {
  readonly name: string
  readonly other: string
  readonly otherMean: string
  readonly leaderMean: string
  readonly difference: string | null
  readonly look: string
  readonly words: string
}

/** Against the option it is worse with where it is; else against the one served before, or the next where that leads. */
function rowOf(measure: Measure, group: Group, detail: Detail): Row {
  const { worse = "higher" } = detail.metrics.find(({ name }) => name === measure.name) ?? {}
  const units = unitsOf(boundsOf(detail, measure))
  const usual = detail.fallbackArm === group.leader ? standingOf(group)?.next?.arm : detail.fallbackArm
  const against = measure.harmed
    ? surestHarm(measure, worse)
    : (measure.differences.find(({ arm }) => arm === usual) ?? null)
  const other = against?.arm ?? usual ?? detail.fallbackArm
  const meanOf = (name: string | null) => measure.arms.find(({ arm }) => arm === name)?.mean ?? null
  const shown = (mean: number | null) => (mean === null ? "–" : units.value(mean))
  const base = { name: measure.name, other, otherMean: shown(meanOf(other)), leaderMean: shown(meanOf(group.leader)) }
  if (against === null || against.difference === null || against.low === null || against.high === null)
    return { ...base, difference: null, look: "hollow", words: "Too early" }
  const { difference, low, high } = against
  const text = `${units.difference(difference, high - low, true)} (${units.differenceInterval(low, high)})`
  if (measure.harmed) return { ...base, difference: text, look: "bad", words: "Worse" }
  const isSurelyFine = worse === "lower" ? low >= 0 : high <= 0
  return isSurelyFine
    ? { ...base, difference: text, look: "good", words: "Fine" }
    : { ...base, difference: text, look: "", words: "No sign of harm" }
}

const commonOther = (rows: readonly Row[]): string | null =>
  new Set(rows.map(({ other }) => other)).size === 1 ? (rows[0]?.other ?? null) : null
