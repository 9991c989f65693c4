// The way to a Postgres on which answers get lost: once a connection has sent a statement that has
// all of the given fragments, the server may get it or not, but nothing comes back, and the line is
// cut.

import { connect, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

export interface Loss {
  readonly fragments: readonly string[]
  /** Whether the statement still reaches the server. */
  readonly arrives: boolean
}

/** An address that leads to the database of `url`, with losses. */
export async function lossyPostgres(url: string, { fragments, arrives }: Loss): Promise<string> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const line = connect(Number(port || 5432), hostname)
    for (const socket of [client, line]) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.on("close", () => {
        client.destroy()
        line.end()
      })
    }
    let sent = ""
    let isLost = false
    client.on("data", (data) => {
      sent = sent.slice(-500) + data.toString("latin1")
      const isLosing = isLost || fragments.every((fragment) => sent.includes(fragment))
      if (!isLosing || arrives) line.write(data)
      if (!isLosing || isLost) return
      isLost = true
      setTimeout(() => client.destroy(), 100)
    })
    line.on("data", (data) => {
      if (!isLost) client.write(data)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const way = new URL(url)
  way.hostname = "127.0.0.1"
  way.port = String((server.address() as { port: number }).port)
  return way.href
}
