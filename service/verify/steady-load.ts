// Requests at a steady rate, whether or not earlier ones are answered: a server that stalls keeps nobody from asking, so that no wait is left
// out. (autocannon sends what it may in a second at once and then rests, which is another load.) Plain sockets, to take little of the machine.

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
  readonly took: readonly number[]
  /** The same from when it was due: what this client itself was late counts too. */
  readonly fromDue: readonly number[]
  /** How much later than that it was sent. */
  readonly late: readonly number[]
}

export async function steadyLoad({ url, headers, rate, seconds }: SteadyLoad): Promise<SteadyResult> {
  const { hostname, port, pathname, host } = new URL(url)
  const fields = Object.entries({ host, "content-length": "2", ...headers }).map((pair) => `${pair.join(": ")}\r\n`)
  const message = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${fields.join("")}\r\n{}`)
  const [took, fromDue, late]: [number[], number[], number[]] = [[], [], []]
  const open = async (): Promise<Line> => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await once(socket, "connect")
    return new Line(socket)
  }
  const lines = await Promise.all(Array.from({ length: lineCount }, open))
  const free = [...lines]
  const waiting: ((line: Line) => void)[] = []
  const ask = async (due: number): Promise<void> => {
    const sent = performance.now()
    late.push(sent - due)
    const line = free.pop() ?? (await new Promise<Line>((resolve) => waiting.push(resolve)))
    await line.ask(message)
    took.push(performance.now() - sent)
    fromDue.push(performance.now() - due)
    const next = waiting.shift()
    if (next === undefined) free.push(line)
    else next(line)
  }
  const answers: Promise<void>[] = []
  const started = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started
      for (const due = Math.min(elapsed / 1000, seconds) * rate; answers.length < due; )
        answers.push(ask(started + (answers.length / rate) * 1000))
      if (elapsed < seconds * 1000) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  await Promise.all(answers)
  for (const line of lines) line.close()
  for (const list of [took, fromDue, late]) list.sort((a, b) => a - b)
  return { took, fromDue, late }
}

/** One connection, one request at a time. */
class Line {
  readonly #socket: Socket
  #answer = ""
  #resolve: () => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(socket: Socket) {
    this.#socket = socket.setEncoding("latin1")
    socket.on("data", (data) => {
      this.#answer += String(data)
      const end = this.#answer.indexOf("\r\n\r\n")
      const [, length] = /content-length: (\d+)/i.exec(this.#answer) ?? []
      if (end < 0 || this.#answer.length < end + 4 + Number(length)) return
      if (this.#answer.startsWith("HTTP/1.1 20")) this.#resolve()
      else this.#reject(new Error(`a request was answered with ${this.#answer.slice(0, end)}`))
    })
    socket.on("error", (error) => this.#reject(error))
  }

  ask(message: Buffer): Promise<void> {
    this.#answer = ""
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(message)
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}
