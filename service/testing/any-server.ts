// A server that is called directly, on either store, for tests that hold on both.

import { onTestFinished } from "vitest"
import { buildServer, type ServerOptions } from "../http/server.ts"
import { createKey } from "../keys/key.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import type { Service, ServiceOptions } from "../service.ts"
import type { PostgresStore } from "../store/postgres/postgres-store.ts"
import type { KeyRow } from "../store/rows.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { testReplicas } from "./test-replica.ts"
import { createCaller, demo, type TestClock, testService } from "./test-service.ts"

export const storeKinds = ["SQLite", "Postgres"] as const

export type StoreKind = (typeof storeKinds)[number]

export async function anyService(kind: StoreKind, options: Partial<ServiceOptions> = {}): Promise<TestedService> {
  if (kind === "SQLite") {
    const { service, store, clock } = await testService(options)
    const all = (sql: string) => store.database.prepare(sql).all() as Record<string, unknown>[]
    const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'properties' ORDER BY name")
    return { service, store, clock, everyRow: async () => tables.map(({ name }) => all(`SELECT * FROM ${name}`)) }
  }
  const { replicas, clock } = await testReplicas(1, options)
  const { store } = replicas[0]
  const all = async (sql: string) => (await store.session.pool.query(sql)).rows as Record<string, unknown>[]
  const tables = await all(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'armistice'::regnamespace AND relkind IN ('r', 'p')
     AND NOT relispartition AND relname <> 'properties' ORDER BY relname`,
  )
  const everyRow = () => Promise.all(tables.map(({ name }) => all(`SELECT * FROM armistice.${name}`)))
  return { service: replicas[0], store, clock, everyRow }
}

/** Every experiment of a store, verified. */
export const verified = async (kind: StoreKind, store: Store) =>
  kind === "SQLite" ? await verifyStore(store as SqliteStore) : verifyPostgres(readAddress(store as PostgresStore))

/** With its password, which `path` leaves out. */
const readAddress = ({ session }: PostgresStore): string =>
  (session.pool.options as { connectionString: string }).connectionString

interface TestedService {
  readonly service: Service
  readonly store: Store
  readonly clock: TestClock
  /** All that is kept, whatever it is. */
  everyRow(): Promise<unknown[]>
}

export async function anyServer(kind: StoreKind, options: ServerOptions & Partial<ServiceOptions> = {}) {
  const made = await anyService(kind, options)
  const { service, store } = made
  const app = await buildServer(service, { rateLimit: null, keyRefreshMs: 0, ...options })
  onTestFinished(async () => {
    await app.close()
  })
  const call = createCaller(app)
  const create = async (body: object = demo, headers: Record<string, string> = {}) =>
    (await call("POST", "/v1/experiments", body, headers)).body.id as string
  /** The header of a new key. */
  const newKey = async (name: string) => {
    const made: KeyRow[] = []
    const { token } = createKey({ putKey: (key: KeyRow) => made.push(key) } as never, { name, role: "decide" })
    for (const key of made) await store.putKey(key)
    return { authorization: `Bearer ${token}` }
  }
  return { ...made, app, call, create, newKey }
}
