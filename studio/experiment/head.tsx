// The name of an experiment, where it stands, since when, how many people came, and how long it may take.

import type { Me } from "../experiments/me.ts"
import { may } from "../experiments/me.ts"
import type { Deed, Detail } from "../results/results-types.ts"
import { isolated } from "../text/isolated.ts"
import { countInWords } from "../text/numbers.ts"
import { agoText, daysText, dayText, durationText } from "../text/times.ts"
import { countedIn, peopleIn, plannedIn } from "./people.ts"
import { servedIn } from "./served.ts"
import type { ExperimentData } from "./use-experiment.ts"

const chips: Readonly<Record<string, { words: string; look: string }>> = {
  running: { words: "Running", look: "accent live" },
  paused: { words: "Paused", look: "warn" },
  finished: { words: "Finished", look: "" },
  archived: { words: "Archived", look: "" },
}

export function Head({ data, me }: { readonly data: ExperimentData; readonly me: Me }) {
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
        {!may(me, "operate") && <span class="chip hollow">Read only · {me.role} key</span>}
      </div>
      <div class="facts">
        <Facts detail={detail} activity={audited?.activity ?? []} now={at} />
      </div>
    </div>
  )
}

interface FactsProps {
  readonly detail: Detail
  readonly activity: readonly Deed[]
  readonly now: number
}

function Facts({ detail, activity, now }: FactsProps) {
  const people = peopleIn(detail)
  const planned = plannedIn(detail)
  const since = Date.parse(detail.createdAt)
  const count = <b class="numeric">{people.toLocaleString("en-US")}</b>
  const last = (action: string) => activity.find((one) => one.action === action && one.outcome === "done")
  if (detail.status === "finished" || detail.status === "archived") {
    const ended = last("finish") ?? last("archive")
    return (
      <>
        <span>{ended === undefined ? `Since ${dayText(since, now)}` : daysText(since, Date.parse(ended.at), now)}</span>
        <span>
          {people === 0 ? (
            "Nobody was counted"
          ) : (
            <>
              {count} {countedIn(detail) === "people" ? "people took part" : "visits counted"}
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
      <span>{now - since < dayMs ? beganText(now - since) : `Since ${dayText(since, now)}`}</span>
      <People detail={detail} />
      {paused !== undefined && (
        <span>
          Paused by {byWhom(paused.key)}, {agoText(Date.parse(paused.at), now)}
        </span>
      )}
      {detail.status === "running" && people >= planned && <span>All planned {countedIn(detail)} have come</span>}
      {detail.status === "running" && people > 0 && people < planned && (
        <span>{leftText(people, planned, now - since)}</span>
      )}
    </>
  )
}

const dayMs = 86_400_000

/** "Began 9 hours ago"; of seconds nobody asks. */
const beganText = (ms: number): string => (ms < 60_000 ? "Began just now" : `Began ${durationText(ms)} ago`)

/** "17 days left at this pace"; nothing where that is no plan any more. */
function leftText(people: number, planned: number, ms: number): string | null {
  const left = (ms * (planned - people)) / people
  return left > 3650 * dayMs ? null : `${durationText(left)} left at this pace`
}

/** Of more groups only all together. */
const mostGroups = 3

function People({ detail }: { readonly detail: Detail }) {
  const { progress } = detail
  const planned = countInWords(plannedIn(detail))
  if (progress.length === 1 || progress.length > mostGroups)
    return (
      <span>
        <b class="numeric">{peopleIn(detail).toLocaleString("en-US")}</b> {countedIn(detail)}, planned {planned}
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
            {isolated(segment ?? "")} <b class="numeric">{round.toLocaleString("en-US")}</b>
            {index === 0 && ` ${countedIn(detail)}`}
          </span>
        ))}
        , planned {countInWords(detail.horizon)} each
      </span>
    </>
  )
}

const byWhom = ({ id, name }: Deed["key"]): string =>
  id === null ? (name === "service" ? "the service itself" : "someone without a key") : `key “${isolated(name)}”`

/** In each group, where there are several. */
function Served({ detail }: { readonly detail: Detail }) {
  const served = servedIn(detail)
  const [only] = served
  if (only !== undefined && new Set(served.map(({ arm }) => arm)).size === 1) return <b>{isolated(only.arm)}</b>
  if (served.length > 4) return <>what did best in their group</>
  return (
    <>
      {served.map(({ group, arm }, index) => (
        <span key={group}>
          {index > 0 && ", "}
          <b>{isolated(arm)}</b> in {isolated(group ?? "")}
        </span>
      ))}
    </>
  )
}
