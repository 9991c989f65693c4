// Divides the time of a benchmark: each setting has an equal share, and at least one turn.

/** Fewer turns are too few, unless a turn takes long. */
const fewestTurns = 3
const longTurnMs = 300

export class Pace {
  readonly shareMs: number
  readonly #shares: number
  readonly #signal: AbortSignal
  readonly #report: (share: number) => void
  #ended = -1
  #begun = 0
  #turnBegun = 0

  constructor(limitMs: number, shares: number, signal: AbortSignal, report: (share: number) => void) {
    this.shareMs = limitMs / shares
    this.#shares = shares
    this.#signal = signal
    this.#report = report
  }

  /** Begins the next share. Warm-up before it does not count. */
  beginShare(): void {
    this.#ended++
    this.#report(this.#ended / this.#shares)
    this.#begun = performance.now()
    this.#turnBegun = this.#begun
  }

  /** Whether turn `turn` (from 0) would end in time if it takes as long as the last one. */
  hasTimeFor(turn: number): boolean {
    const now = performance.now()
    const turnMs = now - this.#turnBegun
    this.#turnBegun = now
    if (this.isOver() || turn === 0) return !this.isOver()
    return now - this.#begun + turnMs <= this.shareMs || (turn < fewestTurns && turnMs < longTurnMs)
  }

  isOver(): boolean {
    return this.#signal.aborted
  }
}
