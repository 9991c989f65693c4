// Definitions of experiments and the numbers by which rows in Postgres know them. They never
// change, so each is read once.

import type { Experiment } from "../../experiment.ts"

export interface Known {
  readonly experiment: Experiment
  readonly number: number
}

export class KnownExperiments {
  readonly #read: (ids: readonly string[]) => Promise<Known[]>
  #byId = new Map<string, Known>()
  #byNumber = new Map<number, Known>()

  /** `read` gives those that exist. */
  constructor(read: (ids: readonly string[]) => Promise<Known[]>) {
    this.#read = read
  }

  /** Reads those not seen before; ids without an experiment stay unknown. */
  async learn(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#byId.has(id))
    if (missing.length === 0) return
    const byId = this.#byId
    const found = await this.#read(missing)
    // Rows that were read before `clear` may belong to another store.
    if (byId === this.#byId) for (const known of found) this.add(known)
  }

  add(known: Known): void {
    this.#byId.set(known.experiment.id, known)
    this.#byNumber.set(known.number, known)
  }

  /** One whose creation was not kept. */
  forget(id: string): void {
    this.#byId.delete(id)
  }

  /** The store may have gone back, and have given numbers to others since. */
  clear(): void {
    this.#byId = new Map()
    this.#byNumber = new Map()
  }

  get(id: string): Known | undefined {
    return this.#byId.get(id)
  }

  findNumber(id: string): number {
    return (this.#byId.get(id) as Known).number
  }

  findByNumber(number: number): Known {
    return this.#byNumber.get(number) as Known
  }

  findId(number: number): string {
    return this.#byNumber.get(number)?.experiment.id ?? ""
  }
}
