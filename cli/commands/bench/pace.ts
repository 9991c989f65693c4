// How long a benchmark may go on: at least one pass over everything, then passes until its time is over or someone stops it.

export class Pace {
  readonly #begun = performance.now()
  readonly limitMs: number
  readonly #signal: AbortSignal
  readonly #report: (share: number) => void
  #passMs = 0
  #passBegun = this.#begun

  constructor(limitMs: number, signal: AbortSignal, report: (share: number) => void) {
    this.limitMs = limitMs
    this.#signal = signal
    this.#report = report
  }

  /** Whether pass `pass` (from 0) would end in time, if it takes as long as the last one. */
  hasTimeFor(pass: number): boolean {
    const now = performance.now()
    if (pass > 0) this.#passMs = now - this.#passBegun
    this.#passBegun = now
    return !this.#signal.aborted && (pass === 0 || now - this.#begun + this.#passMs <= this.limitMs)
  }

  /** Whether to stop now. Lets Ctrl-C in, and the progress out. */
  async isOver(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve))
    const elapsed = performance.now() - this.#begun
    this.#report(Math.min(1, elapsed / this.limitMs))
    return this.#signal.aborted
  }
}
