// Decisions from one lease: each is kept with its slot in a set-based insert, without the experiment's lock, and answered once that is on
// disk. A request that the lease cannot answer (its id is known already, the lease was ended) goes the usual way.

import { type Decided, type DecisionRequest, newId } from "../operations/decide.ts"
import { isRepeatable, postgresError } from "../store/postgres-error.ts"
import { type LeasedDecision, type LeaseUse, useStatement } from "../store/postgres-leases.ts"
import type { PostgresStore } from "../store/postgres-store.ts"
import type { LeaseRow } from "../store/store.ts"

export interface LeaseLaneOptions {
  readonly store: PostgresStore
  readonly lease: LeaseRow
  readonly number: number
  readonly windowMs: number
  readonly tickMs: number
  readonly armName: string
  readonly clock?: () => number
  readonly largest: number
  /** Inserts under way at once. */
  readonly inserts: number
  readonly onCommit: (decisions: number, seconds: number) => void
}

interface Waiting {
  readonly request: DecisionRequest
  readonly subject: string | null
  readonly key: string
  readonly usualWay: () => Promise<Decided>
  readonly resolve: (decided: Decided | Promise<Decided>) => void
  readonly reject: (error: unknown) => void
}

export class LeaseLane {
  readonly #options: LeaseLaneOptions
  readonly #waiting: Waiting[] = []
  /** Slots whose ids turned out to be known. */
  readonly #returned: number[] = []
  readonly #running = new Set<Promise<void>>()
  #used = 0
  #isEnded = false

  constructor(options: LeaseLaneOptions) {
    this.#options = options
  }

  /** Slots that nobody waits for. */
  get free(): number {
    if (this.#isEnded) return 0
    return this.#options.lease.count - this.#used + this.#returned.length - this.#waiting.length
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  decide(request: DecisionRequest, subject: string | null, key: string, usualWay: () => Promise<Decided>) {
    return new Promise<Decided>((resolve, reject) => {
      this.#waiting.push({ request, subject, key, usualWay, resolve, reject })
      if (this.#running.size < this.#options.inserts) this.#start()
    })
  }

  async drained(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #start(): void {
    const running = this.#run().finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #run(): Promise<void> {
    // Everything that came with the same turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#insert(this.#waiting.splice(0, this.#options.largest))
  }

  async #insert(taken: readonly Waiting[]): Promise<void> {
    if (this.#isEnded) return sendOn(taken)
    const slots = taken.map((waiting) => ({ waiting, row: this.#row(waiting, this.#nextSlot()) }))
    const known: Waiting[] = []
    const started = performance.now()
    let used: ReadonlySet<number> | null
    try {
      used = await this.#send(slots.map(({ row }) => row))
    } catch (error) {
      // Whether the slots are used is not known: they are no longer this lane's to give.
      this.#isEnded = true
      if (isRepeatable(error)) return sendOn(taken)
      // Those behind them would only wait longer for the same answer.
      for (const { reject } of [...taken, ...this.#waiting.splice(0)]) reject(postgresError(error))
      return
    }
    if (used === null) {
      this.#isEnded = true
      return sendOn(taken)
    }
    for (const { waiting, row } of slots)
      if (used.has(row.sequence)) waiting.resolve({ decisionId: row.id, arm: this.#options.armName, isNew: true })
      else {
        this.#returned.push(row.sequence)
        known.push(waiting)
      }
    this.#options.onCommit(used.size, (performance.now() - started) / 1000)
    sendOn(known)
  }

  #nextSlot(): number {
    const returned = this.#returned.pop()
    if (returned !== undefined) return returned
    const sequence = this.#options.lease.sequence + this.#used
    this.#used += 1
    return sequence
  }

  #row({ request, subject, key }: Waiting, sequence: number): LeasedDecision {
    const { lease } = this.#options
    const id = request.decisionId ?? newId(sequence)
    return { sequence, pull: lease.pull + (sequence - lease.sequence), id, subject, key }
  }

  /** The slots that are used now, on disk; null if the lease was over. */
  async #send(decisions: readonly LeasedDecision[]): Promise<ReadonlySet<number> | null> {
    const { store, lease, number, windowMs, tickMs, clock } = this.#options
    const use: LeaseUse = {
      experiment: number,
      lease: lease.sequence,
      now: clock?.() ?? null,
      windowMs,
      tickMs,
      decisions,
    }
    const { leases, used } = await store.useLease(useStatement(use))
    return leases === 0 ? null : new Set(used)
  }
}

function sendOn(waiting: readonly Waiting[]): void {
  for (const { usualWay, resolve } of waiting) resolve(usualWay())
}
