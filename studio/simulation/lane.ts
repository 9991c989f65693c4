// Two workers that take turns with the newest order: while one is still in a run that nobody wants any more, the other begins.
// Both stay, because a worker that has simulated before is ten times as fast; one that stays deep in a long run is replaced.

import type { Answer, Order } from "./messages.ts"

/** How long a worker may take to begin. */
const patienceMs = 150

export class Lane {
  readonly #workers: [Worker | null, Worker | null] = [null, null]
  #turn: 0 | 1 = 0
  #id = 0
  #isBusy = false
  #replacing: ReturnType<typeof setTimeout> | undefined
  #receive: (answer: Answer) => void = () => {}

  /** Starts a worker before the first order, so that this does not wait for it. */
  prepare(): void {
    this.#worker()
  }

  follow(order: Omit<Order, "id">, receive: (answer: Answer) => void): void {
    const whole: Order = { ...order, id: ++this.#id }
    this.#receive = receive
    if (this.#isBusy) {
      this.#workers[this.#turn]?.postMessage(null)
      this.#turn = this.#turn === 0 ? 1 : 0
    }
    this.#isBusy = true
    clearTimeout(this.#replacing)
    const isNew = this.#workers[this.#turn] === null
    this.#worker().postMessage(whole)
    // A worker that only now starts cannot be stuck.
    if (!isNew) this.#replacing = setTimeout(() => this.#replace(whole), patienceMs)
  }

  close(): void {
    clearTimeout(this.#replacing)
    for (const turn of [0, 1] as const) {
      this.#workers[turn]?.terminate()
      this.#workers[turn] = null
    }
    this.#id++
    this.#isBusy = false
  }

  #replace(order: Order): void {
    this.#workers[this.#turn]?.terminate()
    this.#workers[this.#turn] = null
    this.#worker().postMessage(order)
  }

  #worker(): Worker {
    const found = this.#workers[this.#turn]
    if (found !== null) return found
    const worker = new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== this.#id) return
      clearTimeout(this.#replacing)
      if (data.kind === "done" || data.kind === "failed") this.#isBusy = false
      this.#receive(data)
    }
    worker.onerror = (event) =>
      this.#receive({ kind: "failed", id: this.#id, message: event.message || "the simulation could not start" })
    this.#workers[this.#turn] = worker
    return worker
  }
}
