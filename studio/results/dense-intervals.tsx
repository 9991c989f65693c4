// Many options as a dense table ranked by one group, with a column for each group. Options that
// cannot be best any more follow under a heading of their own.

import { canBeBest } from "@armistice/core/verdict-text"
import { useState } from "preact/hooks"
import type { Axis } from "../charts/axis.ts"
import { AxisLabels, IntervalMark } from "../charts/interval-mark.tsx"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { Button } from "../layout/button.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { capitalize, formatNumber } from "../text/numbers.ts"
import { hasLeader, rankOptions } from "./ranking.ts"
import type { Detail, Group, Option } from "./results-types.ts"
import { createUnits, type Units } from "./units.ts"

interface Props {
  /** The groups with a column. Narrow screens show only `chosen`. */
  readonly groups: readonly Group[]
  /** The group that ranks the rows. */
  readonly chosen: Group
  readonly detail: Detail
  readonly axis: Axis | null
}

const step = 100

export function DenseIntervals({ groups, chosen, detail, axis }: Props) {
  const [most, setMost] = useState(step)
  const units = createUnits(detail.reward)
  const leader = hasLeader(chosen) ? chosen.arms.find(({ arm }) => arm === chosen.leader) : undefined
  const order = rankOptions(chosen)
  const race = leader === undefined ? order : order.filter((option) => canBeBest(option, leader))
  const out = leader === undefined ? [] : order.filter((option) => !canBeBest(option, leader))
  const byGroup = groups.map((group) => new Map(group.arms.map((option) => [option.arm, option])))
  // An option without a figure has no rank.
  const rank = new Map(order.map(({ arm, mean }, index) => [arm, mean === null ? null : index + 1]))
  const shownRace = race.slice(0, most)
  const shownOut = out.slice(0, most - shownRace.length)
  const left = order.length - shownRace.length - shownOut.length
  const row = ({ arm }: Option) => (
    <DenseRow
      key={arm}
      arm={arm}
      rank={rank.get(arm) ?? null}
      cells={groups.map((group, index) => ({ group, option: byGroup[index]?.get(arm) }))}
      {...{ chosen, detail, axis, units, leader }}
    />
  )
  const where = chosen.segment === null ? "" : ` in ${chosen.segment}`
  return (
    <>
      <Scroll label="All options">
        <table class="dense">
          <thead>
            <tr>
              <td class="rank" />
              <th scope="col">Option</th>
              {groups.map((group) => (
                <GroupHead key={group.segment} group={group} {...{ chosen, axis, units }} />
              ))}
              {groups.map((group) => (
                <th
                  key={group.segment}
                  scope="col"
                  class={`align-right people-cell${group === chosen ? "" : " wide-only"}`}
                >
                  {capitalize(countingUnit(detail))}
                  {groups.length > 1 ? ` ${group.segment}` : ""}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{shownRace.map(row)}</tbody>
          {shownOut.length > 0 && (
            <tbody class="stopped-rows">
              <tr class="group-row">
                <td colSpan={3}>{`Cannot be the best${where} any more (${formatNumber(out.length)})`}</td>
              </tr>
              {shownOut.map(row)}
            </tbody>
          )}
        </table>
      </Scroll>
      {left > 0 && (
        <Button class="small gap-above" onClick={() => setMost(most + step)}>
          Show {formatNumber(Math.min(step, left))} more of {formatNumber(left)}
        </Button>
      )}
    </>
  )
}

interface GroupHeadProps {
  readonly group: Group
  readonly chosen: Group
  readonly axis: Axis | null
  readonly units: Units
}

function GroupHead({ group, chosen, axis, units }: GroupHeadProps) {
  const off = group === chosen ? "" : " wide-only"
  return (
    <>
      <th scope="col" class={`align-right${off}`}>
        {group.segment ?? "Mean"}
      </th>
      <td class={`track-cell${off}`}>
        {axis !== null && (
          <svg aria-hidden="true" height="28">
            <AxisLabels axis={axis} label={units.formatTick} />
          </svg>
        )}
      </td>
    </>
  )
}

interface DenseRowProps {
  readonly arm: string
  readonly rank: number | null
  readonly cells: readonly { readonly group: Group; readonly option: Option | undefined }[]
  readonly chosen: Group
  readonly detail: Detail
  readonly axis: Axis | null
  readonly units: Units
  readonly leader: Option | undefined
}

function DenseRow({ arm, rank, cells, chosen, detail, axis, units, leader }: DenseRowProps) {
  const isLead = leader?.arm === arm
  return (
    <tr class={isLead ? "leading-row" : ""}>
      <td class="rank">{rank}</td>
      <th scope="row" title={arm}>
        <span>{arm}</span>
        {/* On phones, where there is no room for a column of it. */}
        <small>{formatPeople(cells.find(({ group }) => group === chosen)?.option?.decisions ?? 0, detail)}</small>
      </th>
      {cells.map(({ group, option }) => {
        const off = group === chosen ? " chosen-group" : " wide-only"
        const { mean = null, low = null, high = null } = option ?? {}
        const isOwnLead = hasLeader(group) && group.leader === arm
        return (
          <>
            <td class={`align-right numeric${off}`}>{mean === null ? "–" : units.formatValue(mean)}</td>
            <td class={`track-cell${off}`}>
              {axis !== null && (
                <IntervalMark
                  {...{ axis, low, mean, high }}
                  isLead={isOwnLead}
                  dashed={group === chosen ? (leader?.low ?? null) : null}
                  height={26}
                  dot={3.5}
                />
              )}
            </td>
          </>
        )
      })}
      {cells.map(({ group, option }) => (
        <td
          key={group.segment}
          class={`align-right numeric people-cell${group === chosen ? " chosen-group" : " wide-only"}`}
        >
          {formatNumber(option?.decisions ?? 0)}
        </td>
      ))}
    </tr>
  )
}
