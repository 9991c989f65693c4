// The way to a Postgres that can lead elsewhere from one moment to the next, and on which twelve
// kinds of faults can happen.

import { connect, createServer, type Server, type Socket } from "node:net"

export const proxyFaults = [
  "connections refused",
  "connections never answered",
  "all connections reset",
  "closed by the server",
  "commit lost before it arrives",
  "commit lost, its answer too",
  "answer to a commit cut in the middle",
  "commit delivered after the client gave up",
  "answers held back",
  "requests held back",
  "answers late",
  "bytes one by one",
] as const

export type ProxyFault = (typeof proxyFaults)[number]

interface Line {
  readonly client: Socket
  readonly server: Socket
}

export class FaultProxy {
  /** Null: none. */
  fault: ProxyFault | null = null
  /** How often the fault has met something since it was set. */
  met = 0
  #target: string
  readonly #lines = new Set<Line>()
  readonly #listening: Server

  private constructor(target: string) {
    this.#target = target
    this.#listening = createServer((client) => this.#accept(client))
  }

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    await new Promise<void>((resolve) => {
      proxy.#listening.listen(0, "127.0.0.1", resolve)
    })
    return proxy
  }

  get url(): string {
    const way = new URL(this.#target)
    way.port = String((this.#listening.address() as { port: number }).port)
    return way.href
  }

  /** Cuts all connections; new ones lead to another server. */
  leadTo(target: string): void {
    this.#target = target
    this.cut()
  }

  set(fault: ProxyFault | null): void {
    this.fault = fault
    this.met = 0
    if (fault === "all connections reset") {
      this.met = this.#lines.size
      for (const { client } of this.#lines) client.resetAndDestroy()
    }
    if (fault === "closed by the server") {
      this.met = this.#lines.size
      for (const { client } of this.#lines) client.end()
    }
    // Held-back bytes are lost by now.
    if (fault === null) this.cut()
  }

  cut(): void {
    for (const { client, server } of this.#lines) {
      client.destroy()
      server.destroy()
    }
  }

  close(): void {
    this.cut()
    this.#listening.close()
  }

  #accept(client: Socket): void {
    client.on("error", () => client.destroy())
    if (this.fault === "connections refused") {
      this.met += 1
      client.resetAndDestroy()
      return
    }
    const { hostname, port } = new URL(this.#target)
    const server = connect(Number(port || 5432), hostname)
    const line = { client, server }
    this.#lines.add(line)
    server.on("error", () => server.destroy())
    let isCommitted = false
    client.on("data", (data) => {
      const isCommit = data.includes("COMMIT")
      isCommitted ||= isCommit
      this.#forward(line, data, isCommit)
    })
    server.on("data", (data) => this.#answer(line, data, isCommitted))
    const end = () => {
      this.#lines.delete(line)
      client.destroy()
      // Bytes already written are still delivered.
      server.end()
    }
    client.on("close", end)
    server.on("close", end)
  }

  #forward({ client, server }: Line, data: Buffer, isCommit: boolean): void {
    const { fault } = this
    if (fault === "requests held back" || fault === "connections never answered") {
      this.met += 1
      return
    }
    if (isCommit && fault === "commit lost before it arrives") {
      this.met += 1
      client.destroy()
      server.destroy()
      return
    }
    if (isCommit && fault === "commit delivered after the client gave up") {
      this.met += 1
      client.destroy()
      setTimeout(() => server.end(data), 50)
      return
    }
    server.write(data)
    if (isCommit && fault === "commit lost, its answer too") {
      this.met += 1
      setTimeout(() => client.destroy(), 50)
    }
  }

  #answer({ client }: Line, data: Buffer, isCommitted: boolean): void {
    const { fault } = this
    if (fault === "answers held back" || (isCommitted && fault === "commit lost, its answer too")) {
      this.met += 1
      return
    }
    if (isCommitted && fault === "answer to a commit cut in the middle") {
      this.met += 1
      client.write(data.subarray(0, data.length >> 1), () => client.destroy())
    } else if (fault === "answers late") {
      this.met += 1
      setTimeout(() => client.writable && client.write(data), 100)
    } else if (fault === "bytes one by one") {
      this.met += 1
      for (let at = 0; at < data.length; at++) client.write(data.subarray(at, at + 1))
    } else client.write(data)
  }
}
