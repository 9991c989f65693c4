// Requests at a steady rate, whether or not earlier ones are answered: a server that stalls keeps nobody from asking, so that no wait is left
// out. (autocannon sends what it may in a second at once and then rests, which is another load.) Plain sockets, and nothing kept of a request
// but three numbers: a client that stalls to collect its own garbage would count that as the server's.

import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface SteadyLoad {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rate: number
  readonly seconds: number
}

/** More than are ever under way, unless the server is overloaded; then requests wait, and their waiting counts. */
const lineCount = 200

/** Milliseconds, shortest first. */
export interface SteadyResult {
  /** Each request took, from when it was sent, or had to wait for a line. */
  readonly took: Float64Array
  /** The same from when it was due: what this client itself was late counts too. */
  readonly fromDue: Float64Array
  /** How much later than that it was sent. */
  readonly late: Float64Array
}

export async function steadyLoad({ url, headers, rate, seconds }: SteadyLoad): Promise<SteadyResult> {
  const { hostname, port, pathname, host } = new URL(url)
  const fields = Object.entries({ host, "content-length": "2", ...headers }).map((pair) => `${pair.join(": ")}\r\n`)
  const message = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${fields.join("")}\r\n{}`)
  const count = Math.round(rate * seconds)
  const [took, fromDue, late] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const open = async (): Promise<Line> => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await once(socket, "connect")
    return new Line(socket)
  }
  const lines = await Promise.all(Array.from({ length: lineCount }, open))
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
          line.ask(message, sent)
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
  for (const list of [took, fromDue, late]) list.sort()
  return { took, fromDue, late }
}

const lengthName = "content-length: "

/** One connection, one request at a time. */
class Line {
  readonly #socket: Socket
  /** The number of the request under way. */
  request = 0
  #answer = ""

  constructor(socket: Socket) {
    this.#socket = socket
  }

  listen(onAnswer: (line: Line) => void, onError: (error: Error) => void): void {
    this.#socket.on("error", onError)
    this.#socket.on("data", (data: Buffer) => {
      this.#answer += data.toString("latin1")
      const end = this.#answer.indexOf("\r\n\r\n")
      if (end < 0) return
      const length = Number.parseInt(this.#answer.slice(this.#answer.indexOf(lengthName) + lengthName.length), 10)
      if (this.#answer.length < end + 4 + length) return
      if (this.#answer.startsWith("HTTP/1.1 20")) onAnswer(this)
      else onError(new Error(`a request was answered with ${this.#answer.slice(0, end)}`))
    })
  }

  ask(message: Buffer, request: number): void {
    this.#answer = ""
    this.request = request
    this.#socket.write(message)
  }

  close(): void {
    this.#socket.destroy()
  }
}
