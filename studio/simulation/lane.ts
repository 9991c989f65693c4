// One worker at a time that follows the newest order. A worker that is deep in a long run and does not notice the new order is
// ended and replaced by one that waits ready, so that a picture never waits for work nobody wants any more.

import type { Answer, Order } from "./messages.ts"

/** How long a worker may take to notice a new order. */
const patienceMs = 60

export class Lane {
  #worker: Worker | null = null
  #spare: Worker | null = null
  #id = 0
  #isBusy = false
  #replacing: ReturnType<typeof setTimeout> | undefined
  #receive: (answer: Answer) => void = () => {}

  /** Starts what is needed before the first order, so that this does not wait. */
  prepare(): void {
    this.#worker ??= startWorker()
  }

  follow(order: Omit<Order, "id">, receive: (answer: Answer) => void): void {
    this.prepare()
    const wasBusy = this.#isBusy
    const whole: Order = { ...order, id: ++this.#id }
    this.#receive = receive
    this.#isBusy = true
    this.#send(whole)
    clearTimeout(this.#replacing)
    if (!wasBusy) return
    this.#spare ??= startWorker()
    this.#replacing = setTimeout(() => {
      this.#worker?.terminate()
      this.#worker = this.#spare
      this.#spare = null
      this.#send(whole)
    }, patienceMs)
  }

  close(): void {
    clearTimeout(this.#replacing)
    this.#worker?.terminate()
    this.#spare?.terminate()
    this.#worker = null
    this.#spare = null
    this.#id++
    this.#isBusy = false
  }

  #send(order: Order): void {
    const worker = this.#worker as Worker
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== this.#id) return
      clearTimeout(this.#replacing)
      if (data.kind === "done" || data.kind === "failed") this.#isBusy = false
      this.#receive(data)
    }
    worker.onerror = (event) =>
      this.#receive({ kind: "failed", id: order.id, message: event.message || "the simulation could not start" })
    worker.postMessage(order)
  }
}

const startWorker = (): Worker => new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" })
