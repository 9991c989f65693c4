// Whether a Postgres store is a restored copy. A store notes where it is: the oids of its database
// and schema, the server's system identifier and the timeline, as far as they can be read. Another
// database is a dump that was restored; another timeline is a standby that was promoted or a
// recovery to a point in time, which both may have lost commits. A data folder that was copied and
// served again has the same place: only replicas that have seen more than it has can tell
// (store-continuity.ts).

import { randomBytes } from "node:crypto"
import type pg from "pg"
import { commitOn } from "./postgres-commit.ts"
import { postgresDriver } from "./postgres-driver.ts"
import { isHandedOver, raiseDurabilitySql, readHandover, timelineSql } from "./server-state.ts"

interface Queryable {
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Null: could not be read. */
export interface Place {
  readonly oid: string | null
  readonly system: string | null
  /** The schema's oid, which changes if it is dropped and restored. */
  readonly schema: string | null
  readonly timeline: string | null
  /**
   * A random name for the store's history up to each restore or planned switchover, and since the
   * last one. Two copies of one store have different names, and so do two standbys that were
   * promoted after one announcement.
   */
  readonly lineage: readonly string[]
}

/** The part of a place that is known before tables exist. */
export type ServerPlace = Pick<Place, "oid" | "system" | "timeline">

const placeSql = `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS oid,
  coalesce(has_function_privilege(to_regprocedure('pg_catalog.pg_control_system()')::oid, 'EXECUTE'), false) AS told`

const parts = ["oid", "system", "schema", "timeline"] as const

const newLineageName = (): string => randomBytes(9).toString("base64url")

/** Ends names of histories that began with a planned switchover, which is no restore. */
const plannedMark = "="

export const isPlannedName = (name: string): boolean => name.endsWith(plannedMark)

/** A name that only a replica has seen counts as a restore: people may be counted there. */
function mergeLineages(known: readonly string[], seen: readonly string[]): string[] {
  const others = seen.filter((name) => !known.includes(name))
  return [...known, ...others.flatMap((name) => (isPlannedName(name) ? [name, name.slice(0, -1)] : [name]))]
}

/** Restores that the names tell of; a copied store has more behind it, and says so itself. */
const countNamedRestores = (lineage: readonly string[]): number =>
  lineage.filter((name) => !isPlannedName(name)).length - 1

export function readPlace(text: string | undefined): Place {
  const known = JSON.parse(text ?? "{}") as Partial<Place>
  return { oid: null, system: null, schema: null, timeline: null, lineage: [], ...known }
}

/** Runs outside a transaction, because unknown functions are errors there. */
export async function readServerPlace(client: Queryable): Promise<ServerPlace> {
  try {
    const [row] = (await client.query(placeSql)).rows as { oid: string | null; told: boolean }[]
    const system =
      row?.told === true ? await client.query("SELECT system_identifier::text AS id FROM pg_control_system()") : null
    return {
      oid: row?.oid ?? null,
      system: (system?.rows[0]?.id as string | undefined) ?? null,
      timeline: await readTimeline(client),
    }
  } catch {
    return { oid: null, system: null, timeline: null }
  }
}

async function readTimeline(client: Queryable): Promise<string | null> {
  try {
    return (await client.query(`SELECT ${timelineSql} AS timeline`)).rows[0].timeline as string | null
  } catch {
    return null
  }
}

/** A store that lacks commits is a copy: its lineage, and that of the replica that saw them. */
export interface Fork {
  readonly found: readonly string[]
  readonly seen: readonly string[]
}

/**
 * Marks a store that is in another place than before as a copy, and notes the new place. In a
 * transaction that holds the lock of migrations.
 */
export async function notePlace(client: Queryable, server: ServerPlace, fork?: Fork): Promise<void> {
  const made = await client.query(
    "SELECT to_regnamespace('armistice')::oid::text AS schema, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  )
  const found = { ...server, schema: made.rows[0].schema as string | null }
  const { rows } = await client.query(
    "SELECT name, value FROM armistice.properties WHERE name IN ('place', 'handover')",
  )
  const property = (name: string) => rows.find((row) => row.name === name)?.value as string | undefined
  const known = readPlace(property("place"))
  const moved = parts.filter((part) => known[part] !== null && found[part] !== null && known[part] !== found[part])
  const handover = property("handover")
  const isPlanned =
    handover !== undefined &&
    moved.join() === "timeline" &&
    readHandover(handover).timeline === known.timeline &&
    isHandedOver(readHandover(handover), found.timeline as string, made.rows[0].now as number)
  // Once the lineage has a name more, the fork has been dealt with.
  const isForked = fork !== undefined && fork.found.join() === known.lineage.join()
  if ((moved.length > 0 && !isPlanned) || isForked) {
    const { rowCount } = await client.query(
      "INSERT INTO armistice.properties VALUES ('copy', 'found in another place') ON CONFLICT (name) DO NOTHING",
    )
    // The original was a copy too, and may have been served as one since.
    if (rowCount === 0 && moved.length > 0)
      await client.query(
        `INSERT INTO armistice.properties VALUES ('restores', '1') ON CONFLICT (name) DO UPDATE
         SET value = armistice.properties.value::integer + 1`,
      )
  }
  // Whether the switchover was the planned one or not, the marker has done its work once the store
  // is on another timeline.
  if (handover !== undefined && moved.length > 0)
    await client.query("DELETE FROM armistice.properties WHERE name = 'handover'")
  // Keep what cannot be read now.
  const place: Place = {
    oid: found.oid ?? known.oid,
    system: found.system ?? known.system,
    schema: found.schema ?? known.schema,
    timeline: found.timeline ?? known.timeline,
    lineage: [
      ...mergeLineages(known.lineage.length === 0 ? [newLineageName()] : known.lineage, isForked ? fork.seen : []),
      ...(isPlanned ? [`${newLineageName()}${plannedMark}`] : []),
    ],
  }
  if (place.lineage.length === known.lineage.length && parts.every((part) => place[part] === known[part])) return
  await putPlace(client, place)
}

const putPlace = (client: Queryable, place: Place) =>
  client.query(
    "INSERT INTO armistice.properties VALUES ('place', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(place)],
  )

/**
 * If the store is marked as a copy: `work` with the number of the restore, and then the mark is
 * gone and the lineage has a new name. One replica at a time, on a connection of its own; the
 * others wait for it. After a crash the next one begins again with the same number. `seen`: the
 * lineage that the replica has seen, which may have restores that the store has forgotten.
 */
export async function asCopy(
  options: pg.PoolOptions,
  seen: readonly string[],
  work: (restores: number) => Promise<void>,
): Promise<number | null> {
  const { Client } = await postgresDriver()
  // Waiting for another replica, which may have many experiments to go through, may take longer
  // than a request.
  const client = new Client({ ...options, query_timeout: 60_000 } as pg.ClientConfig)
  client.on("error", () => undefined)
  await client.connect()
  try {
    await client.query(
      `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_min_messages = warning; SELECT ${raiseDurabilitySql("on")}`,
    )
    const { rows } = await client.query(
      `SELECT coalesce((SELECT value::integer FROM armistice.properties WHERE name = 'restores'), 0) AS restores
       FROM armistice.properties WHERE name = 'copy' FOR UPDATE`,
    )
    if (rows.length === 0) return null
    const readStored = async () => {
      const stored = await client.query("SELECT value FROM armistice.properties WHERE name = 'place' FOR UPDATE")
      return readPlace(stored.rows[0]?.value as string | undefined)
    }
    const restores =
      Math.max(Number(rows[0].restores), countNamedRestores(mergeLineages((await readStored()).lineage, seen))) + 1
    await work(restores)
    await client.query(
      "INSERT INTO armistice.properties VALUES ('restores', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [String(restores)],
    )
    const place = await readStored()
    await putPlace(client, { ...place, lineage: [...mergeLineages(place.lineage, seen), newLineageName()] })
    await client.query("DELETE FROM armistice.properties WHERE name = 'copy'")
    await commitOn(client)
    return restores
  } finally {
    await client.end().catch(() => undefined)
  }
}
