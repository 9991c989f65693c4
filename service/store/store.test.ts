// Both stores keep one contract.

import { join } from "node:path"
import { onTestFinished } from "vitest"
import { testDatabase } from "../testing/test-database.ts"
import { temporaryFolder } from "../testing/test-service.ts"
import { openPostgresStore } from "./postgres/postgres-store.ts"
import { openSqliteStore } from "./sqlite/sqlite-store.ts"
import { storeContract } from "./store.contract.ts"

storeContract("SQLite", async () => {
  const path = join(temporaryFolder(), "test.db")
  const open = async () => {
    const store = openSqliteStore(path)
    onTestFinished(() => store.close())
    return store
  }
  return { store: await open(), again: open }
})

storeContract("Postgres", async () => {
  const url = await testDatabase()
  const open = async () => {
    const store = await openPostgresStore(url)
    onTestFinished(() => store.close())
    return store
  }
  return { store: await open(), again: open }
})
