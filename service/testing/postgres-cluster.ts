// A primary and standbys that stream from it, made of one stopped server's files, so that each test
// has its own within a second. Standbys can be cut off, stalled and promoted, which is how commits
// get lost.

import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { type PostgresServer, startPostgres, startPostgresOn } from "./postgres-server.ts"

/** The files of a server that has the tables of a store. */
export interface ClusterFiles {
  readonly server: PostgresServer
  remove(): Promise<void>
}

export async function makeClusterFiles(): Promise<ClusterFiles> {
  const server = await startPostgres()
  await (await openPostgresStore(server.url)).close()
  await server.stop("fast")
  return { server, remove: () => server.remove() }
}

const settings = {
  max_wal_size: "128MB",
  wal_keep_size: "64MB",
  wal_receiver_status_interval: "1s",
  wal_retrieve_retry_interval: "100ms",
}

export class PostgresNode {
  readonly server: PostgresServer
  readonly url: string

  constructor(server: PostgresServer) {
    this.server = server
    this.url = server.url
  }

  static async primary({ server }: ClusterFiles, more: Readonly<Record<string, string>> = {}): Promise<PostgresNode> {
    return new PostgresNode(await startPostgresOn(server.dataFolder, { ...settings, ...more }))
  }

  /** A standby of a primary that has committed since; the primary is stopped for a moment. */
  static async createStandby(primary: PostgresNode): Promise<PostgresNode> {
    await primary.server.stop("fast")
    const standby = await PostgresNode.#startStandby(primary.server.dataFolder, primary)
    await primary.server.start()
    await standby.untilStreaming()
    return standby
  }

  /** A standby of a primary that was made of the same files. */
  static async standby({ server }: ClusterFiles, primary: PostgresNode): Promise<PostgresNode> {
    const standby = await PostgresNode.#startStandby(server.dataFolder, primary)
    await standby.untilStreaming()
    return standby
  }

  /** Named "standby" for synchronous_standby_names. */
  static async #startStandby(dataFolder: string, primary: PostgresNode): Promise<PostgresNode> {
    const { hostname, port, username, password } = new URL(primary.url)
    const from = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
    const started = await startPostgresOn(dataFolder, settings, (folder) => {
      appendFileSync(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${from}'\n`)
      writeFileSync(join(folder, "standby.signal"), "")
    })
    return new PostgresNode(started)
  }

  untilStreaming(): Promise<void> {
    return this.until("SELECT count(*) > 0 AS done FROM pg_stat_wal_receiver WHERE status = 'streaming'")
  }

  async rows<Row extends object>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url })
    client.on("error", () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  async set(name: string, value: string): Promise<void> {
    await this.rows(`ALTER SYSTEM SET ${name} = '${value}'`)
    await this.rows("SELECT pg_reload_conf()")
  }

  /** The column `done` of the only row is true. */
  async until(sql: string): Promise<void> {
    while ((await this.rows<{ done: boolean }>(sql))[0]?.done !== true) await sleep(20)
  }

  /** Has replayed everything that the primary has written. */
  async catchUp(primary: PostgresNode): Promise<void> {
    const [row] = await primary.rows<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn")
    await this.until(`SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS done`)
  }

  /** From here on the primary's commits do not reach it. */
  async cutOff(): Promise<void> {
    await this.set("primary_conninfo", "")
    await this.until("SELECT count(*) = 0 AS done FROM pg_stat_wal_receiver")
  }

  async promote(): Promise<void> {
    await this.rows("SELECT pg_promote(true, 60)")
    await this.until("SELECT NOT pg_is_in_recovery() AS done")
  }

  remove(): Promise<void> {
    return this.server.remove()
  }
}
