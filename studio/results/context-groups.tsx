// Which option for which group: the groups of an experiment with context on one axis, and what all
// of it rests on.

import { Fragment } from "preact"
import { useRef, useState } from "preact/hooks"
import type { Axis } from "../charts/axis.ts"
import { PictureButtons } from "../charts/export-bar.tsx"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { Button } from "../layout/button.tsx"
import { formatNumber } from "../text/numbers.ts"
import { findOnlyAttribute } from "./attribute-names.ts"
import { countContextPeople, describeGroup, isLed, rankArms } from "./group-text.ts"
import { fitArmsAxis, IntervalCells, IntervalHead } from "./interval-table.tsx"
import { formatGroupsCsv } from "./options-csv.ts"
import { describeBasis } from "./personalisation-text.ts"
import type { ContextGroup, Detail, Results } from "./results-types.ts"
import { formatShare } from "./units.ts"
import { Pieces } from "./verdict.tsx"

interface Props {
  readonly detail: Detail
  readonly results: Results
}

const firstGroups = 10

export function ContextGroups({ detail, results }: Props) {
  const { groups = null } = results
  const [isWhole, setWhole] = useState(false)
  const drawn = useRef<HTMLDivElement>(null)
  if (groups === null) return null
  const axis = fitArmsAxis(groups)
  const one = findOnlyAttribute(detail) ?? "group"
  const shown = isWhole ? groups : groups.slice(0, firstGroups)
  const level = Math.round(results.level * 100)
  return (
    <section class="card gap-below" aria-labelledby="groups">
      <div class="between">
        <h2 id="groups">Which option for which {one}</h2>
        <span class="text-sm muted">Dot: estimate. Bar: {level} % interval, for all groups at once</span>
      </div>
      <div ref={drawn}>
        <div class="interval-table group-table">
          <IntervalHead detail={detail} axis={axis} />
          {shown.map((group) => (
            <GroupRows key={group.group} {...{ group, detail, axis }} />
          ))}
        </div>
      </div>
      {shown.length < groups.length && (
        <Button class="small gap-above" onClick={() => setWhole(true)}>
          Show all {formatNumber(groups.length)} groups
        </Button>
      )}
      <div class="between text-and-buttons">
        <p class="caption">
          {groups.some(isLed) && `Dashed: the lowest that the leader of that ${one} can be. `}
          {results.status === "running" && `New ${countingUnit(detail)} are given more of what works for their ${one}.`}
        </p>
        {axis !== null && (
          <PictureButtons
            drawn={drawn}
            name={detail.name}
            what={`which option for which ${one}`}
            note={`Dot: estimate. Bar: ${level} % interval, for all groups at once.`}
            at={results.at}
            csv={() => formatGroupsCsv(results)}
            hasLink
          />
        )}
      </div>
    </section>
  )
}

interface RowsProps {
  readonly group: ContextGroup
  readonly detail: Detail
  readonly axis: Axis | null
}

function GroupRows({ group, detail, axis }: RowsProps) {
  const { chip, chipTone, sentences } = describeGroup(group, detail)
  const people = countContextPeople(group)
  const leader = isLed(group) ? group.arms.find(({ arm }) => arm === group.leader) : undefined
  const share = formatShare(group.share)
  return (
    <>
      <div class="group-head">
        <h3>{group.group}</h3>
        <span class="muted nowrap">{people === null ? share : `${formatPeople(people, detail)}, ${share}`}</span>
        <span class={`chip ${chipTone}`}>{chip}</span>
        <span class="group-words">
          <Pieces pieces={sentences} />
        </span>
      </div>
      {group.leader !== null &&
        rankArms(group).map((option) => {
          const isStopped = detail.stopped.some(({ arm }) => arm === option.arm)
          const note = isStopped ? "stopped" : ""
          return (
            <IntervalCells
              key={option.arm}
              {...{ option, leader, axis, detail, note, isStopped, missing: "no figure yet" }}
            />
          )
        })}
    </>
  )
}

export const ContextBasis = ({ detail, results }: Props) => (
  <section class="card" aria-labelledby="basis">
    <h2 id="basis">What this rests on</h2>
    <dl class="properties basis">
      {describeBasis(detail, results.level).map(([name, words]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
)
