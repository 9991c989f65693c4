// The code for browsers in documents and examples runs in a real one: the block of docs/api.md as
// it is printed, with a shop's own words put in, and examples/page.mjs as its command starts it.

import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ArmisticeClient } from "@armistice/client"
import { build } from "esbuild"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { openBrowser } from "./testing/browser.ts"
import { createKey, startServiceProcess } from "./testing/service-process.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
let folder = ""
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "armistice-documents-page-"))
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The block after "From a browser". */
function blockOfApi(): string {
  const text = readFileSync(join(root, "docs/api.md"), "utf8")
  const [, code = ""] = /^## From a browser\n[^#]*?^```js\n([\s\S]*?)^```$/m.exec(text) ?? []
  return code
}

async function newPage() {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context.newPage()
}

test("the page of docs/api.md shows an arm, and its reward outlives it", async () => {
  const store = join(folder, "api.db")
  const [operate, decide] = [await createKey(store, "operate"), await createKey(store, "decide")]
  let script = ""
  const shop = createServer((request, response) => {
    const isScript = request.url === "/shop.js"
    response
      .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
      .end(
        isScript ? script : '<!doctype html><title>shop</title><p></p><script type="module" src="/shop.js"></script>',
      )
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    shop.closeAllConnections()
    shop.close()
  })
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const service = await startServiceProcess(store, 0, ["--cors", origin])
  onTestFinished(() => service.stop())
  const operator = new ArmisticeClient({ baseUrl: service.address, key: operate })
  const { id } = await operator.createExperiment({
    name: "x",
    arms: ["a", "b"],
    horizon: 100,
    answers: "all" as const,
    privacy: { eta: 1 },
  })
  const own = `const [visitor, bought] = ["ann", true]
function show(arm) { document.querySelector("p").textContent = arm }
`
  const code = blockOfApi()
  for (const placeholder of ["https://armistice.shop.example", "arm_…", "exp_…", "timeoutMs: 300"])
    expect(code).toContain(placeholder)
  const made = await build({
    stdin: {
      contents:
        own +
        code
          .replace("https://armistice.shop.example", service.address)
          .replace("arm_…", decide)
          .replace("exp_…", id)
          // A busy machine is no service that is away.
          .replace("timeoutMs: 300", "timeoutMs: 60_000"),
      resolveDir: join(root, "studio"),
    },
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["source"],
  })
  script = made.outputFiles[0]?.text ?? ""
  const page = await newPage()
  await page.goto(origin)
  await expect.poll(() => page.textContent("p"), { timeout: 60_000 }).toMatch(/^[ab]$/)
  const createAnswers = async () =>
    (await operator.experiment(id).results()).segments[0]?.arms.reduce((sum, { rewards }) => sum + (rewards ?? 0), 0)
  expect(await createAnswers()).toBe(0)
  await page.close({ runBeforeUnload: true })
  await expect.poll(createAnswers, { timeout: 60_000 }).toBe(1)
})

test("examples/page.mjs asks for a headline, keeps it for people who return, and takes the answer", async () => {
  const child = spawn(process.execPath, [join(root, "scripts/example.mjs"), "page"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let said = ""
  child.stdout.on("data", (part: Buffer) => {
    said += part
  })
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
  const page = await newPage()
  // Without the service the page says so; on a busy machine that may take a second try.
  const headline = async () => {
    await page.goto(said.trim())
    await page.waitForFunction(() => !document.querySelector("h1")?.textContent?.startsWith("One moment"))
    return [await page.textContent("h1"), await page.textContent("[role=status]")]
  }
  await expect.poll(headline, { timeout: 120_000 }).toEqual([expect.stringMatching(/^(Opening|We are)/), ""])
  const first = await headline()
  await page.getByRole("button", { name: "I like it" }).click()
  await expect.poll(() => page.textContent("[role=status]"), { timeout: 60_000 }).toMatch(/^Thank you/)
  expect(await headline()).toEqual(first)
  const ended = new Promise((resolve) => child.once("close", resolve))
  child.kill("SIGINT")
  expect(await ended).toBe(0)
  expect(said).toMatch(/(plain|warm): 1 readers, 1 answers/)
})
