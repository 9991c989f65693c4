// Simulates one Postgres and its replicas under a load: requests arrive at random times for
// experiments of unequal popularity, wait in the queues of a replica, and are committed in batches,
// each of which holds the locks of its experiments until its commit is on disk.

import { type Random, seededRandom } from "@armistice/core"
import { EventQueue } from "./event-queue.ts"
import { Station } from "./station.ts"

export interface Batch {
  readonly requests: number
  readonly experiments: number
}

/** The time of a batch, in seconds. */
export interface BatchWork {
  /** The time on one core of Postgres. */
  readonly server: number
  /** The time on the replica's thread. */
  readonly replica: number
  /** In which neither works: the disk, the network. */
  readonly idle: number
}

export interface StoreSetting {
  readonly experiments: number
  /** The k-th most popular experiment gets requests in proportion to 1 / k^skew; 0: all alike. */
  readonly skew: number
  readonly replicas: number
  /** Whether all requests of an experiment go to one replica, or each to any. */
  readonly isRouted: boolean
  /** Queues of a replica; the requests of an experiment share one. */
  readonly queues: number
  readonly largestBatch: number
  /** The cores of Postgres. */
  readonly cores: number
  readonly work: (batch: Batch, random: Random) => BatchWork
}

export interface Load {
  /** Requests a second. */
  readonly rate: number
  readonly seconds: number
  /** Requests that arrive in the first seconds are not counted. */
  readonly warmUp: number
  readonly seed: number
}

/** How long requests took from their arrival to their answer, in seconds, and what was busy. */
export interface Waits {
  readonly mean: number
  readonly p50: number
  readonly p99: number
  readonly answered: number
  /** Arrived and not answered by the end. */
  readonly left: number
  readonly requestsPerBatch: number
  readonly experimentsPerBatch: number
  /** Shares of their time for which cores of Postgres and threads of replicas were busy. */
  readonly serverUse: number
  readonly replicaUse: number
}

interface Request {
  readonly experiment: number
  readonly at: number
}

interface Queue {
  readonly thread: Station
  waiting: Request[]
  isRunning: boolean
}

/** The popularity of each of so many experiments, from the most popular one on. */
export function computePopularity(experiments: number, skew: number): number[] {
  const weights = Array.from({ length: experiments }, (_, index) => (index + 1) ** -skew)
  const sum = weights.reduce((one, other) => one + other, 0)
  return weights.map((weight) => weight / sum)
}

export function simulateStore(setting: StoreSetting, load: Load): Waits {
  const { experiments, skew, replicas, isRouted, queues: queueCount, largestBatch, cores, work } = setting
  const random = seededRandom(load.seed)
  const events = new EventQueue()
  const server = new Station(events, cores)
  const threads = Array.from({ length: replicas }, () => new Station(events, 1))
  const queues = threads.map((thread) =>
    Array.from({ length: queueCount }, (): Queue => ({ thread, waiting: [], isRunning: false })),
  )
  const locks = new Locks()
  const draw = drawFrom(computePopularity(experiments, skew))
  const times: number[] = []
  let [batches, requests, locked, left] = [0, 0, 0, 0]

  const run = (queue: Queue): void => {
    const taken = queue.waiting.splice(0, largestBatch)
    queue.isRunning = taken.length > 0
    if (!queue.isRunning) return
    const own = [...new Set(taken.map(({ experiment }) => experiment))].sort((a, b) => a - b)
    const { server: core, replica, idle } = work({ requests: taken.length, experiments: own.length }, random)
    batches += 1
    requests += taken.length
    locked += own.length
    const answer = () => {
      for (const experiment of own) locks.release(experiment)
      left -= taken.length
      for (const { at } of taken) if (at >= load.warmUp) times.push(events.now - at)
      run(queue)
    }
    const commit = () => events.after(idle, answer)
    const operate = () => queue.thread.use(replica, commit)
    locks.take(own, () => server.use(core, operate))
  }
  const arrive = (): void => {
    const experiment = draw(random.uniform())
    const replica = queues[isRouted ? experiment % replicas : random.integer(replicas)]!
    const queue = replica[Math.floor(experiment / (isRouted ? replicas : 1)) % queueCount]!
    queue.waiting.push({ experiment, at: events.now })
    left += 1
    if (!queue.isRunning) run(queue)
    plan()
  }
  const plan = (): void => events.after(random.exponential() / load.rate, arrive)
  plan()
  events.runUntil(load.seconds)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    p50: at(0.5),
    p99: at(0.99),
    answered: times.length,
    left,
    requestsPerBatch: requests / batches,
    experimentsPerBatch: locked / batches,
    serverUse: server.busy / (cores * load.seconds),
    replicaUse: threads.reduce((sum, { busy }) => sum + busy, 0) / (replicas * load.seconds),
  }
}

/** The index of the part of [0, 1) that a number falls into. */
function drawFrom(shares: readonly number[]): (uniform: number) => number {
  let sum = 0
  const ends = Float64Array.from(shares, (share) => {
    sum += share
    return sum
  })
  return (uniform) => {
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! > uniform) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The rows of experiments: each is locked by one batch at a time, in the order of asking. */
class Locks {
  readonly #lines = new Map<number, (() => void)[]>()

  /** One after the other in the order that is given, as a batch does, keeping those it has. */
  take(experiments: readonly number[], done: () => void, from = 0): void {
    for (let index = from; index < experiments.length; index++) {
      const line = this.#lines.get(experiments[index]!)
      if (line !== undefined) {
        line.push(() => this.take(experiments, done, index + 1))
        return
      }
      this.#lines.set(experiments[index]!, [])
    }
    done()
  }

  release(experiment: number): void {
    const next = this.#lines.get(experiment)?.shift()
    if (next === undefined) this.#lines.delete(experiment)
    else next()
  }
}
