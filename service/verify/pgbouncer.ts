// Three replicas behind PgBouncer in transaction mode, with fewer connections to the server than
// replicas want. Part of npm run verify; says so where there is no pgbouncer to try it with.

import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { bouncerVersion, startBouncer } from "../testing/pgbouncer.ts"
import { startPostgres } from "../testing/postgres-server.ts"
import { replicaLoad } from "../testing/replica-load.ts"
import type { Replica } from "../testing/test-replica.ts"

const version = bouncerVersion()
if (version === null)
  process.stdout.write("Not verified here: there is no pgbouncer on the PATH (or set PGBOUNCER to one).\n")
else {
  const server = await startPostgres()
  const bouncer = await startBouncer(server.url, 4)
  const replicas: Replica[] = []
  try {
    for (let index = 0; index < 3; index++)
      replicas.push(
        await Service.start({ store: await openPostgresStore(bouncer.url), subjectKey: new Uint8Array(32) }),
      )
    const report = await replicaLoad(replicas, bouncer.url, 25)
    process.stdout.write(`${version}, transaction mode: ${JSON.stringify(report)}\n`)
    if (report.problems.length > 0) process.exitCode = 1
  } finally {
    for (const replica of replicas) await replica.close()
    bouncer.stop()
    await server.remove()
  }
}
