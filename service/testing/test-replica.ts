// Replicas on one database for one test, with a clock that the test moves.

import { onTestFinished } from "vitest"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { Service, type ServiceOptions } from "../service.ts"
import type { PostgresOptions } from "../store/postgres/postgres-open.ts"
import { openPostgresStore, type PostgresStore } from "../store/postgres/postgres-store.ts"
import { readyDatabase } from "./test-database.ts"
import { TestClock, testSubjectKey } from "./test-service.ts"

/** One of several services on one database. */
export type Replica = Service<PostgresStore>

export interface TestReplicas {
  readonly url: string
  readonly clock: TestClock
  readonly replicas: readonly [Replica, ...Replica[]]
  /** The problem of each experiment; null: there is none. */
  problems(): Promise<(string | null)[]>
}

export async function testReplicas(
  count: number,
  options: Partial<ServiceOptions> = {},
  postgres: PostgresOptions = {},
  /** A database that is there already. */
  place?: string,
): Promise<TestReplicas> {
  const url = place ?? (await readyDatabase())
  const clock = new TestClock()
  const replicas: Replica[] = []
  for (let index = 0; index < count; index++) {
    const store = await openPostgresStore(url, postgres)
    const replica = await Service.start({ subjectKey: testSubjectKey, clock: clock.read, ...options, store })
    replicas.push(replica)
    onTestFinished(() => replica.close())
  }
  const problems = async () => (await verifyPostgres(url)).map(({ problem }) => problem)
  return { url, clock, replicas: replicas as [Replica, ...Replica[]], problems }
}
