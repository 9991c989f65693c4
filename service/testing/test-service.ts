// A service on a file of its own for one test, with a clock that the test moves.

import "./compile-once.ts"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { buildServer, type ServerOptions } from "../http/server.ts"
import { Service, type ServiceOptions } from "../service.ts"
import { openSqliteStore, type SqliteStore } from "../store/sqlite/sqlite-store.ts"

export const testSubjectKey = new Uint8Array(32).fill(7)

export class TestClock {
  now = Date.UTC(2026, 0, 1)
  readonly read = (): number => this.now
  forward(seconds: number): void {
    this.now += seconds * 1000
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "armistice-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestService {
  readonly service: Service<SqliteStore>
  readonly store: SqliteStore
  readonly clock: TestClock
  readonly path: string
}

export async function testService(
  options: Partial<ServiceOptions> & { path?: string; clockFrom?: TestClock } = {},
): Promise<TestService> {
  const path = options.path ?? join(temporaryFolder(), "test.db")
  const store = openSqliteStore(path, { owns: true })
  const clock = options.clockFrom ?? new TestClock()
  // How many transactions there are does not depend on how busy the machine is.
  const batchMs = Number.POSITIVE_INFINITY
  const service = await Service.start({ subjectKey: testSubjectKey, clock: clock.read, batchMs, ...options, store })
  onTestFinished(() => store.close())
  return { service, store, clock, path }
}

export const demo = {
  name: "demo",
  arms: ["a", "b", "c"],
  horizon: 100_000,
  privacy: { eta: 1 },
  reward: { min: 0, max: 1 },
  answers: "all",
} as const

/** A server that is called directly, without a socket. */
export async function testServer(
  options: ServerOptions & Partial<ServiceOptions> & { path?: string; clockFrom?: TestClock } = {},
) {
  const made = await testService(options)
  const app = await buildServer(made.service, { rateLimit: null, keyRefreshMs: 0, ...options })
  onTestFinished(async () => {
    await app.close()
  })
  const call = createCaller(app)
  const create = async (body: object = demo, headers: Record<string, string> = {}) =>
    (await call("POST", "/v1/experiments", body, headers)).body.id as string
  return { ...made, app, call, create }
}

/** Requests to a server without a socket. */
export function createCaller(app: Awaited<ReturnType<typeof buildServer>>) {
  return async (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson =
      /json/.test(String(answer.headers["content-type"])) &&
      answer.body !== "" &&
      !/ndjson/.test(String(answer.headers["content-type"]))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : undefined,
    }
  }
}
