// Requests that wait for their transaction: those that arrive while one is under way share the next. Each is answered once it is durable, or
// refused when it has waited too long. Who came alone goes before the parts of a batch, which would keep others waiting for all of it.

import { ServiceError } from "../service-error.ts"
import type { Command } from "./transaction.ts"

export interface PendingCommand {
  readonly command: Command
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

export interface QueueOptions {
  /** Answers the first of them, at least one, and returns the others. */
  readonly run: (taken: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>
  /** Requests per transaction. */
  readonly largest: number
  /** Requests that may wait, and for how long. */
  readonly longest: number
  readonly timeoutMs: number
}

/** Of the event loop, before a group begins. A transaction costs as much as many of them: where requests keep coming, few large ones are sooner done. */
const mostTurns = 4

/** After so many groups without any, parts of batches go first once. */
const groupsWithoutParts = 3

export class Queue {
  readonly #options: QueueOptions
  #alone: PendingCommand[] = []
  #parts: PendingCommand[] = []
  #withoutParts = 0
  #running: Promise<void> | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  submit<Result>(command: Command<Result>): Promise<Result> {
    const { longest, timeoutMs } = this.#options
    if (this.#length >= longest)
      return Promise.reject(new ServiceError("store_busy", `at most ${longest} requests may wait, got more: try again`))
    return new Promise<Result>((resolve, reject) => {
      const list = command.isPart === true ? this.#parts : this.#alone
      list.push({ command, resolve: resolve as (result: unknown) => void, reject, since: performance.now() })
      this.#running ??= this.#run()
      if (Number.isFinite(timeoutMs)) this.#watch ??= setInterval(() => this.#refuseOverdue(), 200)
    })
  }

  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  get #length(): number {
    return this.#alone.length + this.#parts.length
  }

  async #run(): Promise<void> {
    try {
      while (this.#length > 0) {
        await this.#gather()
        this.#refuseOverdue()
        const taken = this.#take()
        if (taken.length === 0) continue
        const left = await this.#options.run(taken)
        this.#withoutParts = taken.slice(0, taken.length - left.length).some(isPart) ? 0 : this.#withoutParts + 1
        this.#putBack(left)
      }
    } finally {
      this.#running = undefined
      clearInterval(this.#watch)
      this.#watch = undefined
    }
  }

  /** Everything that comes with the same turn of the event loop goes together, and with the next ones while they bring someone. */
  async #gather(): Promise<void> {
    for (let turn = 0, before = 0; turn < mostTurns && this.#length > before; turn++) {
      before = this.#length
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #take(): PendingCommand[] {
    const { largest } = this.#options
    const isTurnOfParts = this.#alone.length === 0 || this.#withoutParts >= groupsWithoutParts
    // Among themselves: with parts in their group, they would wait for as many of those as there is time for.
    if (!isTurnOfParts || this.#parts.length === 0) return this.#alone.splice(0, largest)
    const taken = this.#parts.splice(0, largest)
    return taken.length < largest ? [...taken, ...this.#alone.splice(0, largest - taken.length)] : taken
  }

  #putBack(left: readonly PendingCommand[]): void {
    this.#alone.unshift(...left.filter((waiting) => !isPart(waiting)))
    this.#parts.unshift(...left.filter(isPart))
  }

  /** Also while a transaction is stuck: nobody waits longer than was said. */
  #refuseOverdue(): void {
    const earliest = performance.now() - this.#options.timeoutMs
    const isWaiting = (waiting: PendingCommand): boolean => waiting.since > earliest || refuseLate(waiting)
    if ((this.#alone[0]?.since ?? earliest + 1) <= earliest) this.#alone = this.#alone.filter(isWaiting)
    if ((this.#parts[0]?.since ?? earliest + 1) <= earliest) this.#parts = this.#parts.filter(isWaiting)
  }
}

const isPart = ({ command }: PendingCommand): boolean => command.isPart === true

function refuseLate({ reject }: PendingCommand): false {
  reject(new ServiceError("store_busy", "a request must not wait longer than its time, got one that did: try again"))
  return false
}
