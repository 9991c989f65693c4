// Three replicas on one Postgres under load, while replicas are killed, the server is restarted and
// killed, connections are cut, and its locks and connections are taken away. Then looks for
// anything lost, doubled or changed.

import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import pg from "pg"
import { AcknowledgedLoad, type LoadReport, watched } from "./acknowledged-load.ts"
import { type PostgresServer, startPostgres } from "./postgres-server.ts"
import { endProcess, startProcess } from "./service-process.ts"

export const faultKinds = [
  "replica killed",
  "server restarted",
  "server killed",
  "connections cut",
  "experiments locked",
  "connections used up",
] as const

export interface FaultReport extends LoadReport {
  readonly faults: Readonly<Record<string, number>>
  readonly answered: number
  readonly longestMs: number
}

const countConnections = 40

export async function faultTest(faults: number, clients: number, seed: number): Promise<FaultReport> {
  const random = seededRandom(seed)
  const server = await startPostgres({ max_connections: String(countConnections) })
  const load = new AcknowledgedLoad([], [watched])
  const { replicas } = load
  const counts: Record<string, number> = {}

  async function inject(kind: (typeof faultKinds)[number]): Promise<void> {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind === "replica killed") {
      const which = random.integer(replicas.length)
      const victim = replicas[which]
      replicas[which] = null
      if (victim != null) await endProcess(victim, "SIGKILL")
      replicas[which] = await startProcess(server.url)
    } else if (kind === "server restarted" || kind === "server killed") {
      await server.stop(kind === "server killed" ? "kill" : "fast")
      await sleep(random.integer(500))
      await server.start()
    } else await disturb(server, kind)
  }

  try {
    for (let index = 0; index < 3; index++) replicas.push(await startProcess(server.url))
    await load.start(clients)
    for (let fault = 0; fault < faults; fault++) {
      await load.untilAnswered(10 + random.integer(40))
      // Each kind at least once, then by chance.
      const kind = faultKinds[fault < faultKinds.length ? fault : random.integer(faultKinds.length)]
      await inject(kind as (typeof faultKinds)[number])
    }
    await load.untilAnswered(200)
    await load.stop()
    for (const replica of replicas) if (replica != null) await endProcess(replica, "SIGKILL")
    replicas.length = 0
    const { answered, longestMs } = load
    return { faults: counts, answered, longestMs: Math.round(longestMs), ...(await load.examine(server.url)) }
  } finally {
    for (const replica of replicas) replica?.process.kill("SIGKILL")
    await server.remove()
  }
}

/** Disturbs the database as another user of it could. */
async function disturb(server: PostgresServer, kind: (typeof faultKinds)[number]): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.url })
    client.on("error", () => undefined)
    await client.connect()
    return client
  }
  const held: pg.Client[] = []
  try {
    const client = await connect()
    held.push(client)
    if (kind === "connections cut")
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      )
    else if (kind === "experiments locked") {
      await client.query("BEGIN; SELECT 1 FROM armistice.heads FOR UPDATE")
      await sleep(1500)
    } else {
      for (let count = 0; count < countConnections; count++) held.push(await connect())
    }
  } catch {
    // All that there were are held now.
    await sleep(1000)
  } finally {
    for (const client of held) await client.end().catch(() => undefined)
  }
}
