// When keys were last used, to the day: by deciding and reading only. Rewards do not count, or it would tell that some came; changes are on
// record anyway. Written once a day for each key, while nobody waits for it.

import type { Store } from "../store/store.ts"

const dayMs = 86_400_000

export class KeyUses {
  readonly #store: Pick<Store, "putKeyUse">
  /** By key: the day, counted from 1970, of which it is written or being written that the key was used. */
  readonly #days = new Map<string, number>()

  constructor(store: Pick<Store, "putKeyUse">) {
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
      // The next use tries again; requests that meet the same fault are told.
      this.#days.delete(key)
    }
  }
}
