// Divides the time of a benchmark: each setting gets an equal share of it, and at least one turn.

/** A setting gets this many turns even after its share, unless a turn takes `longTurnMs`. */
const minTurns = 3
const longTurnMs = 300

export class TimeBudget {
  readonly shareMs: number
  readonly #shares: number
  readonly #signal: AbortSignal
  readonly #report: (share: number) => void
  #endedShares = -1
  #shareStart = 0
  #turnStart = 0

  constructor(limitMs: number, shares: number, signal: AbortSignal, report: (share: number) => void) {
    this.shareMs = limitMs / shares
    this.#shares = shares
    this.#signal = signal
    this.#report = report
  }

  /** Begins the next share. Warm-up before it does not count. */
  beginShare(): void {
    this.#endedShares++
    this.#report(this.#endedShares / this.#shares)
    this.#shareStart = performance.now()
    this.#turnStart = this.#shareStart
  }

  /** Whether turn `turn` (from 0) would end in time if it takes as long as the last one. */
  hasTimeFor(turn: number): boolean {
    const now = performance.now()
    const turnMs = now - this.#turnStart
    this.#turnStart = now
    if (this.isOver()) return false
    if (turn === 0) return true
    return now - this.#shareStart + turnMs <= this.shareMs || (turn < minTurns && turnMs < longTurnMs)
  }

  isOver(): boolean {
    return this.#signal.aborted
  }
}
