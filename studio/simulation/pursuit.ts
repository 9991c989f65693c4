// Follows settings that move: refining is dropped at once for newer settings, but a first picture on its way is waited for, so
// that pictures keep coming while one drags, however fast. Of settings in between only the newest counts.

import { Lane } from "./lane.ts"
import type { Answer, Order } from "./messages.ts"

type Wanted = Omit<Order, "id">

/** How long newer settings let a first picture finish. */
const patienceMs = 80

export class Pursuit {
  readonly #lane = new Lane()
  /** Receives answers to the order being played. */
  readonly #receive: (answer: Answer, order: Wanted) => void
  #next: Wanted | null = null
  #begunAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(receive: (answer: Answer, order: Wanted) => void) {
    this.#receive = receive
    this.#lane.prepare()
  }

  /** Whether newer settings wait for a picture of the ones being played. */
  get isBehind(): boolean {
    return this.#next !== null
  }

  follow(order: Wanted): void {
    clearTimeout(this.#timer)
    const waitMs = this.#begunAt === null ? 0 : this.#begunAt + patienceMs - performance.now()
    if (waitMs <= 0) this.#begin(order)
    else {
      this.#next = order
      this.#timer = setTimeout(() => this.#begin(order), waitMs)
    }
  }

  /** To be called when a picture of the order being played is on the page. */
  shown(): void {
    this.#begunAt = null
    if (this.#next !== null) this.#begin(this.#next)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#next = null
    this.#begunAt = null
    this.#lane.stop()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#lane.close()
  }

  #begin(order: Wanted): void {
    clearTimeout(this.#timer)
    this.#next = null
    this.#begunAt = performance.now()
    this.#lane.follow(order, (answer) => {
      // Whoever has seen one picture may drag next: then the other worker should be warm.
      if (answer.kind === "done") this.#lane.prepareOther({ ...order, stages: [1, 4, 20], budgetMs: 600 })
      this.#receive(answer, order)
    })
  }
}
