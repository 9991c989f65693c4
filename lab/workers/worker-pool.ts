// A pool of reusable workers: a warm one is ten times as fast as a new one. Releasing a busy worker
// cancels its task; the worker is used again if it is free soon, and ended if not.

import { ArmisticeError } from "@armistice/core"
import type { MessageFromWorker, MessageToWorker } from "./serve-tasks.ts"
import type { WorkerTasks } from "./task-types.ts"

export interface WorkerConnection {
  send(message: MessageToWorker): void
  close(): void
  /** Called whenever the worker is taken or released. */
  hold?(isHeld: boolean): void
}

export type StartWorker = (receive: (message: MessageFromWorker) => void) => WorkerConnection

/** A worker taken from a {@link WorkerPool}: it runs tasks for its holder until it is released. */
export interface HeldWorker {
  /** The result of a task, or undefined if the worker was released or ended first. */
  run<Name extends keyof WorkerTasks>(
    task: Name,
    input: Parameters<WorkerTasks[Name]>[0],
    onProgress?: (part?: unknown) => void,
  ): Promise<Awaited<ReturnType<WorkerTasks[Name]>> | undefined>
  release(): void
  /** Ends the worker, for one that has been silent for too long. */
  end(): void
}

interface PendingTask {
  resolve(result: unknown): void
  reject(error: Error): void
  onProgress(part?: unknown): void
}

interface PooledWorker {
  readonly connection: WorkerConnection
  isBusy: boolean
  isHeld: boolean
  isBroken: boolean
  pending: PendingTask | null
  endTimer: ReturnType<typeof setTimeout> | undefined
}

/** Workers that are started when needed and kept for the next task. */
export class WorkerPool {
  /** Workers worth having at once. */
  readonly size: number
  readonly #start: StartWorker
  readonly #graceMs: number
  readonly #idle: PooledWorker[] = []

  /** `graceMs` is how long a released worker may take to stop its task. */
  constructor(size: number, start: StartWorker, graceMs = 100) {
    this.size = size
    this.#start = start
    this.#graceMs = graceMs
  }

  /** Idle workers. */
  get idle(): number {
    return this.#idle.length
  }

  take(): HeldWorker {
    const worker = this.#idle.pop() ?? this.#open()
    let isMine = true
    const giveBack = (then: () => void) => {
      if (!isMine) return
      isMine = false
      worker.isHeld = false
      worker.connection.hold?.(false)
      worker.pending?.resolve(undefined)
      worker.pending = null
      then()
    }
    worker.isHeld = true
    worker.connection.hold?.(true)
    return {
      run: <Result>(task: string, input: unknown, onProgress: (part?: unknown) => void = () => {}) =>
        new Promise<Result | undefined>((resolve, reject) => {
          if (!isMine) return resolve(undefined)
          if (worker.isBroken) return reject(new Error("the worker has ended"))
          worker.pending = { resolve: (result) => resolve(result as Result), reject, onProgress }
          worker.isBusy = true
          worker.connection.send({ kind: "run", task, input })
        }),
      release: () => giveBack(() => this.#recycle(worker)),
      end: () => giveBack(() => worker.connection.close()),
    }
  }

  #recycle(worker: PooledWorker): void {
    if (worker.isBroken) return
    if (!worker.isBusy) return void this.#idle.push(worker)
    worker.connection.send({ kind: "cancel" })
    worker.endTimer = setTimeout(() => worker.connection.close(), this.#graceMs)
  }

  #open(): PooledWorker {
    const worker: PooledWorker = {
      connection: this.#start((message) => this.#receive(worker, message)),
      isBusy: false,
      isHeld: true,
      isBroken: false,
      pending: null,
      endTimer: undefined,
    }
    return worker
  }

  #receive(worker: PooledWorker, message: MessageFromWorker): void {
    const { pending } = worker
    if (message.kind === "progress") {
      pending?.onProgress(message.part)
      return
    }
    worker.pending = null
    worker.isBusy = false
    clearTimeout(worker.endTimer)
    if (message.kind === "broken") {
      worker.isBroken = true
      worker.connection.close()
      const index = this.#idle.indexOf(worker)
      if (index >= 0) this.#idle.splice(index, 1)
    } else if (!worker.isHeld) this.#idle.push(worker)
    if (message.kind === "result") pending?.resolve(message.result)
    else pending?.reject(createError(message))
  }
}

function createError(message: Exclude<MessageFromWorker, { kind: "result" | "progress" }>): Error {
  const isRefusal = message.kind === "failed" && message.code !== null
  return isRefusal ? new ArmisticeError(message.code, message.message) : new Error(message.message)
}
