// Keys in words: what each may do, how it is, when it was used and by whom it was made.

import type { ArmisticeClient } from "@armistice/client"
import { readWhole } from "../new/read-typed.ts"
import { isolateName } from "../text/isolate-name.ts"
import { formatCount } from "../text/numbers.ts"
import { formatDay, formatDuration, formatMoment } from "../text/times.ts"

export type Key = Awaited<ReturnType<ArmisticeClient["listKeys"]>>["keys"][number]
export type Role = Key["role"]

/** The fields of the dialog for a key. */
export interface KeyDraft {
  readonly name: string
  readonly role: Role
  /** `null`: all. */
  readonly experiments: readonly string[] | null
  /** As typed; empty: only the service's own limit. */
  readonly perSecond: string
  /** A day; empty: never. */
  readonly ends: string
}

/** A key with those that it replaced and that still work. */
export interface KeyLine {
  readonly key: Key
  readonly earlier: readonly Key[]
}

const dayMs = 86_400_000
/** An end within this many days is shown as a warning. */
const soonDays = 30

export const roleText: Readonly<Record<Role, { readonly title: string; readonly may: string; readonly hint: string }>> =
  {
    decide: { title: "Decide and send answers", may: "decide and send answers", hint: "For your server." },
    evaluate: {
      title: "Evaluate flags only",
      may: "evaluate flags only",
      hint: "For a web page or an app. It can be seen there.",
    },
    audit: { title: "Read results", may: "read results", hint: "For a report." },
    operate: { title: "Operate experiments", may: "operate experiments", hint: "Create, stop, finish." },
    admin: { title: "Administer", may: "administer", hint: "The same, and manage keys. For people." },
  }

/** As a date field has it, in UTC; empty: never. */
export const formatEndDay = (expiresAt: Key["expiresAt"]): string => expiresAt?.slice(0, 10) ?? ""

/** Nothing for an unchanged day: an end may have a time of day, which no date field shows. */
export const changeEnd = (expiresAt: Key["expiresAt"], ends: string): { readonly expiresAt?: string | null } =>
  ends === formatEndDay(expiresAt) ? {} : { expiresAt: ends === "" ? null : ends }

/** `null`: none. Undefined: the text is no limit. */
export function readLimit(perSecond: string): number | null | undefined {
  if (perSecond.trim() === "") return null
  const limit = readWhole(perSecond)
  return limit !== null && limit >= 1 && limit <= 1_000_000 ? limit : undefined
}

/** One line for each lineage: those that work first, the newest of them at the top. */
export function groupKeys(keys: readonly Key[]): KeyLine[] {
  const newestFirst = [...keys].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  const lineages = new Set(newestFirst.map(({ lineage }) => lineage))
  const lines = [...lineages].map((lineage): KeyLine => {
    const all = newestFirst.filter((one) => one.lineage === lineage)
    // The newest that works: one that was made and revoked again does not hide an older one.
    const key = (all.find(isActive) ?? all[0]) as Key
    return { key, earlier: all.filter((one) => one !== key && isActive(one)) }
  })
  return [...lines.filter(({ key }) => isActive(key)), ...lines.filter(({ key }) => !isActive(key))]
}

export const isActive = ({ state }: Pick<Key, "state">): boolean => state === "active"

/** The chip of a key's state. */
export interface KeyChip {
  readonly words: string
  readonly look: "good" | "warn" | ""
}

export function describeState({ key, earlier }: KeyLine, now = Date.now()): KeyChip {
  if (key.state !== "active") return { words: key.state === "revoked" ? "Revoked" : "Ended", look: "" }
  if (earlier.length > 0) return { words: "Being rotated", look: "warn" }
  if (key.expiresAt === null) return { words: "Active", look: "good" }
  const left = Date.parse(key.expiresAt) - now
  if (left > soonDays * dayMs) return { words: "Active", look: "good" }
  return { words: `Ends in ${formatDuration(Math.max(0, left))}`, look: "warn" }
}

/** Its limits, one phrase each. */
export function listLimits({ key, earlier }: KeyLine, now = Date.now()): string[] {
  const { experiments, requestsPerSecond, expiresAt } = key
  return [
    ...(experiments === null
      ? []
      : [experiments.length === 1 ? "in one experiment" : `in ${experiments.length} experiments`]),
    ...(requestsPerSecond === null ? [] : [`${formatCount(requestsPerSecond)} a second`]),
    ...(expiresAt === null || !isActive(key) ? [] : [`until ${formatDay(Date.parse(expiresAt), now)}`]),
    ...earlier.map((one) =>
      one.expiresAt === null
        ? "an old key works on"
        : `old key works until ${formatMoment(Date.parse(one.expiresAt), now)}`,
    ),
  ]
}

/** Days of use are UTC's, as the service counts them. */
export function describeUse({ lastUsedOn }: Pick<Key, "lastUsedOn">, now = Date.now()): string {
  if (lastUsedOn === null) return "not yet"
  const days = Math.floor(now / dayMs) - Date.parse(lastUsedOn) / dayMs
  if (days <= 0) return "today"
  return days === 1 ? "yesterday" : formatDay(Date.parse(lastUsedOn), now)
}

export function describeUses({ key, earlier }: KeyLine, now = Date.now()): string {
  if (earlier.length === 0) return describeUse(key, now)
  return `old: ${earlier.map((one) => describeUse(one, now)).join(", ")}; new: ${describeUse(key, now)}`
}

/** "made 2 Sep by Ada Lovelace", "revoked 5 Oct by Ada Lovelace". */
export function describeOrigin(
  { createdAt, createdBy, revokedAt, revokedBy, state, expiresAt }: Key,
  now = Date.now(),
): string {
  if (revokedAt !== null && revokedBy !== null)
    return `revoked ${describeDay(revokedAt, now)} ${describeMaker(revokedBy)}`
  if (state === "expired" && expiresAt !== null) return `ended ${describeDay(expiresAt, now)}`
  return `made ${describeDay(createdAt, now)} ${describeMaker(createdBy)}`
}

const describeDay = (time: string, now: number): string => {
  const day = formatDay(Date.parse(time), now)
  return day === formatDay(now, now) ? "today" : day
}

function describeMaker(name: string): string {
  if (name === "local") return "without a key"
  return name === "command" ? "on the command line" : `by ${isolateName(name)}`
}
