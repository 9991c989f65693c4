// A store that tests back up, restore and start again, of either kind, called directly.

import { join } from "node:path"
import { onTestFinished } from "vitest"
import { buildServer } from "../http/server.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import type { StoreKind } from "./any-server.ts"
import { runSql } from "./run-sql.ts"
import { testDatabase } from "./test-database.ts"
import { createCaller, TestClock, temporaryFolder, testService, testSubjectKey } from "./test-service.ts"

export interface Place {
  readonly service: Service
  readonly call: ReturnType<typeof createCaller>
  /** Backs the store up, as it is now, and gives back what serves the backup. */
  backup(): Promise<() => Promise<Place>>
  restart(): Promise<Place>
  problems(): Promise<(string | null)[]>
}

/** The clock of all places. */
export const clock = new TestClock()

async function sqlite(path = join(temporaryFolder(), "test.db")): Promise<Place> {
  const { service, store } = await testService({ path, clockFrom: clock })
  return {
    service,
    call: await callerFor(service),
    backup: async () => {
      const copy = join(temporaryFolder(), "copy.db")
      backupStore(path, copy)
      return () => sqlite(copy)
    },
    restart: async () => {
      await service.close()
      return sqlite(path)
    },
    problems: async () => (await verifyStore(store)).map(({ problem }) => problem),
  }
}

async function postgres(place?: string): Promise<Place> {
  const url = place ?? (await testDatabase())
  const open = async () =>
    Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey, clock: clock.read })
  const service = await open()
  onTestFinished(() => service.close())
  return {
    service,
    call: await callerFor(service),
    backup: async () => {
      const copy = await clonedDatabase(url)
      return () => postgres(copy)
    },
    restart: async () => {
      await service.close()
      return postgres(url)
    },
    problems: async () => (await verifyPostgres(url)).map(({ problem }) => problem),
  }
}

/** As a dump that is restored into another database. */
export async function clonedDatabase(url: string): Promise<string> {
  const copy = await testDatabase()
  const [from, to] = [url, copy].map((one) => new URL(one).pathname.slice(1))
  const server = new URL(url)
  server.pathname = "/postgres"
  await runSql(server.href, `DROP DATABASE ${to}`)
  await runSql(server.href, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`)
  await runSql(server.href, `CREATE DATABASE ${to} TEMPLATE ${from}`)
  return copy
}

async function callerFor(service: Service) {
  const app = await buildServer(service, { rateLimit: null, keyRefreshMs: 0 })
  onTestFinished(async () => {
    await app.close()
  })
  return createCaller(app)
}

export const startRestorable = (kind: StoreKind): Promise<Place> => (kind === "SQLite" ? sqlite() : postgres())
