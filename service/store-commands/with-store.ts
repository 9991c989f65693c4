// Opens a store of either kind for one piece of work and closes it again.

import { isPostgresUrl, openPostgresStore, type PostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore, type SqliteStore } from "../store/sqlite/sqlite-store.ts"

/** Opens the store at `place`, a file or postgres://…, for changes. */
export async function withStore<Result>(
  place: string,
  work: (store: SqliteStore | PostgresStore) => Result | Promise<Result>,
): Promise<Result> {
  const store = isPostgresUrl(place) ? await openPostgresStore(place, { connections: 1 }) : openSqliteStore(place)
  return closeAfter(store, work)
}

/** Opens the store at `place` for reading; a frozen store can be read, too. */
export async function withReadableStore<Result>(
  place: string,
  work: (store: SqliteStore | PostgresStore) => Result | Promise<Result>,
): Promise<Result> {
  const store = isPostgresUrl(place)
    ? await openPostgresStore(place, { connections: 2, statementTimeoutMs: 60_000, mayBeFrozen: true })
    : openSqliteStore(place, { readOnly: true })
  return closeAfter(store, work)
}

async function closeAfter<Opened extends SqliteStore | PostgresStore, Result>(
  store: Opened,
  work: (store: Opened) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
