// Equal servers with one line before them, first come, first served: cores or a thread.

import type { EventQueue } from "./event-queue.ts"

export class Station {
  /** Time for which servers were busy, in seconds. */
  busy = 0
  readonly #events: EventQueue
  #free: number
  readonly #line: (() => void)[] = []

  constructor(events: EventQueue, servers: number) {
    this.#events = events
    this.#free = servers
  }

  /** Calls `done` once a server was free and has worked for so many seconds. */
  use(seconds: number, done: () => void): void {
    const start = () => {
      this.#events.after(seconds, () => {
        this.busy += seconds
        const next = this.#line.shift()
        if (next === undefined) this.#free += 1
        else next()
        done()
      })
    }
    if (this.#free === 0) this.#line.push(start)
    else {
      this.#free -= 1
      start()
    }
  }
}
