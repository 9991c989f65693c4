// The timeline, newest entry first: who did what, and when the verdict changed by itself.

import { useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { describeActor, describeRefusal, nameAction } from "../text/activity-text.ts"
import { isolateName } from "../text/isolate-name.ts"
import { findLevel } from "../text/privacy-levels.ts"
import { formatMoment } from "../text/times.ts"
import { quoteName, startWithName } from "./option-names.ts"
import type { ActivityEntry, Detail, HistoryEntry, Results } from "./results-types.ts"

const firstShown = 6

export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, firstShown)
  return (
    <section class="card" aria-labelledby="who-did-what">
      <h2 id="who-did-what">Who did what</h2>
      {entries.length === 0 ? (
        <p>Nothing is on record that this key may see.</p>
      ) : (
        <ol class="timeline text-sm">
          {shown.map(({ key, at, words, by }, index) => (
            <li key={key} class={index === 0 ? "now" : ""}>
              <span>{words}</span>
              <small>
                {formatMoment(Date.parse(at))} · {by}
              </small>
            </li>
          ))}
        </ol>
      )}
      {entries.length > shown.length && (
        <Button class="small" onClick={() => setWhole(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  )
}

export interface TimelineEntry {
  readonly key: string
  readonly at: string
  readonly words: string
  readonly by: string
  /** Among entries of one moment the largest came last. */
  readonly order: number
}

/** The newest first. */
export function listTimeline(
  activity: readonly ActivityEntry[],
  history: readonly HistoryEntry[],
  detail: Pick<Detail, "guarantee" | "subject" | "segments" | "stopped" | "context">,
  results: Results,
): TimelineEntry[] {
  const entries = activity.map((entry) => ({
    key: `activity ${entry.number}`,
    at: entry.at,
    words: describeAction(entry, detail, results),
    by: describeActor(entry),
    // People act on what is already known.
    order: Number.POSITIVE_INFINITY,
  }))
  return [...entries, ...listVerdictChanges(history, detail)].sort(
    (one, other) => other.at.localeCompare(one.at) || (one.order === other.order ? 0 : other.order - one.order),
  )
}

function describeAction(
  { action, outcome, count, at }: ActivityEntry,
  { subject, guarantee, stopped }: Pick<Detail, "guarantee" | "subject" | "stopped">,
  results: Results,
): string {
  if (outcome === "refused") return describeRefusal(action, count)
  switch (action) {
    case "create": {
      const eta = subject.eta ?? guarantee.eta
      const level = eta === null ? undefined : findLevel(eta)
      return level === undefined ? "Created" : `Created with ${level.name.toLowerCase()} privacy`
    }
    case "finish": {
      const [only] = results.segments
      const given = results.segments.length === 1 ? (only?.recommended ?? null) : null
      return given === null ? "Finished" : `Finished: everyone new is given ${quoteName(given)}`
    }
    case "finish-everyone": {
      const [only] = results.segments
      const given = results.segments.length === 1 ? (only?.recommended ?? null) : null
      return given === null ? "Finished for everyone" : `Finished: everyone is given ${quoteName(given)}`
    }
    case "stop-arm": {
      // Activity names no options; those still stopped are known.
      const stop = stopped.find((one) => Math.abs(Date.parse(one.at) - Date.parse(at)) < 1000)
      if (stop === undefined) return "An option was stopped"
      if (stop.cause === "harm")
        return `${startWithName(stop.arm)} stopped: ${stop.metric ?? "a guardrail"} surely worse`
      return `${startWithName(stop.arm)} stopped${stop.reason === null ? "" : `: “${stop.reason}”`}`
    }
    default:
      return nameAction(action)
  }
}

const changeText: Partial<Record<HistoryEntry["state"], string>> = {
  clear: "became clear",
  no_difference: "became: no difference worth naming",
  guardrail: "became: ahead, but a guardrail is worse",
  leaning: "began to lean",
  too_early: "went back to: too early to say",
}

/** With context the state is of all groups together. */
const groupChangeText: Partial<Record<HistoryEntry["state"], string>> = {
  clear: "Every group is decided",
  no_difference: "No group has a difference worth naming",
  guardrail: "A guardrail got worse",
}

/** A verdict may waver: only the latest change to each state is listed. */
function listVerdictChanges(
  history: readonly HistoryEntry[],
  { segments, context }: Pick<Detail, "segments" | "context">,
): TimelineEntry[] {
  const last = new Map<string | null, HistoryEntry["state"]>()
  const found = new Map<string, TimelineEntry>()
  for (const { segment, state, at, release, leader } of history) {
    const words = context === null ? changeText[state] : groupChangeText[state]
    const before = last.get(segment)
    const isFirst = state === "too_early" && (before === undefined || before === "no_answers")
    if (words !== undefined && before !== state && !isFirst) {
      const where = segments === null ? "" : ` in ${isolateName(segment ?? "")}`
      const towards = state === "leaning" && leader !== null ? ` towards ${quoteName(leader)}` : ""
      found.set(`${segment} ${state}`, {
        key: `verdict ${release} ${segment}`,
        at,
        words: context === null ? `The verdict${where} ${words}${towards}` : words,
        by: "by itself",
        order: release,
      })
    }
    last.set(segment, state)
  }
  return [...found.values()]
}
