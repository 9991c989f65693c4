// Group commit: commands that arrive while a transaction runs share the next one. Commands that
// came alone go before parts of a batch request, and a command that has waited too long is refused.

import { ServiceError } from "../service-error.ts"
import type { Command } from "./transaction.ts"

export interface PendingCommand {
  readonly command: Command
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

export interface QueueOptions {
  /** Answers at least the first command and returns those that are left. */
  readonly run: (taken: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>
  /** Commands per transaction. */
  readonly largest: number
  /** Commands that may wait, and for how long. */
  readonly longest: number
  readonly timeoutMs: number
}

/** Turns to wait while commands keep coming: one large transaction beats several. */
const mostTurns = 4

/** After so many transactions without parts of batch requests, those go first once. */
const mostWithoutParts = 3

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
      return Promise.reject(new ServiceError("store_busy", `more than ${longest} requests are waiting: try again`))
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

  /** Waits for the end of this turn, and for further turns while they bring commands. */
  async #gather(): Promise<void> {
    for (let turn = 0, before = 0; turn < mostTurns && this.#length > before; turn++) {
      before = this.#length
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #take(): PendingCommand[] {
    const { largest } = this.#options
    const isTurnOfParts = this.#alone.length === 0 || this.#withoutParts >= mostWithoutParts
    // Not together with parts, which could fill the transaction.
    if (!isTurnOfParts || this.#parts.length === 0) return this.#alone.splice(0, largest)
    const taken = this.#parts.splice(0, largest)
    return taken.length < largest ? [...taken, ...this.#alone.splice(0, largest - taken.length)] : taken
  }

  #putBack(left: readonly PendingCommand[]): void {
    this.#alone.unshift(...left.filter((waiting) => !isPart(waiting)))
    this.#parts.unshift(...left.filter(isPart))
  }

  /** Called by a timer too, because a transaction may be stuck. */
  #refuseOverdue(): void {
    const earliest = performance.now() - this.#options.timeoutMs
    const isWaiting = (waiting: PendingCommand): boolean => waiting.since > earliest || refuseLate(waiting)
    if ((this.#alone[0]?.since ?? earliest + 1) <= earliest) this.#alone = this.#alone.filter(isWaiting)
    if ((this.#parts[0]?.since ?? earliest + 1) <= earliest) this.#parts = this.#parts.filter(isWaiting)
  }
}

const isPart = ({ command }: PendingCommand): boolean => command.isPart === true

function refuseLate({ reject }: PendingCommand): false {
  reject(new ServiceError("store_busy", "the request has waited too long: try again"))
  return false
}
