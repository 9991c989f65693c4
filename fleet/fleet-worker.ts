// A machine of the fleet: takes shards from the queue, runs them in threads, stores their results
// and sends heartbeats. If it is killed, its shards go to others.

import { randomBytes } from "node:crypto"
import { EventEmitter } from "node:events"
import { availableParallelism, hostname } from "node:os"
import { run, type WorkerEvents } from "graphile-worker"
import { FleetDatabase, type ShardJob, shardTask, silentLogger } from "./fleet-database.ts"
import { findModules, loadModules, type OwnModules } from "./portable-modules.ts"
import { ShardRunner } from "./shard-runner.ts"
import type { SweepSpec } from "./sweep-spec.ts"

/** Which database a worker takes shards from, and how many at once. */
export interface FleetWorkerOptions {
  readonly url: string
  /** Shards at once; all cores if left out. */
  readonly jobs?: number
  readonly onShard?: (job: ShardJob) => void
  /** This machine's copies of modules that sweeps may name. */
  readonly modules?: OwnModules
}

/** A running worker of the fleet. */
export interface FleetWorker {
  readonly id: string
  /** Finishes the shards under way, then leaves. */
  stop(): Promise<void>
}

const beatMs = 1000

/** Starts taking shards from the queue until it is stopped. */
export async function startFleetWorker(options: FleetWorkerOptions): Promise<FleetWorker> {
  const { url, jobs = availableParallelism(), onShard } = options
  const modules = await loadModules(options.modules ?? {})
  // One object for each sweep: threads prepare a simulation again only if it is another.
  const found = new Map<string, SweepSpec>()
  const database = await FleetDatabase.open(url, jobs + 4)
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`
  const idle = Array.from({ length: jobs }, () => new ShardRunner())
  const runners = [...idle]
  const names = new Set<string>()
  const events = new EventEmitter() as WorkerEvents
  events.on("worker:create", ({ worker }) => void names.add(worker.workerId))
  await database.beat(id, [])
  const runner = await run({
    pgPool: database.pool,
    concurrency: jobs,
    pollInterval: 500,
    noHandleSignals: true,
    logger: silentLogger,
    events,
    taskList: {
      [shardTask]: async (payload) => {
        const job = payload as ShardJob
        // A worker that was considered dead may have finished it after all.
        if (await database.isFinished(job)) return
        const { spec, shard } = await database.shard(job)
        const own = found.get(job.sweep) ?? findModules(spec, modules)
        found.set(job.sweep, own)
        const runner = idle.pop() ?? new ShardRunner()
        try {
          await database.finish(job, await runner.run(own, shard), id)
          onShard?.(job)
        } finally {
          idle.push(runner)
        }
      },
    },
  })
  const beat = async (): Promise<void> => {
    try {
      await database.beat(id, [...names])
      await database.freeLostJobs()
    } catch {
      // The database is not reachable; the next heartbeat tries again.
    }
  }
  await beat()
  const timer = setInterval(() => void beat(), beatMs)
  return {
    id,
    stop: async () => {
      clearInterval(timer)
      await runner.stop()
      for (const runner of runners) runner.close()
      await database.leave(id).catch(() => undefined)
      await database.close()
    },
  }
}
