// A page of another origin that uses the client, and a proxy to the service that records and holds
// requests.

import { createServer } from "node:http"
import { type AddressInfo, connect, createServer as createLine, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { onTestFinished } from "vitest"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** The address of a page that has the client as `Armistice`. */
export async function servePage(): Promise<string> {
  const made = await build({
    stdin: { contents: 'export * from "@armistice/client"', resolveDir: folder },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "Armistice",
    conditions: ["source"],
  })
  const script = made.outputFiles[0]?.text ?? ""
  const server = createServer((request, response) => {
    if (request.url === "/client.js") response.writeHead(200, { "content-type": "text/javascript" }).end(script)
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<!doctype html><title>shop</title><script src="/client.js"></script><body>')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export class WatchedLine {
  /** The first line of each request, in order of arrival. */
  readonly seen: string[] = []
  readonly address: string
  #gate: Promise<void> = Promise.resolve()
  #open: () => void = () => undefined

  private constructor(port: number) {
    this.address = `http://127.0.0.1:${port}`
  }

  static async to(service: string): Promise<WatchedLine> {
    const sockets = new Set<Socket>()
    const server = createLine((line) => {
      const further = connect(Number(new URL(service).port), "127.0.0.1")
      for (const one of [line, further]) {
        sockets.add(one)
        one.on("error", () => one.destroy())
      }
      // A closing page hangs up, but what it sent is passed on.
      line.on("end", () => further.end())
      further.pipe(line)
      let sent = Promise.resolve()
      line.on("data", (part) => {
        const first = /^[A-Z]+ \S+/.exec(part.toString("latin1"))?.[0]
        if (first !== undefined) watched.seen.push(first)
        const gate = watched.#gate
        sent = sent.then(() => gate).then(() => void further.write(part))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const watched = new WatchedLine((server.address() as AddressInfo).port)
    onTestFinished(() => {
      watched.release()
      for (const one of sockets) one.destroy()
      server.close()
    })
    return watched
  }

  /** Holds everything that arrives until `release`. */
  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  release(): void {
    this.#open()
    this.#gate = Promise.resolve()
  }
}
