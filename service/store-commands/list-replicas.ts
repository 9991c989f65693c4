// The replicas of a store in Postgres, for the command. It reads without preparing the tables, so
// that a newer program can tell which older replicas keep it from migrating them.

import { ServiceError } from "../service-error.ts"
import { asOperator } from "../store/postgres/postgres-open.ts"
import { replicasSql } from "../store/postgres/replicas.ts"
import type { ListedReplica } from "../store/replica.ts"

/** The processes that serve a store in Postgres, those that have gone in the last day included. */
export function listReplicas(url: string): Promise<ListedReplica[]> {
  return asOperator(url, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('armistice.replicas') IS NOT NULL AS known")
    if (rows[0]?.known !== true) throw new ServiceError("store_unavailable", "the database has no tables of a store")
    return (await client.query<ListedReplica>(replicasSql)).rows
  })
}
