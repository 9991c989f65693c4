// The day on which each key was last used to decide or read. Rewards do not count, because that
// would reveal that some came; changes are in the record of activity. Each key is written once a
// day, and no request waits for it.

import type { MaybePromise } from "../maybe-promise.ts"

const dayMs = 86_400_000

interface KeyUseStore {
  putKeyUse(key: string, day: string): MaybePromise<void>
}

export class KeyUses {
  readonly #store: KeyUseStore
  /** By key, the day since 1970 that is written or being written. */
  readonly #days = new Map<string, number>()

  constructor(store: KeyUseStore) {
    this.#store = store
  }

  add(key: string, now: number): void {
    const day = Math.floor(now / dayMs)
    if (this.#days.get(key) === day) return
    this.#days.set(key, day)
    void this.#write(key, day)
  }

  async #write(key: string, day: number): Promise<void> {
    try {
      await this.#store.putKeyUse(key, new Date(day * dayMs).toISOString().slice(0, 10))
    } catch {
      // The next use tries again.
      this.#days.delete(key)
    }
  }
}
