// OpenFeature's own providers for its remote evaluation protocol (npm: @openfeature/ofrep-provider
// and ofrep-web-provider) against a real service: in Node, and in a real browser on a page of
// another origin.

import { OFREPProvider } from "@openfeature/ofrep-provider"
import { OpenFeature } from "@openfeature/server-sdk"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest"
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
  const service = await liveService({ withKeys: true })
  const id = await service.create({ name: "by segment", segments: ["north", "south"] })
  const key = await service.createEvaluateKey(id)
  const client = await serverClient(service, key)
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
})

interface Details {
  readonly value: string
  readonly reason?: string
  readonly errorCode?: string
}

/** An application behind one of the two providers. */
interface Application {
  readonly service: LiveService
  /** Starts the provider with this key for this person, and returns its error, if there is one. */
  start(key: string, context: Record<string, string>): Promise<string | null>
  details(flag: string): Promise<Details>
  /** The status codes of the answers so far. */
  readonly statuses: number[]
}

type Options = Parameters<typeof liveService>[0]

/** The provider for servers asks at every evaluation, so nothing goes wrong at its start. */
async function startServer(options: Options): Promise<Application> {
  const service = await liveService(options)
  const statuses: number[] = []
  let of: { client: ReturnType<typeof OpenFeature.getClient>; context: Record<string, string> } | null = null
  return {
    service,
    statuses,
    start: async (key, context) => {
      const fetchImplementation: typeof fetch = async (...asked) => {
        const answer = await fetch(...asked)
        statuses.push(answer.status)
        return answer
      }
      const headers: [string, string][] = [["Authorization", `Bearer ${key}`]]
      const domain = `client ${++clients}`
      const provider = new OFREPProvider({ baseUrl: service.baseUrl, headers, fetchImplementation })
      await OpenFeature.setProviderAndWait(domain, provider)
      of = { client: OpenFeature.getClient(domain), context }
      return null
    },
    details: async (flag) => (of as NonNullable<typeof of>).client.getStringDetails(flag, "?", of?.context ?? {}),
  }
}

/** The provider for pages asks for all flags when it starts. */
async function startPage(options: Options): Promise<Application> {
  const { page, service } = await openPage(browser, script, options)
  const statuses: number[] = []
  page.on("response", (answer) => {
    if (answer.url().endsWith("/ofrep/v1/evaluate/flags") && answer.request().method() === "POST")
      statuses.push(answer.status())
  })
  return {
    service,
    statuses,
    start: async (key, context) => {
      const headers = [["Authorization", `Bearer ${key}`]]
      const given = { baseUrl: service.baseUrl, headers, pollInterval: -1, cacheMode: "disabled" }
      return inPage<string | null>(
        page,
        `(async () => {
          await shop.OpenFeature.clearProviders()
          await shop.OpenFeature.setContext(${JSON.stringify(context)})
          return shop.OpenFeature.setProviderAndWait(new shop.OFREPWebProvider(${JSON.stringify(given)})).then(
            () => null,
            (error) => error.code ?? error.name,
          )
        })()`,
      )
    },
    details: async (flag) => inPage<Details>(page, `shop.client.getStringDetails(${JSON.stringify(flag)}, "?")`),
  }
}

const ann = { targetingKey: "ann" }

describe.each([
  ["servers", startServer],
  ["pages", startPage],
] as const)("the protocol's provider for %s", (kind, begin) => {
  // The provider for pages makes one error of all that are not 200.
  test.each([
    [400, "evaluate", {}, { servers: "TARGETING_KEY_MISSING", pages: "GENERAL" }],
    [401, "unknown", ann, { servers: "GENERAL", pages: "PROVIDER_FATAL" }],
    [403, "audit", ann, { servers: "GENERAL", pages: "PROVIDER_FATAL" }],
  ] as const)(
    "gives the application its own value after %i with the key %s for %j",
    async (status, role, context, errors) => {
      const { service, start, details, statuses } = await begin({ withKeys: true })
      const id = await service.create({ name: "headline", bulk: true })
      const key =
        role === "evaluate"
          ? await service.createEvaluateKey(id)
          : role === "audit"
            ? await service.createAuditKey()
            : "arm_nobody_knows"
      const error = await start(key, context)
      const { value, reason, errorCode } = await details("headline")
      expect({ value, reason, error: error ?? errorCode }).toEqual({ value: "?", reason: "ERROR", error: errors[kind] })
      expect(new Set(statuses)).toEqual(new Set([status]))
    },
  )

  test("has the flags beside one that fails", async () => {
    const { service, start, details } = await begin({ withKeys: true })
    const ids = [
      await service.create({ name: "headline", bulk: true }),
      await service.create({ name: "by segment", bulk: true, segments: ["north", "south"] }),
    ]
    expect(await start(await service.createEvaluateKey(...ids), ann)).toBeNull()
    expect(await details("headline")).toMatchObject({ value: expect.stringMatching(/^[ab]$/), reason: "SPLIT" })
    expect(await details("by segment")).toMatchObject({ value: "?", reason: "ERROR", errorCode: "INVALID_CONTEXT" })
    expect(await details("nothing")).toMatchObject({ value: "?", errorCode: "FLAG_NOT_FOUND" })
  })

  test("understands 429, and asks again once Retry-After has passed", async () => {
    const { service, start, details, statuses } = await begin({ withKeys: true, rateLimit: 3 })
    const id = await service.create({ name: "headline", bulk: true })
    const key = await service.createEvaluateKey(id)
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const flood = () =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`${service.baseUrl}/ofrep/v1/evaluate/flags`, {
            ...{ method: "POST", headers },
            body: JSON.stringify({ context: ann }),
          }),
        ),
      )
    // A window of the limit may end between the two.
    await until(async () => {
      await flood()
      await start(key, ann)
      const { value, reason } = await details("headline")
      return value === "?" && reason === "ERROR" && statuses.includes(429)
    })
    await until(async () => (await start(key, ann)) === null && (await details("headline")).reason === "SPLIT")
  })
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
