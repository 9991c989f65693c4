// Replicas of a store in Postgres. Each has a row with its version, which it renews by a heartbeat;
// one that has missed several is gone. Tables are migrated only once no replica runs that the new
// format is not for.

import type pg from "pg"
import { formatTime } from "../../format-time.ts"
import { ServiceError } from "../../service-error.ts"
import type { ListedReplica, Replica } from "../replica.ts"
import type { SqlStatement } from "../shared-sql.ts"

/** A replica that was killed or cut off is taken for gone after so many. */
const missedBeats = 4

/** Rows of replicas that are gone are kept for this long. */
const keptMs = 24 * 3_600_000

const nowSql = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

export function beatStatement({ id, host, process, version, beatMs }: Replica, format: number): SqlStatement {
  return {
    text: `INSERT INTO armistice.replicas AS r (id, host, process, version, format, beat_ms, since, seen_at)
      VALUES ($1, $2, $3, $4, $5, $6, ${nowSql}, ${nowSql}) ON CONFLICT (id) DO UPDATE SET seen_at = greatest(r.seen_at, excluded.seen_at)`,
    values: [id, host, process, version, format, beatMs],
  }
}

export const removeReplica = ({ id }: Replica): SqlStatement => ({
  text: "DELETE FROM armistice.replicas WHERE id = $1",
  values: [id],
})

export const forgetReplicasSql = `DELETE FROM armistice.replicas WHERE seen_at < ${nowSql} - ${keptMs}`

/** As numbers of 64 bits for any client, also one without the pool's parsers. */
export const replicasSql = `SELECT id, host, process, version, format, since::float8, seen_at::float8 AS "seenAt",
  seen_at + ${missedBeats}::bigint * beat_ms >= ${nowSql} AS "isRunning" FROM armistice.replicas ORDER BY since, id`

/** Older replicas run that must stop before the tables can be migrated. */
export class OlderReplicas extends ServiceError {}

/** `oldest`: the oldest format version whose programs work with the tables of version `known`. */
export async function checkOlderReplicas(
  client: { query(sql: string): Promise<pg.QueryResult> },
  { oldest, known }: { readonly oldest: number; readonly known: number },
): Promise<void> {
  const { rows } = await client.query(replicasSql)
  const older = (rows as ListedReplica[]).filter(({ format, isRunning }) => isRunning && format < oldest)
  if (older.length === 0) return
  const names = older.map(
    ({ host, process, version, format, since }) =>
      `${host} (process ${process}, version ${version}, format version ${format}, since ${formatTime(since)})`,
  )
  throw new OlderReplicas(
    "store_unavailable",
    `the store can be migrated to format version ${known} only once ${older.length === 1 ? "this replica has" : "these replicas have"} stopped: ${names.join(", ")}`,
  )
}
