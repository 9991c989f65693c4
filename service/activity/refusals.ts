// Counts refusals by key, action and minute, and writes them in the background.

import { experimentIdPattern } from "../experiment.ts"
import { noChanges } from "../store/changes.ts"
import type { ExperimentReads, StoreWrites } from "../store/store.ts"
import { type ActivityRow, type Actor, refusalMs } from "./activity.ts"

export interface Refusal {
  readonly key: Actor
  readonly action: string
  /** As the request named it; it may not exist. */
  readonly experiment: string | null
  readonly code: string
}

/** Refusals within this time share a write, so that a caller cannot keep the disk busy. */
const pauseMs = 50

/** More than these are not kept while the store takes none. */
const most = 1000

const experimentId = new RegExp(experimentIdPattern)

type RefusalStore = Pick<ExperimentReads, "experiment"> & Pick<StoreWrites, "commit">

export class Refusals {
  readonly #store: RefusalStore
  readonly #now: () => number
  readonly #waiting = new Map<string, ActivityRow>()
  #writing: Promise<void> | undefined

  constructor(store: RefusalStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  add({ key, action, experiment, code }: Refusal): void {
    const at = this.#now()
    const name = JSON.stringify([key.id, action, Math.floor(at / refusalMs)])
    const known = this.#waiting.get(name)
    if (known === undefined && this.#waiting.size >= most) return
    const row: ActivityRow = { experiment, at, action, key, outcome: "refused", code, count: 1 }
    this.#waiting.set(name, known === undefined ? row : together(known, row))
    this.#writing ??= this.#write()
  }

  /** Once all that were added before are written, or could not be. */
  async written(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        const rows = [...this.#waiting.values()]
        this.#waiting.clear()
        await this.#commit(rows)
      }
    } finally {
      this.#writing = undefined
    }
  }

  /** A refusal that cannot be written is lost. */
  async #commit(rows: readonly ActivityRow[]): Promise<void> {
    try {
      const activity: ActivityRow[] = []
      for (const row of rows) {
        const { experiment } = row
        const isKnown =
          experiment !== null && experimentId.test(experiment) && (await this.#store.experiment(experiment))
        activity.push(isKnown ? row : { ...row, experiment: null })
      }
      await this.#store.commit({ ...noChanges(), activity })
    } catch {
      // See above.
    }
  }
}

const together = (known: ActivityRow, row: ActivityRow): ActivityRow => ({
  ...known,
  experiment: known.experiment === row.experiment ? known.experiment : null,
  code: known.code === row.code ? known.code : null,
  count: known.count + row.count,
})
