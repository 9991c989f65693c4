// The built page behind a bare HTTP server, as the service mounts it.

import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { addStudio, type Mountable } from "../server/studio-files.ts"

export interface Site {
  readonly address: string
  /** Bytes sent so far: headers and compressed bodies. */
  bytesSent(): number
  close(): Promise<void>
}

type Answering = Parameters<Mountable["get"]>[2]

export async function serveSite(): Promise<Site> {
  const builder = (await import(new URL("../build.mjs", import.meta.url).href)) as {
    buildSiteIfNeeded(): Promise<void>
  }
  await builder.buildSiteIfNeeded()
  const routes = new Map<string, Answering>()
  addStudio({ get: (path, _options, answer) => routes.set(path, answer) })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://here")
    const answer = routes.get(pathname) ?? routes.get(pathname.replace(/[^/]+$/, "*")) ?? routes.get("/*")
    answer?.(request, {
      code: (status) => {
        response.statusCode = status
      },
      callNotFound: () => response.writeHead(404, { "content-type": "application/problem+json" }).end("{}"),
      header: (name, value) => response.setHeader(name, value),
      send: (content) => response.end(content),
    })
  })
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    bytesSent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
