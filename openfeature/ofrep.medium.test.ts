// OpenFeature's own providers for its remote evaluation protocol (npm: @openfeature/ofrep-provider
// and ofrep-web-provider) against a real service: in Node, and in a real browser on a page of
// another origin.

import { OFREPProvider } from "@openfeature/ofrep-provider"
import { OpenFeature } from "@openfeature/server-sdk"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest"
import { ArmisticeProvider } from "./server.ts"
import { countRewards, type LiveService, liveService, until } from "./testing/live-service.ts"
import { bundlePage, inPage, openBrowser, openPage } from "./testing/sdk-page.ts"

declare module "vitest" {
  interface ProvidedContext {
    browserDoor: string
  }
}

let browser: Browser
let script = ""

beforeAll(async () => {
  browser = await openBrowser(inject("browserDoor"))
  script = await bundlePage(`import { OpenFeature } from "@openfeature/web-sdk"
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider"
window.shop = { OpenFeature, OFREPWebProvider, client: OpenFeature.getClient() }`)
}, 120_000)

afterAll(() => browser?.close())

let clients = 0

/** A client of the SDK for servers behind the protocol's own provider. */
async function serverClient(service: Pick<LiveService, "baseUrl">, key?: string) {
  const headers: [string, string][] = key === undefined ? [] : [["Authorization", `Bearer ${key}`]]
  const provider = new OFREPProvider({ baseUrl: service.baseUrl, headers })
  const domain = `client ${++clients}`
  await OpenFeature.setProviderAndWait(domain, provider)
  onTestFinished(() => OpenFeature.clearProviders())
  return OpenFeature.getClient(domain)
}

const roundOf = async ({ client }: LiveService, id: string) =>
  (await client.experiment(id).read()).progress.reduce((sum, { round }) => sum + round, 0)

test("the protocol's provider for servers gives what ours gives, in every state of an experiment", async () => {
  const service = await liveService()
  const states: readonly (readonly [Parameters<LiveService["create"]>[0], "pause" | "finish" | null])[] = [
    [{}, null],
    [{}, "pause"],
    [{}, "finish"],
    [{ startsAt: "2100-01-01" }, null],
    [{ trafficShare: 1e-9 }, null],
  ]
  const flags: Record<string, { experiment: string }> = {}
  for (const [number, [more, action]] of states.entries()) {
    const id = await service.create({ name: `flag ${number}`, ...more })
    if (action !== null) await service.client.experiment(id)[action]()
    flags[`flag ${number}`] = { experiment: id }
  }
  const theirs = await serverClient(service)
  await OpenFeature.setProviderAndWait(
    "ours",
    new ArmisticeProvider({ baseUrl: service.baseUrl, timeoutMs: 30_000, flags }),
  )
  const ours = OpenFeature.getClient("ours")
  const reasons = new Set<string>()
  for (const flag of Object.keys(flags)) {
    const person = { targetingKey: "anna" }
    const own = await ours.getStringDetails(flag, "?", person)
    const { value, variant, reason, flagMetadata } = await theirs.getStringDetails(flag, "?", person)
    // The protocol has no DEFAULT.
    const expected = own.reason === "DEFAULT" ? "TARGETING_MATCH" : own.reason
    expect({ value, variant, reason }).toEqual({ value: own.value, variant: own.variant, reason: expected })
    expect(flagMetadata).toMatchObject({ ...own.flagMetadata, decisionId: expect.any(String) })
    reasons.add(String(reason))
  }
  expect([...reasons].sort((a, b) => a.localeCompare(b))).toEqual(["DISABLED", "SPLIT", "STATIC", "TARGETING_MATCH"])
})

