// Looks after the keys of a store of either kind: what a database takes later is collected and written in order.

import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { KeyStore } from "./key.ts"

export async function editKeys<Result>(place: string, work: (keys: KeyStore) => Result): Promise<Result> {
  if (!isPostgresUrl(place)) {
    const store = openSqliteStore(place)
    try {
      return work(store)
    } finally {
      store.close()
    }
  }
  const store = await openPostgresStore(place, { connections: 1 })
  try {
    const known = await store.keys()
    const changed: Parameters<KeyStore["putKey"]>[] = []
    const result = work({
      keys: () => known,
      putKey: (...key) => {
        changed.push(key)
      },
    })
    for (const key of changed) await store.putKey(...key)
    return result
  } finally {
    await store.close()
  }
}
