// Sends commands to the queues of a store. Commands for one experiment share a queue, so that they
// never wait for each other's transactions.

import { type SecureRandom, secureRandom } from "@armistice/core"
import { RecordingRandom } from "../live/recorded-random.ts"
import { ServiceError } from "../service-error.ts"
import type { StoreChecks } from "../store/store.ts"
import { type Committed, commitBatch } from "./commit-batch.ts"
import { type PendingCommand, Queue } from "./queue.ts"
import type { Command, Transactions } from "./transaction.ts"

export interface CommandQueueOptions {
  readonly store: StoreChecks
  readonly transactions: Transactions
  readonly random?: SecureRandom | undefined
  /** Commands in a transaction, and how long their operations may keep the process busy. */
  readonly largestBatch?: number | undefined
  readonly batchMs?: number | undefined
  readonly onCommit: (committed: Committed) => void
  readonly onFault: (reason: unknown) => void
}

export class CommandQueues {
  readonly #queues: readonly Queue[]
  /** Beside the others, which may be waiting for a restore to be dealt with. */
  readonly #discards: Queue
  #isClosed = false

  constructor({ random = secureRandom(), largestBatch = 1000, batchMs = 15, ...options }: CommandQueueOptions) {
    const { count, longest, timeoutMs } = options.transactions.queues
    const setting = { ...options, random: new RecordingRandom(random), timeoutMs, batchMs }
    const run = (batch: readonly PendingCommand[]) => commitBatch(setting, batch)
    const newQueue = () => new Queue({ run, largest: largestBatch, longest, timeoutMs })
    this.#queues = Array.from({ length: count }, newQueue)
    this.#discards = newQueue()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  submit<Result>(command: Command<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new ServiceError("shutting_down", "the service is shutting down"))
    let hash = 0
    if (this.#queues.length > 1)
      for (let index = 0; index < command.experiment.length; index++)
        hash = (hash * 31 + command.experiment.charCodeAt(index)) | 0
    return (this.#queues[Math.abs(hash) % this.#queues.length] as Queue).submit(command)
  }

  /** For commands that make a restored copy safe to serve. */
  submitDiscard<Result>(command: Command<Result>): Promise<Result> {
    return this.#discards.submit({ ...command, discards: true })
  }

  /** Refuses new commands, and finishes those that were accepted. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#queues.map((queue) => queue.drained()))
  }
}
