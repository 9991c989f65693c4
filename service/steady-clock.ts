// The time of a service never goes back and never stands still. While the clock is behind the last
// stored time, the service's time goes on by the monotonic clock, so that windows keep closing. On
// a file the clock is the machine's, on Postgres the database server's.

/** A larger lead of the service's time over the clock is reported as a warning. */
export const largestClockLeadMs = 60_000

/** For a smaller lead it waits, or a fast monotonic clock would take it ever further ahead. */
const longestPauseMs = 1000

export class SteadyClock {
  readonly #wall: () => number
  readonly #monotonic: () => number
  #now: number
  #measured: number

  /** `from`: the last stored time. A given `wall` clock also serves as the monotonic clock. */
  constructor(from: number, wall?: () => number, monotonic: () => number = wall ?? (() => performance.now())) {
    this.#wall = wall ?? Date.now
    this.#monotonic = monotonic
    this.#now = from
    this.#measured = monotonic()
  }

  /** Whole milliseconds. */
  now(): number {
    const measured = this.#monotonic()
    const passed = Math.max(0, Math.floor(measured - this.#measured))
    const wall = this.#wall()
    this.#now = Math.max(this.#now + (this.#now - wall > longestPauseMs ? passed : 0), wall)
    // Fractions of a millisecond count the next time.
    this.#measured = measured < this.#measured ? measured : this.#measured + passed
    return this.#now
  }

  /** Moves on to `moment`, a stored time, unless it is over already. */
  reach(moment: number): void {
    if (moment > this.now()) this.#now = moment
  }

  /** How far the service's time is ahead of the clock. */
  leadMs(): number {
    return this.now() - this.#wall()
  }
}

/** A database server's clock by its answers, with the monotonic clock in between. */
export class ServerClock {
  readonly #monotonic: () => number
  #corrected = 0
  #measured = 0

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
  }

  /** Sets the clock to the time in an answer. */
  set(now: number): void {
    this.#corrected = now
    this.#measured = this.#monotonic()
  }

  readonly read = (): number => this.#corrected + Math.floor(this.#monotonic() - this.#measured)
}
