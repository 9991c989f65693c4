// Two workers that take turns with the newest order: while one is still in a run that nobody wants any more, the other begins.
// Both stay, because a worker that has simulated before is ten times as fast; one that stays deep in a long run is replaced.

import type { Answer, Order } from "./messages.ts"

type Wanted = Omit<Order, "id">
type Turn = 0 | 1

/** How long a worker may go on with a run of the order before. */
const freeingMs = 100
const nobody = 0

export class Lane {
  readonly #workers: [Worker | null, Worker | null] = [null, null]
  readonly #isFree: [boolean, boolean] = [true, true]
  #turn: Turn = 0
  #order: Order | null = null
  #id = nobody
  #playing: string | null = null
  /** Whether what is planned has been told already. */
  #isAgain = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #receive: (answer: Answer) => void = () => {}

  /** Starts a worker before the first order, so that this does not wait for it. */
  prepare(): void {
    this.#worker(this.#turn)
  }

  /** Starts the other worker too and lets it play an order for nobody, so that it is as fast as the first when its turn comes. */
  prepareOther(order: Wanted): void {
    const other = otherThan(this.#turn)
    if (this.#workers[other] !== null) return
    this.#isFree[other] = false
    this.#worker(other).postMessage({ ...order, id: nobody })
  }

  follow(order: Wanted, receive: (answer: Answer) => void): void {
    this.stop()
    this.#receive = receive
    if (!this.#isFree[this.#turn]) this.#turn = otherThan(this.#turn)
    const { [this.#turn]: isFree } = this.#isFree
    this.#send({ ...order, id: this.#id })
    if (!isFree) this.#timer = setTimeout(() => this.#replace(), freeingMs)
  }

  /** Nothing more is heard of the order before, and its worker is free as soon as its run is over. */
  stop(): void {
    this.#id++
    clearTimeout(this.#timer)
    if (this.#order === null) return
    this.#order = null
    this.#workers[this.#turn]?.postMessage(null)
  }

  close(): void {
    this.stop()
    for (const turn of [0, 1] as const) this.#drop(turn)
  }

  #send(order: Order): void {
    this.#order = order
    this.#playing = null
    this.#isAgain = false
    this.#isFree[this.#turn] = false
    this.#worker(this.#turn).postMessage(order)
  }

  #replace(): void {
    if (this.#order === null) return
    this.#drop(this.#turn)
    this.#send(this.#order)
  }

  #drop(turn: Turn): void {
    this.#workers[turn]?.terminate()
    this.#workers[turn] = null
    this.#isFree[turn] = true
  }

  /** The worker has said nothing for too long: without what it is in, it can go on. */
  #leaveOut(): void {
    const [order, algorithm] = [this.#order, this.#playing]
    if (order === null || algorithm === null) return
    this.#drop(this.#turn)
    this.#receive({ kind: "stuck", id: order.id, algorithm })
    const algorithms = order.spec.algorithms.filter((one) => one.algorithm !== algorithm)
    if (algorithms.length > 0) {
      this.#send({ ...order, spec: { ...order.spec, algorithms } })
      this.#isAgain = true
    } else this.#hear({ kind: "done", id: order.id })
  }

  #hear(answer: Answer): void {
    clearTimeout(this.#timer)
    if (answer.kind === "done" || answer.kind === "failed") this.#order = null
    if (this.#order !== null) this.#timer = setTimeout(() => this.#leaveOut(), this.#order.patienceMs)
    if (answer.kind === "playing") this.#playing = answer.algorithm
    else if (answer.kind !== "planned" || !this.#isAgain) this.#receive(answer)
  }

  #worker(turn: Turn): Worker {
    const found = this.#workers[turn]
    if (found !== null) return found
    const worker = new Worker(new URL("./simulation-worker.ts", import.meta.url), { type: "module" })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const isLast = data.kind === "done" || data.kind === "failed" || data.kind === "stopped"
      // Of an order that came while it was busy with another, it first hears that the other is over.
      if (isLast && (turn !== this.#turn || data.id === this.#id || this.#order === null)) this.#isFree[turn] = true
      if (data.id === this.#id && data.kind !== "stopped") this.#hear(data)
    }
    worker.onerror = (event) =>
      this.#hear({ kind: "failed", id: this.#id, message: event.message || "the simulation could not start" })
    this.#workers[turn] = worker
    return worker
  }
}

const otherThan = (turn: Turn): Turn => (turn === 0 ? 1 : 0)
