// A shop's page in a real browser, on another origin than the service, with a key of its own: it
// decides and sends its rewards, also while it is being closed.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { openBrowser } from "./testing/browser.ts"
import { newDatabase } from "./testing/database.ts"
import { servePage, WatchedLine } from "./testing/page-elsewhere.ts"
import { createKey, startServiceProcess } from "./testing/service-process.ts"

let folder = ""
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "armistice-other-origin-"))
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings that a page needs. */
interface Setting {
  readonly baseUrl: string
  readonly key: string
  readonly id: string
}

/** A service with keys that takes calls of one page, an experiment, and that page. */
async function shop(kind: string, more: object = {}) {
  let [store, args] = [join(folder, `${Math.random()}.db`), [] as string[]]
  if (kind === "Postgres") {
    const { url, drop } = await newDatabase()
    onTestFinished(drop)
    const key = join(folder, `${Math.random()}.key`)
    writeFileSync(key, Buffer.alloc(32, 5).toString("base64url"))
    ;[store, args] = [url, ["--subject-key", key]]
  }
  const [operate, decide] = [await createKey(store, "operate"), await createKey(store, "decide")]
  const origin = await servePage()
  const service = await startServiceProcess(store, 0, [...args, "--cors", origin])
  onTestFinished(() => service.stop())
  const line = await WatchedLine.to(service.address)
  const operator = new ArmisticeClient({ baseUrl: service.address, key: operate })
  const { id } = await operator.createExperiment({
    name: "shop",
    arms: ["a", "b"],
    horizon: 1000,
    answers: "all" as const,
    privacy: { eta: 1 },
    sticky: true,
    ...more,
  })
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const open = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(origin)
    return page
  }
  const caller = new ArmisticeClient({ baseUrl: service.address, key: decide }).experiment(id)
  const setting: Setting = { baseUrl: line.address, key: decide, id }
  return { line, open, setting, caller, operator: operator.experiment(id), origin }
}

/** Runs in the page, where the client is a global. */
declare const Armistice: typeof import("@armistice/client")

const timesSeen = ({ seen }: WatchedLine, start: RegExp) => seen.filter((line) => start.test(line)).length

test("a page decides and sends its rewards, by decision and by subject, and asks once for all of them", async () => {
  const { open, setting, line, caller } = await shop("SQLite")
  const page = await open()
  const decided = await page.evaluate(async ({ baseUrl, key, id }) => {
    const experiment = new Armistice.ArmisticeClient({ baseUrl, key }).experiment(id)
    const made = []
    for (const subject of ["ann", "bob", "cat"])
      made.push(await experiment.decide({ subject, fallback: "b", timeoutMs: 60_000 }))
    for (const { decisionId } of made.slice(0, 2)) await experiment.reward(decisionId as string, 1)
    await experiment.rewardSubject("cat", 0)
    return made
  }, setting)
  expect(decided).toMatchObject(Array(3).fill({ isFallback: false, status: "running" }))
  for (const { decisionId } of decided) expect((await caller.readDecision(decisionId as string)).rewarded).toBe(true)
  expect(timesSeen(line, /^POST .*\/rewards$/)).toBe(3)
  expect(timesSeen(line, /^OPTIONS .*\/rewards$/)).toBe(1)
  expect(timesSeen(line, /^OPTIONS .*\/decisions$/)).toBe(1)
})

