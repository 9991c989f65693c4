// Two workers that take turns with the newest order: while one is still in a run that nobody wants any more, the other begins.
// Both stay, because a worker that has simulated before is ten times as fast; one that stays deep in a long run is replaced.

import type { Answer, Order } from "./messages.ts"

/** How long a worker may take to begin. */
const patienceMs = 150
const nobody = 0

export class Lane {
  readonly #workers: [Worker | null, Worker | null] = [null, null]
  #turn: 0 | 1 = 0
  #id = 0
  #isBusy = false
  #replacing: ReturnType<typeof setTimeout> | undefined
  #receive: (answer: Answer) => void = () => {}

  /** Starts a worker before the first order, so that this does not wait for it. */
  prepare(): void {
    this.#worker(this.#turn)
  }

  /** Starts the other worker too and lets it play an order for nobody, so that it is as fast as the first when its turn comes. */
  prepareOther(order: Omit<Order, "id">): void {
    const other = this.#turn === 0 ? 1 : 0
    if (this.#workers[other] === null) this.#worker(other).postMessage({ ...order, id: nobody })
  }

  follow(order: Omit<Order, "id">, receive: (answer: Answer) => void): void {
    this.stop()
    const whole: Order = { ...order, id: this.#id }
    this.#receive = receive
    this.#isBusy = true
    const isNew = this.#workers[this.#turn] === null
    this.#worker(this.#turn).postMessage(whole)
    // A worker that only now starts cannot be stuck.
    if (!isNew) this.#replacing = setTimeout(() => this.#replace(whole), patienceMs)
  }

  /** Nothing more is heard of the order before, and its worker is free as soon as its run is over. */
  stop(): void {
    this.#id++
    clearTimeout(this.#replacing)
    if (!this.#isBusy) return
    this.#isBusy = false
    this.#workers[this.#turn]?.postMessage(null)
    this.#turn = this.#turn === 0 ? 1 : 0
  }

  close(): void {
    this.#id++
    clearTimeout(this.#replacing)
    for (const turn of [0, 1] as const) {
      this.#workers[turn]?.terminate()
      this.#workers[turn] = null
    }
    this.#isBusy = false
  }

  #replace(order: Order): void {
    this.#workers[this.#turn]?.terminate()
    this.#workers[this.#turn] = null
    this.#worker(this.#turn).postMessage(order)
  }

  #worker(turn: 0 | 1): Worker {
    const found = this.#workers[turn]
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
    this.#workers[turn] = worker
    return worker
  }
}
