// Reads requests, lets a worker thread answer them in order, and cancels those that are not wanted
// any more. The thread stays for the next request, unless it does not stop when asked to.

import { Worker } from "node:worker_threads"
import { parseMessage, type RpcError, type RpcId, type RpcRequest, rpcErrorCodes, rpcMethods } from "./rpc-message.ts"
import type { FromWorker, ToWorker } from "./worker-message.ts"

/** A computation that does not look at its signal for this long loses its thread. */
const patienceMs = 300

const program = new URL("./rpc-worker.js", import.meta.url)

export class RpcServer {
  readonly #write: (message: object) => void
  readonly #waiting: RpcRequest[] = []
  #running: RpcRequest | null = null
  #isCancelled = false
  #worker: Worker | null = null
  #whenIdle: (() => void) | null = null

  constructor(write: (message: object) => void) {
    this.#write = (message) => write({ jsonrpc: "2.0", ...message })
  }

  /** Starts the thread before the first request, which then need not wait for it. */
  warmUp(): void {
    this.#worker ??= this.#startWorker()
  }

  receive(line: string): void {
    if (line.trim() === "") return
    const input = parseMessage(line)
    if (input.kind === "invalid") this.#write({ id: input.id, error: input.error })
    else if (input.kind === "cancel") this.#cancel(input.id)
    else this.#add(input.request)
  }

  /** Resolves once every request has an answer, and ends the thread. */
  async close(): Promise<void> {
    if (this.#running !== null)
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
    await this.#worker?.terminate()
  }

  #add(request: RpcRequest): void {
    const { id, method } = request
    const isTaken = this.#running?.id === id || this.#waiting.some((one) => one.id === id)
    const isKnown = (rpcMethods as readonly string[]).includes(method)
    if (isTaken) this.#refuse(id, rpcErrorCodes.invalidRequest, `id ${id} is in use by an open request`)
    else if (!isKnown)
      this.#refuse(
        id,
        rpcErrorCodes.unknownMethod,
        `method must be one of ${rpcMethods.join(", ")}, got ${JSON.stringify(method)}`,
      )
    else {
      this.#waiting.push(request)
      this.#runNext()
    }
  }

  #runNext(): void {
    if (this.#running !== null) return
    const request = this.#waiting.shift()
    if (request === undefined) {
      this.#whenIdle?.()
      return
    }
    this.#running = request
    this.#isCancelled = false
    this.#worker ??= this.#startWorker()
    this.#send({ kind: "run", request })
  }

  #cancel(id: RpcId): void {
    const place = this.#waiting.findIndex((one) => one.id === id)
    if (place >= 0) {
      this.#waiting.splice(place, 1)
      this.#refuseCancelled(id)
    }
    if (this.#running?.id !== id || this.#isCancelled) return
    this.#isCancelled = true
    this.#send({ kind: "cancel" })
    const request = this.#running
    setTimeout(() => {
      if (this.#running !== request) return
      this.#dropWorker()
      this.#finish({})
    }, patienceMs)
  }

  #startWorker(): Worker {
    // Output of modules must not mix with messages.
    const worker = new Worker(program, { execArgv: [], stdout: true })
    worker.stdout.pipe(process.stderr)
    worker.on("message", (message: FromWorker) => this.#hear(message))
    worker.on("error", (error) => {
      this.#dropWorker()
      const { message } = error as Error
      if (this.#running !== null) this.#finish({ error: { code: rpcErrorCodes.internalError, message } })
    })
    return worker
  }

  #dropWorker(): void {
    const worker = this.#worker
    this.#worker = null
    void worker?.removeAllListeners().terminate()
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  #hear(message: FromWorker): void {
    if (this.#running === null) return
    const { id } = this.#running
    if (message.kind === "progress")
      this.#write({ method: "progress", params: { id, share: message.share, note: message.note } })
    else this.#finish(message.kind === "error" ? { error: message.error } : { result: message.result })
  }

  #finish(answer: { readonly result?: unknown; readonly error?: RpcError }): void {
    if (this.#running === null) return
    const { id } = this.#running
    // A cancelled request may have stopped early: what it has is no answer.
    if (this.#isCancelled) this.#refuseCancelled(id)
    else this.#write({ id, ...answer })
    this.#running = null
    this.#runNext()
  }

  #refuseCancelled(id: RpcId): void {
    this.#refuse(id, rpcErrorCodes.cancelled, "the request was cancelled")
  }

  #refuse(id: RpcId, code: number, message: string): void {
    this.#write({ id, error: { code, message } })
  }
}
