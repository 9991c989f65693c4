// One writer: operations that arrive together are applied in order, committed in one transaction whatever their experiment, and
// answered after that. This is how every answer is durable and it is still fast.

import type { Group } from "./group.ts"
import { isOfStore, ServiceError } from "./service-error.ts"

export type Operation<Result> = (group: Group) => Result

interface Waiting {
  readonly operation: Operation<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown }

export interface GroupCommitOptions {
  readonly begin: () => Group
  /** Writes the group's changes to disk, if there are any; throws if that failed, or if nothing may be answered any more. */
  readonly commit: (group: Group) => void
  /** Forgets what the group changed in memory. */
  readonly drop: (group: Group) => void
  /** Operations per transaction. */
  readonly largest?: number
}

export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #largest: number
  #waiting: Waiting[] = []
  #isScheduled = false
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  constructor(options: GroupCommitOptions) {
    this.#options = options
    this.#largest = options.largest ?? 1000
  }

  submit<Result>(operation: Operation<Result>): Promise<Result> {
    if (this.#isClosed)
      return Promise.reject(
        new ServiceError("shutting_down", "the service must be running, got one that is shutting down"),
      )
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ operation, resolve: resolve as (result: unknown) => void, reject })
      if (this.#isScheduled) return
      this.#isScheduled = true
      setImmediate(() => this.#run())
    })
  }

  /** Everything waiting is committed; later operations are refused. */
  close(): void {
    this.#isClosed = true
    while (this.#waiting.length > 0) this.#run()
  }

  #run(): void {
    this.#isScheduled = false
    const taken = this.#waiting.splice(0, this.#largest)
    if (this.#waiting.length > 0) {
      this.#isScheduled = true
      setImmediate(() => this.#run())
    }
    if (taken.length > 0) this.#play(taken)
  }

  #play(taken: readonly Waiting[]): void {
    const group = this.#options.begin()
    const outcomes: Outcome[] = []
    try {
      for (const { operation } of taken) outcomes.push(attempt(operation, group))
    } catch (error) {
      this.#options.drop(group)
      // A fault in one operation must not take the others with it: each gets a transaction of its own.
      if (taken.length > 1) for (const one of taken) this.#play([one])
      else taken[0]?.reject(error)
      return
    }
    try {
      this.#options.commit(group)
    } catch (error) {
      this.#options.drop(group)
      for (const { reject } of taken) reject(error)
      return
    }
    for (const [index, outcome] of outcomes.entries()) {
      const { resolve, reject } = taken[index] as Waiting
      if (outcome.ok) resolve(outcome.result)
      else reject(outcome.error)
    }
  }
}

/** A refusal has changed nothing; any other error may have, one of the store too, and goes up. */
function attempt(operation: Operation<unknown>, group: Group): Outcome {
  try {
    return { ok: true, result: operation(group) }
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "internal" && !isOfStore(error)) return { ok: false, error }
    throw error
  }
}
