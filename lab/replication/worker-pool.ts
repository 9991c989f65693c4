// Workers that are used again: starting one takes longer than most simulations. An idle worker waits for the next
// simulation; one that is closed while it plays is ended, because what it would still send belongs to nobody.

import type { FromWorker, StartWorker, WorkerLink } from "./worker-duty.ts"

interface PooledWorker {
  readonly link: WorkerLink
  /** Whom messages are for; nobody while it waits. */
  receive: (message: FromWorker) => void
  /** Chunks it was sent and has not answered. */
  playing: number
}

export class WorkerPool {
  readonly #start: StartWorker
  readonly #idle: PooledWorker[] = []

  constructor(start: StartWorker) {
    this.#start = start
  }

  /** In place of the way to start a worker. */
  readonly startWorker: StartWorker = (receive) => {
    const worker = this.#idle.pop() ?? this.#startPooled()
    worker.receive = receive
    return {
      send: (message) => {
        if (message.kind === "play") worker.playing++
        worker.link.send(message)
      },
      close: () => {
        worker.receive = () => {}
        if (worker.playing === 0) this.#idle.push(worker)
        else worker.link.close()
      },
    }
  }

  /** Ends the workers that wait. */
  close(): void {
    for (const { link } of this.#idle.splice(0)) link.close()
  }

  #startPooled(): PooledWorker {
    const worker: PooledWorker = {
      link: this.#start((message) => {
        // A worker that failed stays marked as playing, so that it is not used again.
        if (message.kind === "played") worker.playing--
        worker.receive(message)
      }),
      receive: () => {},
      playing: 0,
    }
    return worker
  }
}
