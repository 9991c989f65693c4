// A server with two keys that decide, which can be started again as a restored copy of itself, on
// either store.

import { join } from "node:path"
import { onTestFinished } from "vitest"
import { buildServer, type ServerOptions } from "../http/server.ts"
import { createKey } from "../keys/key.ts"
import type { Role } from "../keys/role.ts"
import type { Service } from "../service.ts"
import type { KeyRow } from "../store/rows.ts"
import type { StoreKind } from "./any-server.ts"
import { readyDatabase } from "./test-database.ts"
import { testReplicas } from "./test-replica.ts"
import { TestClock, temporaryFolder, testService } from "./test-service.ts"

export type Headers = Record<string, string>

/** The whole answer but for the time. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
}

export class RestartableServer {
  readonly clock = new TestClock()
  service!: Service
  operator!: Headers
  /** Two keys that decide. */
  keys!: readonly [Headers, Headers]
  readonly #kind: StoreKind
  /** The file, or the address of the database. */
  readonly place: string
  readonly #options: ServerOptions
  #app!: Awaited<ReturnType<typeof buildServer>>

  private constructor(kind: StoreKind, place: string, options: ServerOptions) {
    this.#kind = kind
    this.place = place
    this.#options = options
  }

  static async start(kind: StoreKind, options: ServerOptions = {}): Promise<RestartableServer> {
    const place = kind === "SQLite" ? join(temporaryFolder(), "test.db") : await readyDatabase()
    const server = new RestartableServer(kind, place, options)
    await server.#start()
    onTestFinished(() => server.#app.close())
    server.operator = await server.#newKey("operate")
    server.keys = [await server.#newKey("decide"), await server.#newKey("decide")]
    return server
  }

  readonly ask = async (
    method: "GET" | "POST" | "PUT",
    url: string,
    body?: unknown,
    key = this.operator,
  ): Promise<Answer> => {
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await this.#app.inject({ method, url, headers: key, ...payload })
    const { date: _date, ...headers } = answer.headers
    return { status: answer.statusCode, headers, text: answer.body }
  }

  async create(body: object): Promise<string> {
    return (JSON.parse((await this.ask("POST", "/v1/experiments", body)).text) as { id: string }).id
  }

  async restartAsCopy(): Promise<void> {
    await this.#app.close()
    await this.service.store.setProperty("copy", "1")
    await this.service.close()
    await this.#start()
  }

  async #start(): Promise<void> {
    const { clock } = this
    this.service =
      this.#kind === "SQLite"
        ? (await testService({ path: this.place, clockFrom: clock })).service
        : (await testReplicas(1, { clock: clock.read }, {}, this.place)).replicas[0]
    this.#app = await buildServer(this.service, { rateLimit: null, keyRefreshMs: 0, ...this.#options })
  }

  async #newKey(role: Role): Promise<Headers> {
    const rows: KeyRow[] = []
    const { token } = createKey({ putKey: (key) => rows.push(key), keys: () => rows }, { name: role, role })
    for (const row of rows) await this.service.store.putKey(row)
    return { authorization: `Bearer ${token}` }
  }
}