test("the protocol's provider for servers understands the errors", async () => {
  const service = await liveService({ withKeys: true, rateLimit: 50 })
  const id = await service.create({ name: "by segment", segments: ["north", "south"] })
  const key = await service.createEvaluateKey(id)
  const client = await serverClient(service, key)
  const ann = { targetingKey: "ann" }
  const codeOf = async (flag: string, context: object) =>
    (await client.getStringDetails(flag, "?", { ...context })).errorCode
  expect(await codeOf("nothing", ann)).toBe("FLAG_NOT_FOUND")
  expect(await codeOf("by segment", {})).toBe("TARGETING_KEY_MISSING")
  expect(await codeOf("by segment", ann)).toBe("INVALID_CONTEXT")
  expect(await codeOf("by segment", { ...ann, segment: "west" })).toBe("INVALID_CONTEXT")
  expect(await codeOf("by segment", { ...ann, segment: "north" })).toBeUndefined()
  expect((await client.getNumberDetails("by segment", 3, { ...ann, segment: "north" })).errorCode).toBe("TYPE_MISMATCH")
  const dark = await service.create({ name: "dark", arms: ["false", "true"] })
  const switches = await serverClient(service, await service.createEvaluateKey(dark))
  expect(await switches.getBooleanDetails("dark", false, ann)).toMatchObject({ reason: "SPLIT" })
  const stranger = await serverClient(service, "arm_nobody_knows")
  expect(await stranger.getStringDetails("by segment", "?", ann)).toMatchObject({
    value: "?",
    reason: "ERROR",
    errorCode: "GENERAL",
  })
  const [reader, busy] = [await serverClient(service, await service.createAuditKey()), await serverClient(service, key)]
  expect(await reader.getStringDetails("by segment", "?", ann)).toMatchObject({ errorCode: "GENERAL" })
  const many = await Promise.all(
    Array.from({ length: 200 }, () => busy.getStringDetails("by segment", "?", { ...ann, segment: "north" })),
  )
  // Beyond the limit the provider waits as long as Retry-After says, and the application has its
  // own value.
  expect(many.some(({ value }) => value === "?")).toBe(true)
  await until(async () => (await busy.getStringDetails("by segment", "?", { ...ann, segment: "north" })).value !== "?")
})

test("the protocol's provider for pages: bulk, 304 by ETag across origins, an exposure and a reward by HTTP", async () => {
  const { page, service } = await openPage(browser, script, { withKeys: true })
  const [headline, other] = [
    await service.create({ name: "headline", bulk: true }),
    await service.create({ name: "other", bulk: true }),
  ]
  const key = await service.createEvaluateKey(headline, other)
  const statuses: number[] = []
  page.on("response", (answer) => {
    if (answer.url().endsWith("/ofrep/v1/evaluate/flags") && answer.request().method() === "POST")
      statuses.push(answer.status())
  })
  const options = {
    baseUrl: service.baseUrl,
    headers: [["Authorization", `Bearer ${key}`]],
    pollInterval: 200,
    cacheMode: "disabled",
  }
  const start = () =>
    inPage(
      page,
      `(async () => {
        await shop.OpenFeature.setContext({ targetingKey: "anna" })
        await shop.OpenFeature.setProviderAndWait(new shop.OFREPWebProvider(${JSON.stringify(options)}))
      })()`,
    )
  await start()
  const details = () =>
    inPage<{ variant: string; reason: string; flagMetadata: object }>(
      page,
      'shop.client.getStringDetails("headline", "?")',
    )
  const first = await details()
  expect(first).toMatchObject({ value: first.variant, reason: "SPLIT", flagMetadata: { experiment: headline } })
  // It polls with the tag that it could read, and is told that nothing has changed.
  await until(() => statuses.filter((status) => status === 304).length >= 2)
  expect(statuses[0]).toBe(200)
  expect([await roundOf(service, headline), await roundOf(service, other)]).toEqual([0, 0])
  expect(await inPage(page, 'shop.client.getStringDetails("nothing", "?")')).toMatchObject({
    errorCode: "FLAG_NOT_FOUND",
  })
  const send = (path: string, body: object) =>
    inPage<number>(
      page,
      `fetch(${JSON.stringify(`${service.baseUrl}/v1/experiments/${headline}/${path}`)}, {
        method: "POST", keepalive: true, body: ${JSON.stringify(JSON.stringify(body))},
        headers: { "content-type": "application/json", authorization: "Bearer ${key}" },
      }).then((answer) => answer.status)`,
    )
  expect(await send("exposures", { subject: "anna", arm: first.variant })).toBe(201)
  expect(await send("rewards", { subject: "anna", value: 1 })).toBe(204)
  expect(await countRewards(service, headline)).toBe(1)
  expect([await roundOf(service, headline), await roundOf(service, other)]).toEqual([1, 0])
  // Another page, another day.
  await page.reload()
  await start()
  expect(await details()).toMatchObject({ variant: first.variant })
  // The arm is stopped: the next poll brings what everyone gets now, and the first arm beside it.
  await service.client.experiment(headline).stopArm(first.variant)
  await until(async () => (await details()).variant !== first.variant)
  expect(await details()).toMatchObject({ flagMetadata: { firstArm: first.variant } })
})
