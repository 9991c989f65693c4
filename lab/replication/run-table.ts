// Rows of finished runs by number, whatever their order; blocks of memory as needed.

import type { RunLayout } from "./run-layout.ts"

const rowsPerBlock = 1024

/** The numbers of finished runs. */
export class RunTable {
  readonly layout: RunLayout
  readonly #blocks: Float64Array[] = []
  readonly #isFinished: boolean[] = []
  #prefix = 0
  #finished = 0

  constructor(layout: RunLayout) {
    this.layout = layout
  }

  /** Finished runs from run 0 on without a gap. Results use only these, so that they repeat. */
  get length(): number {
    return this.#prefix
  }

  /** Runs finished, gaps or not. */
  get finished(): number {
    return this.#finished
  }

  /** Rows of runs from `from` on, each for the first time. */
  put(from: number, rows: Float64Array): void {
    const { width } = this.layout
    for (let index = 0; index * width < rows.length; index++) {
      const run = from + index
      const number = Math.floor(run / rowsPerBlock)
      this.#blocks[number] ??= new Float64Array(rowsPerBlock * width)
      this.#blocks[number].set(rows.subarray(index * width, (index + 1) * width), (run % rowsPerBlock) * width)
      this.#isFinished[run] = true
      this.#finished++
    }
    while (this.#isFinished[this.#prefix]) this.#prefix++
  }

  get(run: number, column: number): number {
    return this.#blocks[Math.floor(run / rowsPerBlock)][(run % rowsPerBlock) * this.layout.width + column]
  }

  /** One column over the runs from 0 to `length`, in order. */
  column(column: number): Float64Array {
    return Float64Array.from({ length: this.#prefix }, (_, run) => this.get(run, column))
  }
}
