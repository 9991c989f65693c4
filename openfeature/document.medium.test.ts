// The page of docs/openfeature.md as it is printed, in a real browser.

import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { expect, inject, onTestFinished, test } from "vitest"
import { countRewards, liveService, until } from "./testing/live-service.ts"

declare module "vitest" {
  interface ProvidedContext {
    browserDoor: string
  }
}

const folder = fileURLToPath(new URL(".", import.meta.url))
const text = readFileSync(new URL("../docs/openfeature.md", import.meta.url), "utf8")

test("the page in docs/openfeature.md shows the person's arm, and a click is the reward", async () => {
  const [, printed = ""] = /openfeature\/document\.medium\.test\.ts -->\n+```js\n(.*?)^```$/ms.exec(text) ?? []
  const served = { script: "" }
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js"
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
    response.end(isScript ? served.script : '<!doctype html><body><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = await liveService({ corsOrigins: [origin] })
  const experiment = await service.create({ segments: ["de", "fr"] })
  // The page's own code would have these names.
  const given = `const [service, experiment, visitor] = ${JSON.stringify([service.baseUrl, experiment, "user 17"])}\n`
  const page = printed
    .replace(/^(import .*\n)+/, (imports) => imports + given)
    .replace('"@armistice/openfeature/web"', '"./web.ts"')
  const made = await build({
    stdin: { contents: page, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["source"],
  })
  served.script = made.outputFiles[0]?.text ?? ""
  const { chromium } = await import("playwright-core")
  const browser = await chromium.connect(await (await fetch(inject("browserDoor"))).text())
  onTestFinished(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const tab = await browser.newPage()
  await tab.goto(origin)
  await tab.waitForSelector("body.wide, body.narrow", { timeout: 120_000, state: "attached" })
  const isWide = (await tab.getAttribute("body", "class")) === "wide"
  const kept = await service.client.experiment(experiment).decide({ subject: "user 17", segment: "de" })
  expect(kept.arm).toBe(isWide ? "b" : "a")
  await tab.click("body", { force: true, position: { x: 1, y: 1 } })
  await until(async () => (await countRewards(service, experiment)) === 1)
})