test("PUT is allowed, too; text, forms and beacons are not taken", async () => {
  const { open, setting, caller } = await shop("SQLite")
  const page = await open()
  const { decisionId } = await caller.decide({ subject: "ann" })
  const outcomes = await page.evaluate(
    async ({ baseUrl, key, id, decisionId }) => {
      const body = JSON.stringify({ decisionId, value: 1 })
      const send = async (path: string, init: RequestInit) => {
        const headers = { authorization: `Bearer ${key}`, ...(init.headers as object) }
        const answer = await fetch(`${baseUrl}/v1/experiments/${id}${path}`, { ...init, headers })
        return answer.status
      }
      const text = await send("/rewards", { method: "POST", body, headers: { "content-type": "text/plain" } })
      const form = await send("/rewards", { method: "POST", body: new URLSearchParams({ decisionId, value: "1" }) })
      navigator.sendBeacon(`${baseUrl}/v1/experiments/${id}/rewards`, body)
      const json = { "content-type": "application/json" }
      const put = await send(`/decisions/${decisionId}/reward`, { method: "PUT", body: '{"value":1}', headers: json })
      return { text, form, put }
    },
    { ...setting, decisionId },
  )
  // The first that counted was the last that was sent.
  expect(outcomes).toEqual({ text: 415, form: 415, put: 204 })
})

test.each(["SQLite", "Postgres"])(
  "on %s, a reward that is sent while the page is being closed arrives, though the page was gone before its preflight had an answer",
  async (kind) => {
    const { open, setting, line, caller, operator } = await shop(kind)
    const ids = new Map<string, string>()
    // Without keepalive it can be lost: what the line holds is given up with the page, though on a
    // busy machine not always at once.
    const careless = ["bob", "ben", "bea", "bill"]
    for (const [subject, keepalive] of [
      ...careless.map((name) => [name, false] as const),
      ["ann", true],
      ["cat", true],
    ] as const) {
      const page = await open()
      const { decisionId } = await caller.decide({ subject })
      ids.set(subject, decisionId)
      await page.evaluate(
        ({ baseUrl, key, id, decisionId, keepalive }) => {
          const experiment = new Armistice.ArmisticeClient({ baseUrl, key }).experiment(id)
          addEventListener("pagehide", () => void experiment.reward(decisionId, 1, { keepalive }))
        },
        { ...setting, decisionId, keepalive },
      )
      const before = line.seen.length
      line.hold()
      // As when a visitor closes the tab: handlers run, and nobody waits for what they began.
      await page.close({ runBeforeUnload: true })
      await expect.poll(() => page.isClosed(), { timeout: 20_000 }).toBe(true)
      if (keepalive) await expect.poll(() => line.seen.length, { timeout: 20_000 }).toBeGreaterThan(before)
      line.release()
      if (keepalive)
        await expect.poll(async () => (await caller.readDecision(decisionId)).rewarded, { timeout: 20_000 }).toBe(true)
    }
    const arrived = await Promise.all(
      careless.map(async (name) => (await caller.readDecision(ids.get(name) as string)).rewarded),
    )
    expect(arrived).toContain(false)
    expect((await operator.read()).progress[0]?.round).toBe(careless.length + 2)
  },
)

test("a page that may not call, or finds nobody, learns what happened, and continues with its fallback", async () => {
  const { open, setting, origin } = await shop("SQLite")
  const page = await open()
  const told = await page.evaluate(async ({ key, id, baseUrl }) => {
    const at = async (address: string, more: object = {}) => {
      const client = new Armistice.ArmisticeClient({ baseUrl: address, key, retries: 0, ...more })
      const error = (await client
        .experiment(id)
        .decide({ subject: "s" })
        .catch((reason) => reason)) as Error
      const fallback = await client.experiment(id).decide({ subject: "s", fallback: "b", timeoutMs: 60_000 })
      return { message: error.message, fallback }
    }
    return {
      nobody: await at("http://127.0.0.1:9"),
      wrong: await at(baseUrl, { key: "arm_wrong" }).catch((e) => e.code),
    }
  }, setting)
  expect(told.nobody).toEqual({
    message: `the service cannot be reached at http://127.0.0.1:9: Failed to fetch (no connection, or --cors does not name ${origin})`,
    fallback: { decisionId: null, arm: "b", isFallback: true, reason: "unreachable" },
  })
  expect(told.wrong).toBe("invalid_key")
})
