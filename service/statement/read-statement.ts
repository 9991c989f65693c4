// The statement of a store, whichever kind it is.

import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type Statement, type StatementOptions, statementOf } from "./statement.ts"

export async function readStatement(place: string, wanted: StatementOptions): Promise<Statement> {
  if (isPostgresUrl(place)) {
    const store = await openPostgresStore(place, { connections: 2, statementTimeoutMs: 60_000, mayBeFrozen: true })
    try {
      return await store.atOneInstant((frozen) => statementOf(frozen, wanted))
    } finally {
      await store.close()
    }
  }
  const store = openSqliteStore(place, { readOnly: true })
  try {
    return await statementOf(store, wanted)
  } finally {
    store.close()
  }
}
