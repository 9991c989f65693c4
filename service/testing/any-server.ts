// A server that is called directly, on either store, for tests that hold on both.

import { onTestFinished } from "vitest"
import { buildServer, type ServerOptions } from "../http/server.ts"
import { createKey } from "../keys/key.ts"
import type { Service } from "../service.ts"
import type { KeyRow, Store } from "../store/store.ts"
import { testReplicas } from "./test-replica.ts"
import { callerOf, demo, type TestClock, testService } from "./test-service.ts"

export const storeKinds = ["SQLite", "Postgres"] as const

export type StoreKind = (typeof storeKinds)[number]

export async function anyService(kind: StoreKind): Promise<TestedService> {
  if (kind === "SQLite") {
    const { service, store, clock } = await testService()
    const rowsOf = (table: string) => store.database.prepare(`SELECT * FROM ${table}`).all()
    return { service, store, clock, everyRow: async () => [...tables, "tail", "snapshots"].map(rowsOf) }
  }
  const { replicas, clock } = await testReplicas(1)
  const { store } = replicas[0]
  const rowsOf = async (table: string) => (await store.pool.query(`SELECT * FROM armistice.${table}`)).rows
  return { service: replicas[0], store, clock, everyRow: () => Promise.all([...tables, "heads"].map(rowsOf)) }
}

interface TestedService {
  readonly service: Service
  readonly store: Store
  readonly clock: TestClock
  /** All that is kept, whatever it is. */
  everyRow(): Promise<unknown[]>
}

const tables = [
  "experiments",
  "decisions",
  "rewards",
  "observations",
  "metric_values",
  "metric_observations",
  "subjects",
  "ledger",
  "events",
  "activity",
  "keys",
]

export async function anyServer(kind: StoreKind, options: ServerOptions = {}) {
  const made = await anyService(kind)
  const { service, store } = made
  const app = await buildServer(service, { rateLimit: null, keyRefreshMs: 0, ...options })
  onTestFinished(async () => {
    await app.close()
  })
  const call = callerOf(app)
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
