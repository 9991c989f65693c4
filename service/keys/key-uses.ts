// When keys were last used, to the day: by deciding and reading only. Rewards do not count, or it would tell that some came; changes are on
// record anyway. Written once a day for each key, while nobody waits for it.

import type { Store } from "../store/store.ts"

export class KeyUses {
  readonly #store: Pick<Store, "putKeyUse">
  readonly #days = new Map<string, string>()

  constructor(store: Pick<Store, "putKeyUse">) {
    this.#store = store
  }

  add(key: string, now: number): void {
    const day = new Date(now).toISOString().slice(0, 10)
    if (this.#days.get(key) === day) return
    this.#days.set(key, day)
    void this.#write(key, day)
  }

  async #write(key: string, day: string): Promise<void> {
    try {
      await this.#store.putKeyUse(key, day)
    } catch {
      // The next use tries again; requests that meet the same fault are told.
      this.#days.delete(key)
    }
  }
}
