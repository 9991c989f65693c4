// The estimates of a group over the number of people.

import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import { PictureButtons } from "../charts/export-bar.tsx"
import { countingUnit } from "../experiment/people.ts"
import { capitalize, formatNumber } from "../text/numbers.ts"
import { LinePlot } from "./line-plot.tsx"
import { startWithName } from "./option-names.ts"
import { listOptionLines, manyOptions, type OptionLine } from "./over-people.ts"
import { hasLeader, isWithoutFigures } from "./ranking.ts"
import type { Detail, Group, HistoryEntry, Results } from "./results-types.ts"

interface Props {
  readonly detail: Detail
  readonly results: Results
  readonly history: readonly HistoryEntry[]
  readonly chosen: Group
  readonly choice: ComponentChildren
}

export function EstimatesCard({ detail, results, history, chosen, choice }: Props) {
  const lines = useMemo(() => listOptionLines(chosen, history), [chosen, history])
  const drawn = useRef<HTMLDivElement>(null)
  const others = detail.arms.length - 2
  const where = chosen.segment === null ? "" : `${startWithName(chosen.segment)}: `
  const title =
    detail.arms.length > manyOptions && hasLeader(chosen)
      ? `the leader, the next, and the other ${formatNumber(others)}`
      : `the estimates as ${countingUnit(detail)} came`
  const known = chosen.arms.filter(({ mean }) => mean !== null).length
  const bands = describeBands(lines, results.level)
  return (
    <section class="card" aria-labelledby="estimates">
      <h2 id="estimates">{where === "" ? capitalize(title) : `${where}${title}`}</h2>
      {choice}
      <div ref={drawn}>
        <LinePlot
          lines={lines}
          detail={detail}
          isTall={chosen.state === "too_early"}
          empty={
            isWithoutFigures(chosen)
              ? "This method publishes no figures of the options."
              : "The first figures come once enough people have answered."
          }
        />
      </div>
      {lines.length > 0 && (
        <p class="caption">
          {bands}
          {lines.length < known && `Of the ${formatNumber(known)} with a figure the best ${lines.length} are drawn. `}
          The first figures are noisy on purpose: noise hides each person.
        </p>
      )}
      {lines.length > 0 && (
        <PictureButtons
          drawn={drawn}
          name={detail.name}
          what={`${where}${title}`}
          {...(bands === "" ? {} : { note: bands.trim() })}
          at={results.at}
        />
      )}
    </section>
  )
}

/** Hairlines have no band. */
function describeBands(lines: readonly OptionLine[], level: number): string {
  const banded = lines.filter(({ look }) => look !== "faint").length
  if (banded === 0) return ""
  return `Bands are the ${Math.round(level * 100)}\u00a0% intervals${banded < lines.length ? " of the leader and the next" : ""}. `
}
