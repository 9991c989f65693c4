// A page of another origin in a real browser, with an SDK of OpenFeature and a service that answers
// it.

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import type { Browser, Page } from "playwright-core"
import { onTestFinished } from "vitest"
import { type LiveService, liveService } from "./live-service.ts"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** `door`: the address of the browser that all tests share. */
export async function openBrowser(door: string): Promise<Browser> {
  const { chromium } = await import("playwright-core")
  return chromium.connect(await (await fetch(door)).text())
}

/** The script of a page; its imports are relative to this package. */
export async function bundlePage(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: folder }
  const made = await build({ stdin, bundle: true, write: false, format: "iife", conditions: ["source"] })
  return made.outputFiles[0]?.text ?? ""
}

export async function openPage(
  browser: Browser,
  script: string,
  options: Parameters<typeof liveService>[0] = {},
): Promise<{ page: Page; service: LiveService }> {
  const server = createServer((request, response) => {
    const isScript = request.url === "/shop.js"
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
    response.end(isScript ? script : '<!doctype html><title>shop</title><script src="/shop.js"></script><body>')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = await liveService({ ...options, corsOrigins: [origin] })
  const context = await browser.newContext()
  onTestFinished(async () => {
    await context.close()
    server.closeAllConnections()
    server.close()
  })
  const page = await context.newPage()
  await page.goto(origin)
  return { page, service }
}

export const inPage = <T>(page: Page, code: string): Promise<T> => page.evaluate(code) as Promise<T>
