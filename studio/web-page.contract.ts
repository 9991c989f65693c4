// No web page of others reaches the service, in a real browser: a page on another port, and one
// under a made-up name that the browser resolves to this machine, try every route there is by every
// means a page has. Allowed requests work by the very same means.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, createServer as createLine } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { readStudio, studioPages } from "./server/studio-files.ts"
import { attack, navigate, type Target, type Try } from "./testing/attack.ts"
import { openBrowser } from "./testing/browser.ts"
import { newDatabase } from "./testing/database.ts"
import { type ServiceProcess, startServiceProcess } from "./testing/service-process.ts"

let folder = ""
let browser: Browser
let elsewhere: Server
let origin = ""

/** Without keys, so that only the guard stands before everything. */
async function serving(kind: string, more: readonly string[] = []) {
  const name = `${Math.random()}`
  let [store, args] = [join(folder, `${name}.db`), [...more, "--log", "--rate-limit", "0"]]
  if (kind === "Postgres") {
    const { url, drop } = await newDatabase()
    onTestFinished(drop)
    const key = join(folder, `${name}.key`)
    writeFileSync(key, Buffer.alloc(32, 5).toString("base64url"))
    ;[store, args] = [url, [...args, "--subject-key", key]]
  }
  const service = await startServiceProcess(store, 0, args)
  // Finished before the database is dropped.
  onTestFinished(() => service.stop())
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${service.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const { id = "" } = await post("/v1/experiments", {
    name: "demo",
    arms: ["a", "b"],
    horizon: 1000,
    answers: "all",
    privacy: { eta: 1 },
  })
  await post(`/v1/experiments/${id}/decisions`, { decisionId: "known" })
  return { ...service, id, port: new URL(service.address).port }
}

type Serving = Awaited<ReturnType<typeof serving>>

/** Every route the running service describes, and every page and file of the studio. */
async function listTargets({ address, id }: Serving): Promise<{ api: Target[]; pages: Target[] }> {
  const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as { paths: Record<string, object> }
  const api = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace("{id}", id).replace("{decisionId}", "known").replace("{name}", "people"),
    })),
  )
  const files = readStudio().map(({ path }) => path)
  const pages = [
    // A well-formed id: for any other the service answers that there is no such page.
    ...studioPages.map((path) => path.replace("experiments/*", "experiments/exp_abcdefghijklmnop").replace("*", "x")),
    ...files.filter((path) => path !== "/index.html"),
  ]
  // The actions that end an experiment come last, so that the rest is tried first where they are
  // allowed.
  const ending = (one: Target) => Number(/\/(pause|finish|archive|purge)$/.test(one.path))
  api.sort((a, b) => ending(a) - ending(b))
  return { api, pages: pages.map((path) => ({ method: "GET", path })) }
}

/** The lines about requests that the service has logged since the last time. */
function newLines(service: ServiceProcess) {
  let seen = service.complaint().length
  return (): { method: string; route: string; status: number }[] => {
    const text = service.complaint().slice(seen)
    seen += text.lastIndexOf("\n") + 1
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { method: string; route: string; status: number })
  }
}

/** All that anyone may read. */
async function everything({ address, id }: Serving): Promise<string> {
  const pages = ["", `/${id}`, `/${id}/privacy`, `/${id}/ledger`, `/${id}/export`, `/${id}/decisions/known`]
  return (await Promise.all(pages.map(async (page) => (await fetch(`${address}/v1/experiments${page}`)).text()))).join()
}

/**
 * A page of a made-up name whose further requests reach the service, as after its owner has changed
 * the address of the name: where the name leads, one page is given out and every other byte is
 * handed on.
 */
async function rebound(port: string): Promise<{ page: Page; base: string }> {
  const html = "<!doctype html><title>evil</title><body>"
  const front = createLine((line) => {
    line.on("error", () => line.destroy())
    line.once("data", (first) => {
      if (first.toString().startsWith("GET /first-visit ")) {
        line.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\n\r\n${html}`)
        return
      }
      const service = connect(Number(port), "127.0.0.1")
      service.on("error", () => line.destroy())
      line.on("close", () => service.destroy())
      service.write(first)
      line.pipe(service).pipe(line)
    })
  })
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve))
  const context = await browser.newContext()
  onTestFinished(async () => {
    await context.close()
    front.close()
  })
  const page = await context.newPage()
  const base = `http://evil.example:${(front.address() as AddressInfo).port}`
  await page.goto(`${base}/first-visit`)
  return { page, base }
}

async function pageElsewhere(): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(origin)
  return page
}

const isWatched = (path: string) => path === "/healthz" || path === "/readyz"
const seenBy = (tries: readonly Try[]) => tries.filter(({ outcome }) => outcome !== "refused" && outcome !== "opaque")

function oneBrowser(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "armistice-web-page-"))
    browser = await openBrowser()
    elsewhere = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>elsewhere</title><body>")
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    elsewhere?.close()
    rmSync(folder, { recursive: true, force: true })
  })
}

