// Who did what, in plain words: rows of the activity, and the moments when the verdict changed by itself.

import { isolated } from "../text/isolated.ts"
import { levelOf } from "../text/privacy-levels.ts"
import { atStart, named } from "./option-names.ts"
import type { Deed, Detail, Known, Results } from "./results-types.ts"

export interface Told {
  readonly key: string
  readonly at: string
  readonly words: string
  readonly by: string
  /** Of several at one moment, which came last. */
  readonly order: number
}

/** The newest first. */
export function toldDeeds(
  deeds: readonly Deed[],
  history: readonly Known[],
  detail: Pick<Detail, "guarantee" | "subject" | "segments" | "stopped">,
  results: Results,
): Told[] {
  const told = deeds.map((deed) => ({
    key: `deed ${deed.number}`,
    at: deed.at,
    words: deedWords(deed, detail, results),
    by: byWhom(deed),
    // What someone does comes after what was known by then.
    order: Number.POSITIVE_INFINITY,
  }))
  return [...told, ...turns(history, detail)].sort(
    (one, other) => other.at.localeCompare(one.at) || (one.order === other.order ? 0 : other.order - one.order),
  )
}

function deedWords(
  { action, outcome, count, at }: Deed,
  { subject, guarantee, stopped }: Pick<Detail, "guarantee" | "subject" | "stopped">,
  results: Results,
): string {
  if (outcome === "refused") return `Refused: ${action.replaceAll("_", " ")}${count > 1 ? `, ${count} times` : ""}`
  switch (action) {
    case "create": {
      const eta = subject.eta ?? guarantee.eta
      const level = eta === null ? undefined : levelOf(eta)
      return level === undefined ? "Created" : `Created with ${level.name.toLowerCase()} privacy`
    }
    case "pause":
      return "Paused: everyone is given the control"
    case "pause-sticky":
      return "Paused: people keep their option"
    case "resume":
      return "Resumed"
    case "finish": {
      const [only] = results.segments
      const given = results.segments.length === 1 ? (only?.recommended ?? null) : null
      return given === null ? "Finished" : `Finished: everyone new is given ${named(given)}`
    }
    case "finish-everyone": {
      const [only] = results.segments
      const given = results.segments.length === 1 ? (only?.recommended ?? null) : null
      return given === null ? "Finished for everyone" : `Finished: everyone is given ${named(given)}`
    }
    case "extend":
      return "Extended: more people are learned from"
    case "stop-arm": {
      // The log has no names of options; of one that is still stopped they are known.
      const stop = stopped.find((one) => Math.abs(Date.parse(one.at) - Date.parse(at)) < 1000)
      if (stop === undefined) return "An option was stopped"
      if (stop.cause === "harm") return `${atStart(stop.arm)} stopped: ${stop.metric ?? "a guardrail"} surely worse`
      return `${atStart(stop.arm)} stopped${stop.reason === null ? "" : `: “${stop.reason}”`}`
    }
    case "resume-arm":
      return "An option was resumed for new people"
    case "add-arm":
      return "An option was added"
    case "harm-seen":
      return "Harm marked as seen"
    case "archive":
      return "Archived"
    case "edit":
      return "Name, description or labels changed"
    case "purge":
      return "Answers, noise and people were removed for good"
    case "ripe":
      return "Answers count from a greater age on"
    case "erase":
      return "One person was forgotten on request"
    case "accept-restore":
      return "Learning again after the store was restored"
    default:
      return action.charAt(0).toUpperCase() + action.slice(1).replaceAll(/[-_]/g, " ")
  }
}

/** "key “growth”". */
function byWhom({ key }: Pick<Deed, "key">): string {
  if (key.id !== null) return `key “${isolated(key.name)}”`
  if (key.name === "service") return "by itself"
  if (key.name === "local") return "without a key"
  return key.name === "command" ? "on the command line" : key.name
}

const turnWords: Partial<Record<Known["state"], string>> = {
  clear: "became clear",
  no_difference: "became: no difference worth naming",
  guardrail: "became: ahead, but a guardrail is worse",
  leaning: "began to lean",
  // Said only of one that was more before.
  too_early: "went back to: too early to say",
}

/** When a group's verdict became another one. It may waver: of each state the latest turn is told. */
function turns(history: readonly Known[], { segments }: Pick<Detail, "segments">): Told[] {
  const last = new Map<string | null, Known["state"]>()
  const found = new Map<string, Told>()
  for (const { segment, state, at, release, leader } of history) {
    const words = turnWords[state]
    const before = last.get(segment)
    const isFirst = state === "too_early" && (before === undefined || before === "no_answers")
    if (words !== undefined && before !== state && !isFirst) {
      const where = segments === null ? "" : ` in ${isolated(segment ?? "")}`
      const towards = state === "leaning" && leader !== null ? ` towards ${named(leader)}` : ""
      found.set(`${segment} ${state}`, {
        key: `turn ${release} ${segment}`,
        at,
        words: `The verdict${where} ${words}${towards}`,
        by: "by itself",
        order: release,
      })
    }
    last.set(segment, state)
  }
  return [...found.values()]
}
