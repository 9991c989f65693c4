// The provider for pages in a real browser behind the real SDK: a shop's page of another origin
// that knows only OpenFeature.

import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { countRewards, type LiveService, until } from "./testing/live-service.ts"
import { bundlePage, inPage, openBrowser, openPage } from "./testing/sdk-page.ts"
import type { ArmisticeOptions } from "./web.ts"

declare module "vitest" {
  interface ProvidedContext {
    browserDoor: string
  }
}

let browser: Browser
let script = ""

beforeAll(async () => {
  browser = await openBrowser(inject("browserDoor"))
  script = await bundlePage(`import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk"
import { ArmisticeProvider } from "./web.ts"
window.told = []
for (const event of Object.values(ProviderEvents)) OpenFeature.addHandler(event, () => window.told.push(event))
window.shop = { OpenFeature, ArmisticeProvider, client: OpenFeature.getClient() }`)
}, 120_000)

afterAll(() => browser?.close())

/** A page with the SDK and the provider as `shop`, and a service that answers it. */
const shopPage = () => openPage(browser, script)

const start = (page: Page, options: ArmisticeOptions, context: object) =>
  inPage(
    page,
    `(async () => {
      await shop.OpenFeature.setContext(${JSON.stringify(context)})
      await shop.OpenFeature.setProviderAndWait(new shop.ArmisticeProvider(${JSON.stringify({ timeoutMs: 30_000, ...options })})).catch(() => {})
    })()`,
  )

interface Details {
  readonly value: unknown
  readonly variant?: string
  readonly reason?: string
  readonly errorCode?: string
}

const details = (page: Page, flag: string): Promise<Details> =>
  inPage(page, `shop.client.getBooleanDetails(${JSON.stringify(flag)}, false)`)
const told = (page: Page) => inPage<string[]>(page, "told")
const roundOf = async ({ client }: LiveService, id: string) =>
  (await client.experiment(id).read()).progress.reduce((sum, { round }) => sum + round, 0)

const values = { a: false, b: true }

test("listed flags are there at once, the same for the same person, and what the page tracks counts", async () => {
  const { page, service } = await shopPage()
  const [checkout, other] = [await service.create(), await service.create()]
  const flags = { checkout: { experiment: checkout, values }, other: { experiment: other, values } }
  const options = { baseUrl: service.baseUrl, flags, events: { bought: { flag: "checkout" } } }
  await start(page, options, { targetingKey: "anna" })
  const first = await details(page, "checkout")
  expect(first).toMatchObject({ reason: "SPLIT", variant: first.value === true ? "b" : "a" })
  // Both were decided, though only one is asked for: why a page must list only what it shows.
  expect([await roundOf(service, checkout), await roundOf(service, other)]).toEqual([1, 1])
  expect(await details(page, "missing")).toMatchObject({ errorCode: "FLAG_NOT_FOUND", reason: "ERROR", value: false })
  expect(await inPage(page, 'shop.client.getStringDetails("checkout", "?")')).toMatchObject({
    errorCode: "TYPE_MISMATCH",
    value: "?",
  })
  await inPage(page, 'shop.client.track("bought")')
  await until(async () => (await countRewards(service, checkout)) === 1)
  // Another page, another day.
  await page.reload()
  await start(page, options, { targetingKey: "anna" })
  expect(await details(page, "checkout")).toMatchObject({ value: first.value })
  expect(await roundOf(service, checkout)).toBe(1)
  await service.client.experiment(checkout).pause({ serve: "sticky" })
  await page.reload()
  await start(page, options, { targetingKey: "anna" })
  expect(await details(page, "checkout")).toMatchObject({ value: first.value, reason: "DISABLED" })
  await service.client.experiment(checkout).resume()
  await service.client.experiment(checkout).finish()
  await page.reload()
  await start(page, options, { targetingKey: "anna" })
  expect(await details(page, "checkout")).toMatchObject({ value: first.value, reason: "STATIC" })
})

test("with bulk nothing is counted before the exposure, and then what the page tracks counts", async () => {
  const { page, service } = await shopPage()
  const [checkout, other] = [await service.create({ bulk: true }), await service.create({ bulk: true })]
  const flags = { checkout: { experiment: checkout, values }, other: { experiment: other, values } }
  const options = { baseUrl: service.baseUrl, flags, events: { bought: { flag: "checkout" } } }
  await start(page, options, { targetingKey: "anna" })
  const first = await details(page, "checkout")
  expect(first).toMatchObject({ reason: "SPLIT", variant: first.value === true ? "b" : "a" })
  expect([await roundOf(service, checkout), await roundOf(service, other)]).toEqual([0, 0])
  const shown = `{ flag: "checkout", variant: ${JSON.stringify(first.variant)} }`
  await inPage(page, `shop.client.track("armistice.exposure", ${shown}); shop.client.track("bought")`)
  await until(async () => (await countRewards(service, checkout)) === 1)
  expect([await roundOf(service, checkout), await roundOf(service, other)]).toEqual([1, 0])
  await page.reload()
  await start(page, options, { targetingKey: "anna" })
  expect(await details(page, "checkout")).toMatchObject({ value: first.value })
})

