// A planned switchover to a standby: a marker is the store's last commit, and later ones are
// refused. A standby that has the marker has everything, so the timeline that its promotion begins
// is no restore.

import { ServiceError } from "../../service-error.ts"
import { commitOn } from "./postgres-commit.ts"
import { asOperator, beginDurably } from "./postgres-open.ts"
import { checkNotMoved, type Handover, type ServerState, serverStateSql, standbyError } from "./server-state.ts"

export interface HandedOver {
  readonly timeline: string
  /** A standby that has replayed the write-ahead log up to here has the marker. */
  readonly position: string
}

/** Freezes a store so that another server can take it over. */
export function handOverStore(url: string): Promise<HandedOver> {
  return asOperator(url, async (client) => {
    await client.query(beginDurably("on"))
    // Transactions hold a weaker lock: those that are under way end first, and all later ones see
    // the marker.
    await client.query("LOCK TABLE armistice.heads IN EXCLUSIVE MODE")
    const { rows } = await client.query(
      `SELECT ${serverStateSql(true)}, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
    )
    const state = rows[0] as ServerState & { now: number }
    if (state.timeline === null) throw standbyError()
    checkNotMoved(state)
    if (state.properties?.copy !== undefined)
      throw new ServiceError("store_busy", "the store is a restored copy that has not been dealt with: serve it first")
    const marker: Handover = { timeline: state.timeline, at: Math.round(state.now) }
    await client.query("INSERT INTO armistice.properties VALUES ('handover', $1)", [JSON.stringify(marker)])
    await commitOn(client)
    const written = await client.query("SELECT pg_current_wal_flush_lsn()::text AS position")
    return { timeline: state.timeline, position: written.rows[0].position as string }
  })
}

/** Takes the marker of a handover back, where no other server was promoted. */
export function cancelHandover(url: string): Promise<void> {
  return asOperator(url, async (client) => {
    await client.query(beginDurably("on"))
    const { rowCount } = await client.query("DELETE FROM armistice.properties WHERE name = 'handover'")
    if (rowCount === 0) throw new ServiceError("store_unavailable", "the store has not been handed over")
    await commitOn(client)
  })
}
