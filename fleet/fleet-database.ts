// The database of a sweep: its spec, the shards with their results, and the workers that are alive.
// A second result of a shard is ignored: it would be the same bytes.

import { createHash } from "node:crypto"
import { Logger, makeWorkerUtils, type WorkerUtils } from "graphile-worker"
import pg from "pg"
import { nameModules } from "./portable-modules.ts"
import { listShards, type Shard, type SweepSpec } from "./sweep-spec.ts"

export const shardTask = "armistice_shard"

/** The job queue is silent: progress and errors are reported elsewhere. */
export const silentLogger: Logger = new Logger(() => () => undefined)

/** A worker without a heartbeat for this long is considered dead, and its shards go to others. */
const silenceSeconds = 5

const schema = `
  CREATE SCHEMA IF NOT EXISTS armistice_fleet;
  CREATE TABLE IF NOT EXISTS armistice_fleet.sweeps (id text PRIMARY KEY, spec text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS armistice_fleet.shards (
    sweep text NOT NULL REFERENCES armistice_fleet.sweeps (id), number integer NOT NULL, result bytea, finished_by text,
    PRIMARY KEY (sweep, number)
  );
  CREATE TABLE IF NOT EXISTS armistice_fleet.workers (
    id text PRIMARY KEY, names text[] NOT NULL, seen_at timestamptz NOT NULL DEFAULT now()
  );`

/** "ARMF": the advisory lock under which tables are made. */
const migrationLock = 0x41524d46

export interface ShardJob {
  readonly sweep: string
  readonly number: number
}

export class FleetDatabase {
  readonly pool: pg.Pool
  readonly #utils: WorkerUtils
  readonly #sweeps = new Map<string, { spec: SweepSpec; shards: readonly Shard[] }>()

  private constructor(pool: pg.Pool, utils: WorkerUtils) {
    this.pool = pool
    this.#utils = utils
  }

  static async open(url: string, connections = 4): Promise<FleetDatabase> {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    // Connections end with the server, idle or not; the pool makes new ones.
    pool.on("error", () => undefined)
    pool.on("connect", (client) => client.on("error", () => undefined))
    try {
      const utils = await makeWorkerUtils({ pgPool: pool, logger: silentLogger })
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
        await client.query(schema)
        await client.query("COMMIT")
      } finally {
        client.release()
      }
      // Takes its own lock.
      await utils.migrate()
      return new FleetDatabase(pool, utils)
    } catch (error) {
      await pool.end()
      throw error
    }
  }

  /** Stores the sweep and queues its shards. Submitting the same sweep again continues it. */
  async submit(spec: SweepSpec): Promise<string> {
    const text = JSON.stringify(nameModules(spec))
    const id = createHash("sha256").update(text).digest("hex").slice(0, 24)
    const count = listShards(spec).length
    const client = await this.pool.connect()
    try {
      await client.query("BEGIN")
      const { rowCount } = await client.query(
        "INSERT INTO armistice_fleet.sweeps (id, spec) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [id, text],
      )
      if (rowCount === 1) {
        await client.query(
          "INSERT INTO armistice_fleet.shards (sweep, number) SELECT $1, n FROM generate_series(0, $2::integer - 1) n",
          [id, count],
        )
        await client.query(
          `SELECT graphile_worker.add_job($1, json_build_object('sweep', $2::text, 'number', n), max_attempts => 5)
           FROM generate_series(0, $3::integer - 1) n`,
          [shardTask, id, count],
        )
      }
      await client.query("COMMIT")
      return id
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }

  async shard({ sweep, number }: ShardJob): Promise<{ spec: SweepSpec; shard: Shard }> {
    let known = this.#sweeps.get(sweep)
    if (known === undefined) {
      const { rows } = await this.pool.query("SELECT spec FROM armistice_fleet.sweeps WHERE id = $1", [sweep])
      const spec = JSON.parse(rows[0].spec as string) as SweepSpec
      known = { spec, shards: listShards(spec) }
      this.#sweeps.set(sweep, known)
    }
    return { spec: known.spec, shard: known.shards[number] as Shard }
  }

  async isFinished({ sweep, number }: ShardJob): Promise<boolean> {
    const { rows } = await this.pool.query(
      "SELECT result IS NOT NULL AS done FROM armistice_fleet.shards WHERE sweep = $1 AND number = $2",
      [sweep, number],
    )
    return rows[0]?.done === true
  }

  async finish({ sweep, number }: ShardJob, result: Uint8Array, worker: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      "UPDATE armistice_fleet.shards SET result = $3, finished_by = $4 WHERE sweep = $1 AND number = $2 AND result IS NULL",
      [sweep, number, Buffer.from(result.buffer, result.byteOffset, result.byteLength), worker],
    )
    return rowCount === 1
  }

  async progress(
    sweep: string,
  ): Promise<{ finished: number; shards: number; workers: number; failure: string | null }> {
    const { rows } = await this.pool.query(
      `SELECT count(result)::integer AS finished, count(*)::integer AS shards,
       (SELECT count(*)::integer FROM armistice_fleet.workers WHERE seen_at > now() - make_interval(secs => $2)) AS workers,
       (SELECT j.last_error FROM graphile_worker.jobs j WHERE j.task_identifier = $3 AND j.attempts >= j.max_attempts
        AND j.locked_by IS NULL LIMIT 1) AS failure
       FROM armistice_fleet.shards WHERE sweep = $1`,
      [sweep, silenceSeconds, shardTask],
    )
    return rows[0]
  }

  /** In the order of the shards. */
  async results(sweep: string): Promise<Uint8Array[]> {
    const { rows } = await this.pool.query(
      "SELECT result FROM armistice_fleet.shards WHERE sweep = $1 ORDER BY number",
      [sweep],
    )
    return rows.map(({ result }) => result as Uint8Array)
  }

  /** Records a heartbeat of a process, and the names that lock its jobs. */
  async beat(id: string, names: readonly string[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO armistice_fleet.workers (id, names) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET names = excluded.names, seen_at = now()`,
      [id, names],
    )
  }

  async leave(id: string): Promise<void> {
    await this.pool.query("DELETE FROM armistice_fleet.workers WHERE id = $1", [id])
  }

  /** Frees the jobs of dead workers. One that was only slow does no harm: results are kept once. */
  async freeLostJobs(): Promise<void> {
    const { rows } = await this.pool.query(
      `SELECT DISTINCT j.locked_by AS name FROM graphile_worker.jobs j WHERE j.task_identifier = $1 AND j.locked_by IS NOT NULL
       AND j.locked_at < now() - make_interval(secs => $2) AND j.locked_by NOT IN
       (SELECT unnest(names) FROM armistice_fleet.workers WHERE seen_at > now() - make_interval(secs => $2))`,
      [shardTask, silenceSeconds],
    )
    if (rows.length > 0) await this.#utils.forceUnlockWorkers(rows.map(({ name }) => name as string))
  }

  async close(): Promise<void> {
    await this.#utils.release()
    await this.pool.end()
  }
}
