// Requests at a steady rate, whether or not earlier ones are answered: a server that stalls keeps
// nobody from asking, so that no wait is left out. (autocannon sends what it may in a second at
// once and then rests, which is another load.) Plain sockets, and nothing kept of a request but
// three numbers: what this client does beside asking, and where it collects its own garbage, would
// count as the server's, with which it shares the cores. The same load goes before what is counted,
// for half a second: to take in two hundred lines at once keeps a server for some 20 ms, and this
// client's own code is recompiled.

import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface SteadyLoad {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rate: number
  readonly seconds: number
  /** The body of each request by its number; "{}" if left out. */
  readonly makeBody?: (request: number) => string
}

/**
 * More than are ever under way, unless the server is overloaded; then requests wait, and their
 * waiting counts.
 */
const lineCount = 200

/** The same load runs first, uncounted. */
const secondsBefore = 0.5

/** Milliseconds, shortest first. */
export interface SteadyResult {
  /** Each request took, from when it was sent, or had to wait for a line. */
  readonly took: Float64Array
  /** The same from when it was due: what this client itself was late counts too. */
  readonly fromDue: Float64Array
  /** How much later than that it was sent. */
  readonly late: Float64Array
}

export async function steadyLoad({ url, headers, rate, seconds, makeBody }: SteadyLoad): Promise<SteadyResult> {
  const { hostname, port, pathname, host } = new URL(url)
  const buildMessage = (body: string): Buffer => {
    const length = String(Buffer.byteLength(body))
    const fields = Object.entries({ host, "content-length": length, ...headers }).map(
      (pair) => `${pair.join(": ")}\r\n`,
    )
    return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${fields.join("")}\r\n${body}`)
  }
  const message = buildMessage("{}")
  const before = Math.round(rate * secondsBefore)
  const count = before + Math.round(rate * seconds)
  const [took, fromDue, late] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const lines = Array.from({ length: lineCount }, () => new Line(Number(port), hostname))
  await Promise.all(lines.map((line) => line.isOpen()))
  const free = [...lines]
  let [asked, sent, answered] = [0, 0, 0]
  const started = performance.now()
  const dueAt = (request: number): number => started + (request / rate) * 1000
  try {
    await new Promise<void>((resolve, reject) => {
      /** Gives lines to those who have asked, in their order. */
      const send = (): void => {
        for (let line = free.at(-1); line !== undefined && sent < asked; line = free.at(-1)) {
          free.pop()
          line.ask(makeBody === undefined ? message : buildMessage(makeBody(sent)), sent)
          sent += 1
        }
      }
      const note = (line: Line): void => {
        const now = performance.now()
        const { request } = line
        fromDue[request] = now - dueAt(request)
        took[request] = now - dueAt(request) - (late[request] as number)
        free.push(line)
        answered += 1
        if (answered === count) resolve()
        else send()
      }
      for (const line of lines) line.listen(note, reject)
      const timer = setInterval(() => {
        const now = performance.now()
        for (; asked < count && dueAt(asked) <= now; asked++) late[asked] = now - dueAt(asked)
        send()
        if (asked === count) clearInterval(timer)
      }, 1)
    })
  } finally {
    for (const line of lines) line.close()
  }
  const counted = (list: Float64Array): Float64Array => list.subarray(before).sort()
  return { took: counted(took), fromDue: counted(fromDue), late: counted(late) }
}

const [lengthName, findHeadEnd] = ["content-length: ", "\r\n\r\n"]
const two = "2".charCodeAt(0)

/** One connection, one request at a time. */
class Line {
  /** The number of the request under way. */
  request = 0
  readonly #socket: Socket
  #onAnswer: (line: Line) => void = () => {}
  #onError: (error: Error) => void = () => {}
  /** The start of an answer that has not come whole. */
  #begun: Buffer | null = null

  constructor(port: number, host: string) {
    // Into one buffer again and again, so that there is nothing to collect.
    const onread = { buffer: Buffer.alloc(4096), callback: this.#take.bind(this) }
    this.#socket = connect({ port, host, noDelay: true, onread })
  }

  async isOpen(): Promise<void> {
    await once(this.#socket, "connect")
  }

  listen(onAnswer: (line: Line) => void, onError: (error: Error) => void): void {
    this.#socket.on("error", onError)
    this.#onAnswer = onAnswer
    this.#onError = onError
  }

  ask(message: Buffer, request: number): void {
    this.request = request
    this.#socket.write(message)
  }

  close(): void {
    this.#socket.destroy()
  }

  /** True: goes on reading. */
  #take(count: number, into: Uint8Array): true {
    const bytes = into as Buffer
    const isWhole = this.#begun === null && count >= readLength(bytes, count)
    const answer = isWhole ? bytes : Buffer.concat([this.#begun ?? Buffer.alloc(0), bytes.subarray(0, count)])
    if (!isWhole && answer.length < readLength(answer, answer.length)) this.#begun = answer
    else {
      this.#begun = null
      // After "HTTP/1.1 ".
      if (answer[9] === two) this.#onAnswer(this)
      else this.#onError(new Error(`a request was answered with ${answer.toString("latin1", 0, 60)}`))
    }
    return true
  }
}

/**
 * The length of an answer whose first `count` bytes have arrived; infinite until its head has.
 */
function readLength(bytes: Buffer, count: number): number {
  const end = bytes.indexOf(findHeadEnd, 0, "latin1")
  if (end < 0 || end > count - findHeadEnd.length) return Number.POSITIVE_INFINITY
  let digit = bytes.indexOf(lengthName, 0, "latin1") + lengthName.length
  let length = 0
  for (let next = bytes[digit] ?? 0; next >= 48 && next <= 57; next = bytes[++digit] ?? 0)
    length = 10 * length + next - 48
  return end + findHeadEnd.length + length
}
