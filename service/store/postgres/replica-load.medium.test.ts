// The shortest form of verify/pgbouncer.ts, without PgBouncer: several replicas on one Postgres by
// its own clock.

import { expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { replicaLoad } from "../../testing/replica-load.ts"
import { readyDatabase } from "../../testing/test-database.ts"
import type { Replica } from "../../testing/test-replica.ts"
import { testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

test("three replicas under late and silent people lose nothing, and let nothing join twice", async () => {
  const url = await readyDatabase()
  const replicas: Replica[] = []
  for (let index = 0; index < 3; index++) {
    const replica = await Service.start({ store: await openPostgresStore(url), subjectKey: testSubjectKey })
    replicas.push(replica)
    onTestFinished(() => replica.close())
  }
  const report = await replicaLoad(replicas, url, 2)
  expect(report.problems).toEqual([])
  expect(report.decisions).toBe(7 * 2 * 40)
  // Every fifth of 400 decisions of five experiments is silent for certain.
  expect(report.answered + report.silent).toBe(5 * 2 * 40)
  expect(report.silent).toBeGreaterThanOrEqual(5 * 2 * 8)
  expect(report.answered).toBeGreaterThan(10)
}, 60_000)
