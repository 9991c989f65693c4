// Closes windows that are over, and submits commands again that must come after all that is due.

import { closeWindows } from "../operations/close-windows.ts"
import { isStoreError, ServiceError } from "../service-error.ts"
import type { CommandQueues } from "./command-queues.ts"
import type { Command, Transactions } from "./transaction.ts"
import { WindowsDue } from "./windows-due.ts"

/** How often a command is submitted again because more became due meanwhile. */
const mostAttempts = 20

export class DueWindows {
  readonly #queues: CommandQueues
  readonly #transactions: Transactions

  constructor(queues: CommandQueues, transactions: Transactions) {
    this.#queues = queues
    this.#transactions = transactions
  }

  /** In every experiment that has some. A fault in one keeps no others waiting. */
  async closeAll(): Promise<void> {
    const faults = new Map<string, unknown>()
    const now = await this.#transactions.time()
    for (;;) {
      const due = await this.#transactions.dueExperiments(now, 100 + faults.size)
      const left = due.filter((id) => !faults.has(id))
      if (left.length === 0) break
      for (const experiment of left)
        try {
          await this.#close(experiment)
        } catch (error) {
          // Every other experiment would fail alike.
          if (this.#queues.isClosed || (isStoreError(error) && error.code !== "store_busy")) throw error
          faults.set(experiment, error)
        }
    }
    for (const error of faults.values()) throw error
  }

  /** All windows of an experiment that are over by now. */
  async closeUntilNow(experiment: string): Promise<void> {
    const now = await this.#transactions.time()
    for (let next = 0; next <= now; ) next = await this.#close(experiment)
  }

  /** Submits a command, and again after what was due, until nothing is due in between. */
  async submitAfter<Result>(command: Command<Result>): Promise<Result> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++)
      try {
        return await this.#queues.submit(command)
      } catch (error) {
        if (!(error instanceof WindowsDue)) throw error
        for (let next = 0; next <= (await this.#transactions.time()); ) next = await this.#close(command.experiment)
      }
    throw new ServiceError("store_busy", "too many windows of the experiment are due: try again")
  }

  /** When something is due next, in milliseconds. */
  #close(experiment: string): Promise<number> {
    const command: Command<number> = { experiment, windows: true, run: (work) => closeWindows(work, experiment) }
    return this.#queues.submit(command).catch((error: unknown) => {
      // An earlier command of its transaction has dealt with all that was read for it: more may be
      // due.
      if (error instanceof WindowsDue) return 0
      throw error
    })
  }
}