test("a page sends the attributes that an experiment declares, and one that is missing or unknown gives the default", async () => {
  const { page, service } = await shopPage()
  const attributes = { device: { levels: ["phone", "desk"] }, age: { range: [0, 100] as const } }
  const experiment = await service.create({ context: { protection: "none", attributes } as never })
  const flags = { checkout: { experiment, values } }
  await start(page, { baseUrl: service.baseUrl, flags }, { targetingKey: "anna" })
  const become = (context: object) => inPage(page, `shop.OpenFeature.setContext(${JSON.stringify(context)})`)
  const invalid = { errorCode: "INVALID_CONTEXT", reason: "ERROR", value: false }
  expect(await details(page, "checkout")).toMatchObject(invalid)
  await become({ targetingKey: "anna", device: "fridge", age: 41 })
  expect(await details(page, "checkout")).toMatchObject(invalid)
  await become({ targetingKey: "anna", device: "phone", age: "41" })
  expect(await details(page, "checkout")).toMatchObject(invalid)
  expect(await roundOf(service, experiment)).toBe(0)
  await become({ targetingKey: "anna", device: "phone", age: 41 })
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT" })
  await become({ targetingKey: "anna", device: "phone", age: 41, basket: 3 })
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT" })
  expect(await roundOf(service, experiment)).toBe(1)
})

test("another person gets decisions of their own; nothing is fetched while the person stays the same", async () => {
  const { page, service } = await shopPage()
  const experiment = await service.create({ segments: ["de", "fr"] })
  const flags = { checkout: { experiment, values, segment: "country" } }
  await start(page, { baseUrl: service.baseUrl, flags }, {})
  expect(await details(page, "checkout")).toMatchObject({ errorCode: "TARGETING_KEY_MISSING" })
  const become = (context: object) => inPage(page, `shop.OpenFeature.setContext(${JSON.stringify(context)})`)
  await become({ targetingKey: "anna" })
  expect(await details(page, "checkout")).toMatchObject({ errorCode: "INVALID_CONTEXT" })
  await become({ targetingKey: "anna", country: "it" })
  expect(await details(page, "checkout")).toMatchObject({ errorCode: "INVALID_CONTEXT" })
  await become({ targetingKey: "anna", country: "de" })
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT" })
  await become({ targetingKey: "anna", country: "de", basket: 3 })
  expect(await roundOf(service, experiment)).toBe(1)
  // While it is being decided for the next one, the flag has no value yet.
  const meanwhile = await inPage<Details>(
    page,
    `(() => {
      const changing = shop.OpenFeature.setContext({ targetingKey: "bert", country: "fr" })
      const now = shop.client.getBooleanDetails("checkout", false)
      return changing.then(() => now)
    })()`,
  )
  expect(meanwhile).toMatchObject({ errorCode: "PROVIDER_NOT_READY", value: false })
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT" })
  expect(await roundOf(service, experiment)).toBe(2)
  expect(await told(page)).toEqual(expect.arrayContaining(["PROVIDER_READY", "PROVIDER_CONTEXT_CHANGED"]))
})

test("while the service does not answer the page keeps its decisions, others get the default, and missing ones are fetched later", async () => {
  const { page, service } = await shopPage()
  const experiment = await service.create()
  const flags = { checkout: { experiment, values } }
  const options = { baseUrl: service.baseUrl, flags, events: { bought: { flag: "checkout" } } }
  await start(page, options, { targetingKey: "anna" })
  const first = await details(page, "checkout")
  expect(first.reason).toBe("SPLIT")
  await service.stop()
  await inPage(page, 'shop.client.track("bought")')
  await page.waitForFunction('told.includes("PROVIDER_STALE")', undefined, { timeout: 120_000 })
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT", value: first.value })
  await inPage(page, 'shop.OpenFeature.setContext({ targetingKey: "bert" }).catch(() => {})')
  expect(await details(page, "checkout")).toMatchObject({ reason: "ERROR", errorCode: "GENERAL", value: false })
  expect(await told(page)).toContain("PROVIDER_ERROR")
  await service.restart()
  await page.waitForFunction('told.includes("PROVIDER_CONFIGURATION_CHANGED")', undefined, { timeout: 120_000 })
  expect(await inPage(page, "shop.client.providerStatus")).toBe("READY")
  expect(await details(page, "checkout")).toMatchObject({ reason: "SPLIT" })
  await until(async () => (await countRewards(service, experiment)) === 1)
})

test("an experiment that is gone is FLAG_NOT_FOUND, and the page's other flags have their values", async () => {
  const { page, service } = await shopPage()
  const flags = { lost: { experiment: "exp_gone", values }, there: { experiment: await service.create(), values } }
  await start(page, { baseUrl: service.baseUrl, flags }, { targetingKey: "anna" })
  expect(await inPage(page, "shop.client.providerStatus")).toBe("ERROR")
  expect(await details(page, "lost")).toMatchObject({ errorCode: "FLAG_NOT_FOUND", value: false })
  expect(await details(page, "there")).toMatchObject({ reason: "SPLIT" })
})
