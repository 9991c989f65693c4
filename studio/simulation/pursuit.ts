// Follows settings that move: refining is dropped at once for newer settings, but a first picture on its way is waited for, so
// that pictures keep coming while one drags, however fast. Of settings in between only the newest counts.

import { type Answer, followOrder, type Order } from "./follow-order.ts"
import { workers } from "./workers.ts"

/** How long newer settings let a first picture finish. */
const patienceMs = 80

export class Pursuit {
  /** Receives answers to the order being played. */
  readonly #receive: (answer: Answer, order: Order) => void
  #next: Order | null = null
  #begunAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopPlaying = () => {}

  constructor(receive: (answer: Answer, order: Order) => void) {
    this.#receive = receive
    // Starts a worker before the first order, so that this does not wait for it.
    workers.take().release()
  }

  follow(order: Order): void {
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
    this.#stopPlaying()
  }

  #begin(order: Order): void {
    this.stop()
    this.#begunAt = performance.now()
    this.#stopPlaying = followOrder(order, (answer) => {
      // Whoever has seen one picture may drag next: then a second worker should be warm, for while the first is still in a run.
      if (answer.kind === "done" && workers.idle === 0)
        followOrder({ ...order, stages: [1, 4, 20], budgetMs: 600 }, () => {})
      this.#receive(answer, order)
    })
  }
}
