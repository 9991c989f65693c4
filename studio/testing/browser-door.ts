// One browser for a whole test run, started when the first test asks for it: a small local server in vitest's main process answers with the
// address at which tests reach it. Each test opens contexts of its own, which share nothing.

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserServer } from "playwright-core"
import type { TestProject } from "vitest/node"
import { launchBrowser } from "./launch-browser.ts"

declare module "vitest" {
  interface ProvidedContext {
    browserDoor: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<BrowserServer> | undefined
  const door = createServer((_request, response) => {
    // A test that is busy for a while does not see that a connection was closed, and would use it again.
    response.setHeader("connection", "close")
    started ??= launchBrowser()
    started.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve))
  door.unref()
  project.provide("browserDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}`)
  return async () => {
    door.close()
    await (await started)?.close()
  }
}
