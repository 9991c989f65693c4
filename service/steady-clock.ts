// The time of a service: a clock, except that it never goes back and never stands still. If the clock is behind what was stored (it was ahead
// once, or was set back), time goes on from there by the monotonic clock, so that windows go on closing. On a file the clock is the machine's;
// on Postgres it is the database server's (ServerClock), so that the clocks of replicas do not matter.

/** More than this between the service's time and the clock is worth a warning. */
export const largestClockLeadMs = 60_000

/** A lead of up to this is waited for. Otherwise a monotonic clock that is a little fast would carry time further and further away. */
const longestPauseMs = 1000

export class SteadyClock {
  readonly #wall: () => number
  readonly #monotonic: () => number
  #now: number
  #measured: number

  /** `from`: the last moment that is stored. Tests that give a clock move both with it. */
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
    // What is left of a millisecond counts the next time.
    this.#measured = measured < this.#measured ? measured : this.#measured + passed
    return this.#now
  }

  /** Goes on from `moment`, unless it is later already: something is stored with that time. */
  reach(moment: number): void {
    if (moment > this.now()) this.#now = moment
  }

  /** How far the service's time is ahead of the clock. */
  leadMs(): number {
    return this.now() - this.#wall()
  }
}

/** A database server's clock as its answers tell it; between two answers it goes on by this process's monotonic clock. */
export class ServerClock {
  readonly #monotonic: () => number
  #told = 0
  #measured = 0

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
  }

  /** An answer came that was `now` by the server's clock. */
  tell(now: number): void {
    this.#told = now
    this.#measured = this.#monotonic()
  }

  readonly read = (): number => this.#told + Math.floor(this.#monotonic() - this.#measured)
}
