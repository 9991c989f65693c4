// Every transaction's reading of the server and the store beside its rows: which run of which
// server answers, on which timeline, from which database and schema, with which settings, and the
// store's properties. These columns ride on statements that are sent anyway.

import { formatTime } from "../../format-time.ts"
import { ServiceError } from "../../service-error.ts"

/** How far synchronous standbys, if any, must be at a commit: flushed, or applied too. */
export type Durability = "on" | "remote_apply"

export interface ServerState {
  /** In microseconds. A server that goes on running cannot go back in time. */
  readonly started: string
  /** The oid of the database; null here and below: unknown. */
  readonly oid: string | null
  /** The oid of the schema, which is another one once it was dropped and restored. */
  readonly schema: string | null
  readonly timeline: string | null
  readonly is_standby: boolean
  readonly fsync: string
  readonly full_page_writes: string
  readonly standbys: string
  /** Properties of the store: place, copy, frozen, handover, formatVersion, oldestProgram. */
  readonly properties: Readonly<Record<string, string>> | null
}

export const startedSql = "(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text"

/** A standby has no timeline of its own: asking it for one is an error. */
export const timelineSql =
  "CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END"

/** By the name of the database's folder: asking pg_database takes far longer. */
const oidSql = "substring(pg_relation_filepath('pg_catalog.pg_class') FROM '([0-9]+)/[0-9]+$')"

const schemaSql = "to_regnamespace('armistice')::oid::text"

/** `knowsTimeline`: false for servers without Postgres's write-ahead log. */
export const serverStateSql = (knowsTimeline: boolean): string => `${startedSql} AS started,
  ${knowsTimeline ? oidSql : "NULL::text"} AS oid, ${knowsTimeline ? schemaSql : "NULL::text"} AS schema,
  ${knowsTimeline ? timelineSql : "NULL::text"} AS timeline, pg_is_in_recovery() AS is_standby, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_standby_names') AS standbys,
  armistice.stated_properties() AS properties`

/**
 * Raises the transaction's synchronous_commit, which anyone in charge of the database may have
 * lowered since the start, and never lowers it.
 */
export const raiseDurabilitySql = (durability: Durability): string =>
  `set_config('synchronous_commit', ${durability === "remote_apply" ? "'remote_apply'" : "CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END"}, true)`

/** Needs of a program: durability, and tables of at most this format version. */
export interface Expected {
  readonly durability: Durability
  readonly format: number
}

/**
 * Refuses a server that would not keep what is acknowledged, a store that was moved or handed over,
 * and one that a newer program has migrated past this one.
 */
export function checkServerState(state: ServerState, { durability, format }: Expected): void {
  if (state.is_standby) throw standbyError()
  const off = (["fsync", "full_page_writes"] as const).filter((name) => state[name] === "off")
  if (off.length > 0) throw settingsError(off)
  if (durability === "remote_apply" && state.standbys === "")
    throw new ServiceError(
      "store_unavailable",
      "durability remote_apply needs a synchronous standby, but synchronous_standby_names is empty",
    )
  checkNotMoved(state)
  checkFormat(state.properties ?? {}, format)
}

/** Refuses a store whose tables only newer programs can work with. */
export function checkFormat(properties: Readonly<Record<string, string>>, format: number): void {
  const { formatVersion, oldestProgram = "0" } = properties
  if (Number(oldestProgram) > format)
    throw new ServiceError(
      "store_unavailable",
      `the store has format version ${formatVersion}, but this program knows only version ${format}: use a newer program`,
    )
}

export function checkNotMoved({ properties, timeline }: Pick<ServerState, "properties" | "timeline">): void {
  const { frozen, handover } = properties ?? {}
  if (frozen !== undefined)
    throw new ServiceError("store_frozen", `the store was moved elsewhere and frozen at ${frozen}`)
  if (handover === undefined) return
  const marker = readHandover(handover)
  if (marker.timeline === timeline)
    throw new ServiceError(
      "store_frozen",
      `the store was handed over at ${formatTime(marker.at)}: promote the standby, or undo it with "store handover --cancel"`,
    )
}

export const settingsError = (off: readonly string[]): ServiceError =>
  new ServiceError(
    "store_unavailable",
    `the store's server must have fsync, full_page_writes and synchronous_commit on, got ${off.join(" and ")} off`,
  )

export const standbyError = (): ServiceError =>
  new ServiceError("store_unavailable", "the server is a standby, which cannot be written to: connect to the primary")

export const settlingError = (): ServiceError =>
  new ServiceError("store_busy", "the database was restored or failed over and is being checked: try again")

/** The last commit before a planned switchover. */
export interface Handover {
  readonly timeline: string
  /** The server's clock, in milliseconds. */
  readonly at: number
}

export const readHandover = (text: string): Handover => JSON.parse(text) as Handover

/** How long after the marker a promotion counts as the planned one. */
const longestHandoverMs = 3_600_000

/**
 * Whether a timeline was begun by the switchover that the marker announced. Later promotions from
 * the same marker, such as a recovery to that point in time on another day, have lost what was
 * committed since.
 */
export const isHandedOver = (marker: Handover, timeline: string, now: number): boolean =>
  Number.parseInt(timeline, 16) === Number.parseInt(marker.timeline, 16) + 1 && now - marker.at <= longestHandoverMs