/** The pages of others reach nothing on these kinds of stores. */
export function othersReachNothing(kinds: readonly string[]): void {
  oneBrowser()

  describe.each(kinds)("on %s", (kind) => {
    test("a page on another port reaches nothing by fetch, form, image, EventSource or frame, nor by leading there", async () => {
      const service = await serving(kind)
      const { api, pages } = await listTargets(service)
      const before = await everything(service)
      const page = await pageElsewhere()
      const lines = newLines(service)
      const tries = await page.evaluate(attack, { base: service.address, targets: [...api, ...pages] })
      expect(seenBy(tries)).toEqual([])
      const asked = lines()
      expect(asked.filter(({ status }) => status !== 403)).toEqual([])
      const windows = await page.evaluate(navigate, { base: service.address, targets: api })
      expect(seenBy(windows)).toEqual([])
      // A visitor who is led to an unknown address gets the page that says so, which other origins
      // cannot read, and nothing of the API.
      const files = new Set(readStudio().map(({ path }) => path))
      const led = lines()
      const isNotFound = ({ status, route }: (typeof led)[number]) =>
        (status === 404 && route === "/*") || files.has(route)
      expect(led.filter((line) => line.status !== 403 && !isNotFound(line))).toEqual([])
      asked.push(...led.filter((line) => !isNotFound(line)))
      // They did arrive: of each route's ways at most those that needed a preflight did not.
      for (const { method } of [...api, ...pages]) expect(["GET", "POST", "PUT", "PATCH", "DELETE"]).toContain(method)
      expect(asked.length).toBeGreaterThan(8 * (api.length + pages.length))
      expect(new Set(asked.map(({ route }) => route)).size).toBeGreaterThan(25)
      expect(await everything(service)).toBe(before)
    })

    test("a page under a name that leads here reaches nothing but the signs of life", async () => {
      const service = await serving(kind)
      const { api, pages } = await listTargets(service)
      const before = await everything(service)
      const { page, base } = await rebound(service.port)
      const lines = newLines(service)
      const tries = await page.evaluate(attack, { base, targets: [...api, ...pages] })
      const windows = await page.evaluate(navigate, { base, targets: [...api, ...pages] })
      const seen = seenBy([...tries, ...windows])
      expect(seen.filter(({ path, outcome }) => outcome !== "421" && !isWatched(path))).toEqual([])
      // To the browser it is the same origin, so the page reads the refusals.
      expect(seen.filter(({ outcome }) => outcome === "421").length).toBeGreaterThan(4 * (api.length + pages.length))
      const asked = lines()
      expect(asked.filter(({ status, route }) => status !== 421 && !isWatched(route))).toEqual([])
      expect(asked.length).toBeGreaterThan(8 * (api.length + pages.length))
      expect(await everything(service)).toBe(before)
    })
  })
}

/** The allowed pages reach everything. */
export function allowedReachAll(): void {
  oneBrowser()

  test("an origin that is allowed does by the same means what the others may not", async () => {
    const service = await serving("SQLite", ["--cors", origin])
    const { api } = await listTargets(service)
    const page = await pageElsewhere()
    const tries = await page.evaluate(attack, { base: service.address, targets: api })
    const outcomes = (path: string) =>
      tries.filter((one) => one.path.endsWith(path) && one.means.startsWith("fetch")).map(({ outcome }) => outcome)
    expect(outcomes("/decisions")).toContain("201")
    expect(outcomes("/privacy")).toContain("200")
    expect(outcomes("/archive")).toContain("200")
    expect(tries.filter(({ means, path }) => means === "EventSource" && path.endsWith("/events"))).toMatchObject([
      { outcome: "loaded" },
    ])
    // Frames, images and forms say no origin, or another's: being allowed to call is not being
    // allowed to embed.
    expect(tries.filter(({ means, outcome }) => means === "image" && outcome !== "refused")).toEqual([])
    const rewarded = await page.evaluate(async (base) => {
      const json = { "content-type": "application/json" }
      const send = (method: string, path: string, body: object) =>
        fetch(base + path, { method, headers: json, body: JSON.stringify(body) })
      const made = await send("POST", "/v1/experiments", {
        name: "x",
        arms: ["a", "b"],
        horizon: 9,
        answers: "all",
        privacy: { eta: 1 },
      })
      const { id } = (await made.json()) as { id: string }
      await send("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d" })
      return (await send("PUT", `/v1/experiments/${id}/decisions/d/reward`, { value: 1 })).status
    }, service.address)
    expect(rewarded).toBe(204)
  })

  test("a name that is allowed does by the same means what the others may not", async () => {
    const service = await serving("SQLite", ["--allow-host", "evil.example"])
    const { api } = await listTargets(service)
    const { page, base } = await rebound(service.port)
    const tries = await page.evaluate(attack, { base, targets: api })
    const fetched = tries.filter(({ means }) => means === "fetch").map(({ outcome }) => outcome)
    expect(fetched).toContain("201")
    expect(fetched).not.toContain("421")
  })

  test.each(["127.0.0.1", "localhost"])(
    "the studio works at %s, also for those whom a link brought there",
    async (name) => {
      const service = await serving("SQLite")
      const address = `http://${name}:${service.port}`
      const page = await pageElsewhere()
      await page.evaluate((href) => {
        document.body.innerHTML = `<a href="${href}">the studio</a>`
      }, `${address}/experiments`)
      await page.click("text=the studio")
      await page.waitForSelector("text=Watch the demo")
      await page.click("text=Watch the demo")
      await page.waitForSelector('section[aria-label^="Verdict"]')
      await page.reload()
      await page.waitForSelector('section[aria-label^="Verdict"]')
    },
  )

  test("a visitor who follows a link to a page of the studio sees it; the page that led there does not", async () => {
    const service = await serving("SQLite")
    const { pages } = await listTargets(service)
    const page = await pageElsewhere()
    const lines = newLines(service)
    const windows = await page.evaluate(navigate, { base: service.address, targets: pages })
    expect(seenBy(windows)).toEqual([])
    const asked = lines()
    for (const path of studioPages)
      expect(asked.filter(({ route, status }) => route === path && status === 200).length, path).toBeGreaterThan(0)
    // By form it is not a link.
    expect(asked.filter(({ method, status }) => method === "POST" && status !== 403)).toEqual([])
  })
}
