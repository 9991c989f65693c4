// All options: a few as rows with their figures, many as a dense table.

import { joinNames } from "@armistice/core/text"
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import { PictureButtons } from "../charts/export-bar.tsx"
import { formatPeople } from "../experiment/people.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatWindow } from "../text/times.ts"
import { DenseIntervals } from "./dense-intervals.tsx"
import { fitArmsAxis, IntervalRows } from "./interval-table.tsx"
import { quoteName, startWithName } from "./option-names.ts"
import { formatOptionsCsv } from "./options-csv.ts"
import { manyOptions } from "./over-people.ts"
import { compareBest, hasLeader, isWithoutFigures } from "./ranking.ts"
import type { Detail, Group, Results } from "./results-types.ts"
import { createUnits } from "./units.ts"

const raceStates: Readonly<Record<Group["state"], string>> = {
  no_answers: "no figures yet",
  too_early: "too early to say",
  leaning: "leaning",
  clear: "clear",
  guardrail: "clear",
  no_difference: "no difference worth naming",
  ended_undecided: "ended undecided",
}

/** Where harm comes first: "By Friday against No promise: too early to say, +2.3 points". */
function ComparisonNote({ group, detail }: { readonly group: Group; readonly detail: Detail }) {
  const { leader, next = null, lead = null } = compareBest(group) ?? {}
  if (leader === undefined || next === null || lead?.low == null || lead.high === null) return null
  const units = createUnits(detail.reward)
  const { low, high, difference } = lead
  const out = group.stoppedArms
  return (
    <>
      {startWithName(leader.arm)} against {quoteName(next.arm)}: <b>{raceStates[group.state]}</b>,{" "}
      {units.addUnit(units.formatDifference(difference ?? 0, high - low, true))} (
      {units.formatDifferenceInterval(low, high)}).{" "}
      {out.length > 0 &&
        `${startWithName(joinNames(out.map(quoteName)))} ${out.length === 1 ? "is" : "are"} out of the comparison. `}
    </>
  )
}

/** More groups than these do not fit side by side. */
const mostColumns = 2
/** More groups than these are shown one at a time. */
const mostBelow = 6

/** Where a group ranks the options, or there are too many groups to show. */
export const isChosenHere = (detail: Pick<Detail, "arms">, groups: readonly Group[]): boolean =>
  detail.arms.length > manyOptions || groups.length > mostBelow

interface Props {
  readonly detail: Detail
  readonly results: Results
  readonly chosen: Group
  /** The control that chooses another group. */
  readonly choice: ComponentChildren
}

export function OptionsCard({ detail, results, chosen, choice }: Props) {
  const groups = results.segments
  const axis = fitArmsAxis(groups)
  const drawn = useRef<HTMLDivElement>(null)
  const buttons = axis !== null && (
    <PictureButtons
      drawn={drawn}
      name={detail.name}
      what={choice === false ? "all options" : `all options, ${chosen.segment}`}
      note={`Dot: estimate. Bar: ${Math.round(results.level * 100)} % interval.`}
      at={results.at}
      csv={() => formatOptionsCsv(results)}
      hasLink
    />
  )
  const unknown = isWithoutFigures(chosen)
    ? []
    : chosen.arms.filter(({ mean, decisions }) => mean === null && decisions > 0)
  const dashed = hasLeader(chosen)
    ? `Dashed: the lowest that ${chosen.segment === null ? "the leader" : `the leader in ${chosen.segment}`} can be. `
    : ""
  if (detail.arms.length > manyOptions) {
    const columns = groups.length <= mostColumns ? groups : [chosen]
    return (
      <section class="card gap-below" aria-labelledby="options">
        <div class="between">
          <h2 id="options">All {formatNumber(detail.arms.length)} options</h2>
          {choice}
        </div>
        <p class="sub">
          {axis === null
            ? "No option has a figure yet."
            : `${groups.length > 1 ? `Ranked by ${chosen.segment}. ` : ""}Same axis for all. ${dashed}`}
          {dashed === "" ? "" : "An option whose bar is left of it cannot be the best there any more."}
        </p>
        <div ref={drawn}>
          <DenseIntervals key={chosen.segment} groups={columns} chosen={chosen} detail={detail} axis={axis} />
        </div>
        {buttons}
      </section>
    )
  }
  return (
    <section class="card gap-below" aria-labelledby="options">
      <div class="between">
        <h2 id="options">How well each option did</h2>
        <span class="text-sm muted">Dot: estimate. Bar: {Math.round(results.level * 100)} % interval</span>
      </div>
      {choice}
      <div ref={drawn}>
        {(isChosenHere(detail, groups) ? [chosen] : groups).map((group) => (
          <div key={group.segment}>
            {group.segment !== null && choice === false && <h3 class="gap-above">{group.segment}</h3>}
            <IntervalRows group={group} detail={detail} axis={axis} />
          </div>
        ))}
      </div>
      <div class="between text-and-buttons">
        <p class="caption">
          {chosen.harm.length > 0 && groups.length === 1 && <ComparisonNote group={chosen} detail={detail} />}
          {dashed === "" ? "" : `${dashed}An option whose bar ends left of it is not the best. `}
          {unknown.length > 0 &&
            `${unknown.map(({ arm, decisions }) => `${startWithName(arm)}: ${formatPeople(decisions, detail)} ${decisions === 1 ? "was" : "were"} given it, but its first batch of answers is not full. `).join("")}An option without a figure is never called best. `}
          {detail.arrivals === "private"
            ? "Hidden: whether someone answered is secret here."
            : `No answer: of those whose ${formatWindow(detail.rewardWindowSeconds)} are over.`}
        </p>
        {buttons}
      </div>
    </section>
  )
}
