// The head of an experiment's page: name, status, since when, how many people, how long still.

import { type Account, may } from "../experiments/account.ts"
import { describeAttributes, findOnlyAttribute } from "../results/attribute-names.ts"
import { hasEnded } from "../results/ranking.ts"
import type { ActivityEntry, Detail } from "../results/results-types.ts"
import { isolateName } from "../text/isolate-name.ts"
import { capitalize, formatCount, formatNumber } from "../text/numbers.ts"
import { formatAgo, formatDay, formatDayRange, formatDuration } from "../text/times.ts"
import { countingUnit, countPeople, countPlanned } from "./people.ts"
import { listServed } from "./stopped-options.ts"
import type { ExperimentData } from "./use-experiment.ts"

const chips: Readonly<Record<string, { words: string; look: string }>> = {
  running: { words: "Running", look: "accent live" },
  paused: { words: "Paused", look: "warn" },
  finished: { words: "Finished", look: "" },
  archived: { words: "Archived", look: "" },
}

export function Head({ data, account }: { readonly data: ExperimentData; readonly account: Account }) {
  const { detail, audited, at } = data
  const { words, look } = chips[detail.status] ?? { words: detail.status, look: "" }
  return (
    <div>
      <div class="title-line">
        <h1>{detail.name}</h1>
        <span class={`chip ${look}`}>{words}</span>
        {detail.stopped.length > 0 && (
          <span class={detail.stopped.some(({ cause }) => cause === "harm") ? "chip bad" : "chip"}>
            {detail.stopped.length === 1 ? "1 option stopped" : `${detail.stopped.length} options stopped`}
          </span>
        )}
        {!may(account, "operate") && (
          <span class="chip hollow">
            Read only · {account.role} {account.person === null ? "key" : "role"}
          </span>
        )}
      </div>
      <div class="facts text-sm muted">
        <Facts detail={detail} activity={audited?.activity ?? []} now={at} />
      </div>
    </div>
  )
}

interface FactsProps {
  readonly detail: Detail
  readonly activity: readonly ActivityEntry[]
  readonly now: number
}

function Facts({ detail, activity, now }: FactsProps) {
  const people = countPeople(detail)
  const planned = countPlanned(detail)
  const since = Date.parse(detail.createdAt)
  const count = <b class="numeric">{formatNumber(people)}</b>
  const last = (action: string) => activity.find((one) => one.action === action && one.outcome === "done")
  if (hasEnded(detail)) {
    const ended = last("finish") ?? last("archive")
    return (
      <>
        <span>
          {ended === undefined ? `Since ${formatDay(since, now)}` : formatDayRange(since, Date.parse(ended.at), now)}
        </span>
        <span>
          {people === 0 ? (
            "Nobody was counted"
          ) : (
            <>
              {count} {countingUnit(detail) === "people" ? "people took part" : "visits counted"}
            </>
          )}
        </span>
        {detail.status === "finished" ? (
          <span>
            {detail.everyone ? "Everyone is given" : "Everyone new is given"} <Served detail={detail} />
          </span>
        ) : (
          <span>Closed: nobody is given an option any more</span>
        )}
      </>
    )
  }
  const paused = detail.status === "paused" ? last("pause") : undefined
  return (
    <>
      <span>{now - since < dayMs ? formatBegin(now - since) : `Since ${formatDay(since, now)}`}</span>
      <People detail={detail} />
      {detail.context !== null && <span>{capitalize(describeAttributes(detail) ?? "")}</span>}
      {paused !== undefined && (
        <span>
          Paused by {nameActor(paused.key)}, {formatAgo(Date.parse(paused.at), now)}
        </span>
      )}
      {detail.status === "running" && people >= planned && <span>All planned {countingUnit(detail)} have come</span>}
      {detail.status === "running" && people > 0 && people < planned && (
        <span>{formatTimeLeft(people, planned, now - since)}</span>
      )}
    </>
  )
}

const dayMs = 86_400_000

/** "Began 9 hours ago". */
const formatBegin = (ms: number): string => (ms < 60_000 ? "Began just now" : `Began ${formatDuration(ms)} ago`)

/** "17 days left at this pace"; nothing beyond ten years. */
function formatTimeLeft(people: number, planned: number, ms: number): string | null {
  const left = (ms * (planned - people)) / people
  return left > 3650 * dayMs ? null : `${formatDuration(left)} left at this pace`
}

/** With more groups, only the total is shown. */
const mostGroups = 3

function People({ detail }: { readonly detail: Detail }) {
  const { progress } = detail
  const planned = formatCount(countPlanned(detail))
  if (progress.length === 1 || progress.length > mostGroups)
    return (
      <span>
        <b class="numeric">{formatNumber(countPeople(detail))}</b> {countingUnit(detail)}, planned {planned}
      </span>
    )
  return (
    <>
      <span>
        {detail.arms.length} options in {progress.length} groups that learn apart
      </span>
      <span>
        {progress.map(({ segment, round }, index) => (
          <span key={segment}>
            {index > 0 && ", "}
            {isolateName(segment ?? "")} <b class="numeric">{formatNumber(round)}</b>
            {index === 0 && ` ${countingUnit(detail)}`}
          </span>
        ))}
        , planned {formatCount(detail.horizon)} each
      </span>
    </>
  )
}

const nameActor = ({ id, name }: ActivityEntry["key"]): string =>
  id === null ? (name === "service" ? "the service itself" : "someone without a key") : `key “${isolateName(name)}”`

/** The option that everyone new is given, by group where groups differ. */
function Served({ detail }: { readonly detail: Detail }) {
  const served = listServed(detail)
  const [only] = served
  if (detail.context !== null) return <>what did best for their {findOnlyAttribute(detail) ?? "group"}</>
  if (only !== undefined && new Set(served.map(({ arm }) => arm)).size === 1) return <b>{isolateName(only.arm)}</b>
  if (served.length > 4) return <>what did best in their group</>
  return (
    <>
      {served.map(({ group, arm }, index) => (
        <span key={group}>
          {index > 0 && ", "}
          <b>{isolateName(arm)}</b> in {isolateName(group ?? "")}
        </span>
      ))}
    </>
  )
}
