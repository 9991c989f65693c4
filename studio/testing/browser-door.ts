// One browser for a whole test run, started for the first test that needs it. A local server in
// vitest's main process returns its address; each test opens contexts of its own.

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
    // A busy test does not notice that a kept-alive connection was closed, and would reuse it.
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
