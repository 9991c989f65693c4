// Definitions of experiments and the numbers by which rows know them. They never change, so each is read once.

import type { Experiment } from "../experiment.ts"
import type { PostgresStore } from "../store/postgres-store.ts"

export interface Known {
  readonly experiment: Experiment
  readonly number: number
}

export class KnownExperiments {
  readonly #store: PostgresStore
  readonly #known = new Map<string, Known>()
  readonly #ids = new Map<number, string>()

  constructor(store: PostgresStore) {
    this.#store = store
  }

  /** Reads those not seen before; ids without an experiment stay unknown. */
  async learn(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id))
    if (missing.length === 0) return
    for (const known of await this.#store.definitions(missing)) this.add(known)
  }

  add(known: Known): void {
    this.#known.set(known.experiment.id, known)
    this.#ids.set(known.number, known.experiment.id)
  }

  /** One whose creation was not kept. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  get(id: string): Known | undefined {
    return this.#known.get(id)
  }

  numberOf(id: string): number {
    return (this.#known.get(id) as Known).number
  }

  idOf(number: number): string {
    return this.#ids.get(number) ?? ""
  }
}
