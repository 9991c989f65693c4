// The built page behind a bare HTTP server, as the service mounts it.

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { addStudio, type Mountable } from "../server/studio-files.ts"

export interface Site {
  readonly address: string
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
    const answer = routes.get(pathname) ?? routes.get(pathname.replace(/[^/]+$/, "*"))
    if (answer === undefined) {
      response.writeHead(404, { "content-type": "application/problem+json" }).end("{}")
      return
    }
    answer(request, {
      header: (name, value) => response.setHeader(name, value),
      send: (content) => response.end(content),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
