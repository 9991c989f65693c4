// Notes about answers: until when late ones still count, and what is wrong with how they come.

import { formatDay, formatMoment } from "../text/times.ts"
import { countGroupPeople } from "./ranking.ts"
import type { ActivityEntry, Detail, Group, Option, Results } from "./results-types.ts"

interface Props {
  readonly results: Results
  readonly detail: Detail
  readonly activity: readonly ActivityEntry[]
}

const hasAll = ({ decisions, rewards }: Option): boolean => rewards !== null && rewards >= decisions

const dayMs = 24 * 60 * 60 * 1000

export function LateAnswers({ results, detail, activity }: Props) {
  const finish = activity.find(({ action, outcome }) => action === "finish" && outcome === "done")
  if (results.status !== "finished" || finish === undefined || detail.purgedAt !== null) return null
  // With private arrivals it is unknown who has answered.
  if (results.segments.every((group) => countGroupPeople(group) === 0 || group.arms.every(hasAll))) return null
  // With private arrivals windows end with a tick.
  const until = Date.parse(finish.at) + 1000 * (detail.rewardWindowSeconds + (detail.tickSeconds ?? 0))
  if (until <= Date.now()) return null
  const when = until - Date.now() > dayMs ? formatDay(until) : formatMoment(until)
  return (
    <p class="note gap-below">
      <b>Late answers still count until {when}.</b> People who came last have until then to answer; the figures can
      still move a little. The report says which day it is from.
    </p>
  )
}

type Finding = NonNullable<Group["integrity"]>[number]

const saidElsewhere: ReadonlySet<Finding["kind"]> = new Set(["answers_differ", "all_largest"])

export function IntegrityNotes({ groups }: { readonly groups: readonly Group[] }) {
  // A problem of the whole experiment is listed in each of its groups.
  const notes = new Map<string, Finding>()
  for (const { integrity } of groups)
    for (const found of integrity ?? []) if (!saidElsewhere.has(found.kind)) notes.set(found.sentence, found)
  return (
    <>
      {[...notes.values()].map(({ sentence, advice }) => (
        <p key={sentence} class="note warn gap-below" role="status">
          <b>{sentence}</b> {advice}
        </p>
      ))}
    </>
  )
}

export function NearlyAllLargest({ groups }: { readonly groups: readonly Group[] }) {
  const told = groups.filter(({ nearlyAllLargest }) => nearlyAllLargest)
  if (told.length === 0) return null
  const names = told.flatMap(({ segment }) => (segment === null ? [] : [segment]))
  return (
    <p class="note warn gap-below" role="status">
      <b>Nearly every answer is the largest one{names.length === 0 ? "" : ` in ${names.join(", ")}`}.</b> This
      experiment was created as one in which people who do nothing send an answer too. If your program sends only
      successes, anyone who sees that someone answered knows what they answered. Then finish this one and begin another
      in which only successes are sent: it hides who answered. If everyone does answer, there is nothing to do.
    </p>
  )
}
