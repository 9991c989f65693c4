// The listed experiments in their parts, with the leads of all on one axis, and the button that
// marks harm as seen.

import { AxisLabels } from "../charts/interval-mark.tsx"
import { Button } from "../layout/button.tsx"
import { formatNumber } from "../text/numbers.ts"
import { ExperimentRow } from "./experiment-row.tsx"
import { createLeadAxis, type LeadAxis } from "./lead-axis.ts"
import { isHarmful } from "./row-text.ts"
import { countFiltered, type ExperimentListData, type Filter, type ListPart } from "./use-list.ts"

const titles: Readonly<Record<ListPart, string>> = {
  urgent: "Needs you now",
  waiting: "Waiting for your decision",
  learning: "Still learning",
  done: "Done",
}

interface Props {
  readonly list: ExperimentListData
  readonly filter: Filter
  readonly q: string
  /** Marks harm as seen; left out where the key may not. */
  readonly onSeen: ((id: string) => void) | undefined
  readonly onMore: (part: ListPart) => void
}

export function ExperimentParts({ list, filter, q, onSeen, onMore }: Props) {
  const axis = createLeadAxis(list.parts.flatMap(({ rows }) => rows))
  const shown = list.parts.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0)
    return (
      <p class="note">
        {q === "" ? "There is none of these." : `Nothing is called, has an option or has an id like “${q}”.`}
        {list.counts.archived > 0 && filter !== "archived" && ` Archived ones are apart: ${list.counts.archived}.`}
      </p>
    )
  return (
    <>
      <Heading axis={axis} />
      {shown.map(({ part, rows, hasMore }) => (
        <section key={part} aria-labelledby={`part-${part}`}>
          <h2 class="group-heading" id={`part-${part}`}>
            {filter === "archived" ? "Archived" : titles[part]}{" "}
            <span>{partCount(part, filter, list, rows.length, hasMore)}</span>
          </h2>
          <ul class="experiment-rows">
            {rows.map((row) => (
              <li key={row.id} class={isHarmful(row) ? "harm-unseen" : ""}>
                <ExperimentRow row={row} axis={axis} now={list.at} />
                {isHarmful(row) && onSeen !== undefined && (
                  <Button
                    class="small mark-seen"
                    aria-label={`Mark the harm in ${row.name} as seen`}
                    onClick={() => onSeen(row.id)}
                  >
                    Mark as seen
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {hasMore && (
            <p class="export-buttons">
              <Button onClick={() => onMore(part)}>Show more</Button>
            </p>
          )}
        </section>
      ))}
      <p class="caption list-footer">
        Harm first, then where answers come wrongly, then what waits for you; in each part the newest figures first.
        Lead in points (hundredths of the range of answers), with its 95 % interval; the dashed line is no lead. Privacy
        risk: most correct guesses about one person; a coin gets 50 in 100.
      </p>
    </>
  )
}

/** The service does not count parts within one status. */
function partCount(
  part: ListPart,
  filter: Filter,
  { counts }: ExperimentListData,
  shown: number,
  hasMore: boolean,
): string {
  if (filter === "all" || part === "done") {
    const count = part === "done" ? countFiltered(filter === "archived" ? "archived" : "done", counts) : counts[part]
    return formatNumber(count)
  }
  return hasMore ? `${shown} and more` : String(shown)
}

const Heading = ({ axis }: { readonly axis: LeadAxis }) => (
  <div class="experiment-row header-row" aria-hidden="true">
    <div>Experiment</div>
    <div>What it says</div>
    <div class="track-cell">
      Lead over the next
      <svg height="18" aria-hidden="true">
        <AxisLabels axis={axis} label={(tick) => (tick < 0 ? `−${-tick}` : tick)} y="13" />
      </svg>
    </div>
    <div class="align-right">People</div>
    <div class="align-right privacy-cell">Privacy risk</div>
    <div class="align-right time-cell">Last figures</div>
  </div>
)
