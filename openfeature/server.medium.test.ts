// The provider for servers behind the real SDK, against a real service: an application that knows
// only OpenFeature.

import { execFile } from "node:child_process"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Client, OpenFeature, ProviderEvents, ProviderStatus } from "@openfeature/server-sdk"
import { describe, expect, onTestFinished, test } from "vitest"
import { type ArmisticeOptions, ArmisticeProvider } from "./server.ts"
import { countRewards, type LiveService, liveService, until } from "./testing/live-service.ts"

const run = promisify(execFile)
let domains = 0

/** A client of a domain of its own; what the provider says goes into `told`. */
async function application(options: ArmisticeOptions): Promise<{ client: Client; told: string[] }> {
  const domain = `test ${++domains}`
  const client = OpenFeature.getClient(domain)
  const told: string[] = []
  for (const event of [ProviderEvents.Ready, ProviderEvents.Stale, ProviderEvents.Error])
    client.addHandler(event, () => void told.push(event))
  // A busy machine may take long.
  const provider = new ArmisticeProvider({ timeoutMs: 30_000, ...options })
  onTestFinished(() => provider.onClose())
  await OpenFeature.setProviderAndWait(domain, provider).catch(() => undefined)
  return { client, told }
}

const someone = { targetingKey: "user 17" }

/** Finished, so that what it gives is fixed: the arm that was its fallback. */
async function finished(service: LiveService, arms: string[]): Promise<string> {
  const id = await service.create({ arms, control: arms[0] ?? "" })
  await service.client.experiment(id).finish()
  return id
}

/** Two parts of the traffic that learned to want different arms. */
async function learnedApart(service: LiveService): Promise<string> {
  const id = await service.create({
    arms: ["plain", "inside"],
    segments: ["staff", "guests"],
    horizon: 200,
    answers: "all" as const,
    privacy: { eta: 9 },
  })
  const experiment = service.client.experiment(id)
  for (const [segment, liked] of [
    ["staff", "inside"],
    ["guests", "plain"],
  ] as const) {
    // In small groups, since the next decisions learn from the last rewards.
    for (let group = 0; group < 20; group++) {
      const people = Array.from({ length: 10 }, (_, index) => ({ subject: `${segment} ${group} ${index}`, segment }))
      const { results } = await experiment.decideMany(people)
      await experiment.rewards(
        results.map(({ decisionId = "", arm }) => ({ decisionId, value: arm === liked ? 1 : 0 })),
      )
    }
  }
  await experiment.finish()
  return id
}

test("someone whose arm is stopped gets the control with firstArm, and an added arm without a value gives the default", async () => {
  const service = await liveService()
  const experiment = await service.create({ arms: ["a", "b"], maxArms: 3 })
  const flags = { colour: { experiment, values: { a: "red", b: "blue" } } }
  const { client } = await application({ baseUrl: service.baseUrl, flags })
  const { variant: had = "" } = await client.getStringDetails("colour", "grey", someone)
  const handle = service.client.experiment(experiment)
  await handle.stopArm(had)
  const now = had === "a" ? "b" : "a"
  expect(await client.getStringDetails("colour", "grey", someone)).toMatchObject({
    value: now === "a" ? "red" : "blue",
    variant: now,
    flagMetadata: { experiment, status: "running", firstArm: had },
  })
  const other = { targetingKey: "user 18" }
  expect((await client.getStringDetails("colour", "grey", other)).flagMetadata).toEqual({
    experiment,
    status: "running",
  })
  await handle.addArm("c")
  await handle.stopArm(now)
  expect(await client.getStringDetails("colour", "grey", { targetingKey: "user 19" })).toMatchObject({
    value: "grey",
    reason: "ERROR",
    errorCode: "GENERAL",
    errorMessage: "the flag has no value for c",
  })
})

describe("evaluation, as the specification's scenarios have it", async () => {
  const plain = { wide: true, words: ["a", "b"], of: { nothing: null } }

  test("each type of value is resolved, alone and with its details", async () => {
    const service = await liveService()
    const experiment = await finished(service, ["on", "off"])
    const flags = {
      "yes-or-no": { experiment, values: { on: true, off: false } },
      word: { experiment, values: { on: "hello", off: "bye" } },
      whole: { experiment, values: { on: 10, off: 1 } },
      broken: { experiment, values: { on: 0.5, off: 0 } },
      thing: { experiment, values: { on: plain, off: {} } },
      bare: { experiment },
    }
    const { client } = await application({ baseUrl: service.baseUrl, flags })
    expect(await client.getBooleanValue("yes-or-no", false, someone)).toBe(true)
    expect(await client.getStringValue("word", "?", someone)).toBe("hello")
    expect(await client.getNumberValue("whole", 0, someone)).toBe(10)
    expect(await client.getNumberValue("broken", 0, someone)).toBe(0.5)
    expect(await client.getObjectValue("thing", {}, someone)).toEqual(plain)
    expect(await client.getStringValue("bare", "?", someone)).toBe("on")
    const details = { variant: "on", reason: "STATIC" }
    expect(await client.getBooleanDetails("yes-or-no", false, someone)).toMatchObject({ ...details, value: true })
    expect(await client.getStringDetails("word", "?", someone)).toMatchObject({ ...details, value: "hello" })
    expect(await client.getNumberDetails("whole", 0, someone)).toMatchObject({ ...details, value: 10 })
    expect(await client.getNumberDetails("broken", 0, someone)).toMatchObject({ ...details, value: 0.5 })
    expect(await client.getObjectDetails("thing", {}, someone)).toMatchObject({ ...details, value: plain })
    expect((await client.getStringDetails("bare", "?", someone)).flagMetadata).toEqual({
      experiment,
      status: "finished",
    })
  })

  test("the value follows the context, and without what it needs it is the default", async () => {
    const service = await liveService()
    const flags = { greeting: { experiment: await learnedApart(service), segment: "role" } }
    const { client } = await application({ baseUrl: service.baseUrl, flags })
    const who = { name: "Anna", age: 29, customer: false }
    expect(await client.getStringValue("greeting", "?", { ...who, targetingKey: "anna", role: "staff" })).toBe("inside")
    expect(await client.getStringValue("greeting", "?", { ...who, targetingKey: "bert", role: "guests" })).toBe("plain")
    expect(await client.getStringValue("greeting", "?", {})).toBe("?")
  })

  test("an unlisted flag and a value of another type give the default and an error code", async () => {
    const service = await liveService()
    const experiment = await service.create()
    const { client } = await application({ baseUrl: service.baseUrl, flags: { word: { experiment } } })
    expect(await client.getStringDetails("missing", "uh-oh", someone)).toMatchObject({
      value: "uh-oh",
      reason: "ERROR",
      errorCode: "FLAG_NOT_FOUND",
    })
    expect(await client.getNumberDetails("word", 13, someone)).toMatchObject({
      value: 13,
      reason: "ERROR",
      errorCode: "TYPE_MISMATCH",
    })
    // Nobody was decided for in vain.
    expect((await service.client.experiment(experiment).read()).progress[0]?.round).toBe(0)
  })
})

describe("reasons and errors", () => {
  test("SPLIT while it runs, DISABLED while it is paused, STATIC when it is finished; a person gets the arm back", async () => {
    const service = await liveService()
    const experiment = await service.create()
    const { client } = await application({ baseUrl: service.baseUrl, flags: { checkout: { experiment } } })
    const first = await client.getStringDetails("checkout", "?", someone)
    expect([first.reason, first.variant]).toEqual(["SPLIT", first.value])
    await service.client.experiment(experiment).pause()
    for (const person of [someone, { targetingKey: "new" }])
      expect(await client.getStringDetails("checkout", "?", person)).toMatchObject({ reason: "DISABLED", value: "a" })
    await service.client.experiment(experiment).pause({ serve: "sticky" })
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({
      reason: "DISABLED",
      value: first.value,
    })
    await service.client.experiment(experiment).resume()
    await service.client.experiment(experiment).finish()
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({
      reason: "STATIC",
      value: first.value,
    })
    await service.client.experiment(experiment).archive()
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({
      reason: "ERROR",
      errorCode: "GENERAL",
      value: "?",
    })
  })

  test("DISABLED outside the dates and DEFAULT outside the traffic, with the control as the value", async () => {
    const service = await liveService()
    const over = await service.create({ control: "b", endsAt: "2020-01-01" })
    const small = await service.create({ control: "b", trafficShare: 1e-9 })
    const flags = { over: { experiment: over }, small: { experiment: small } }
    const { client } = await application({ baseUrl: service.baseUrl, flags })
    const control = { value: "b", variant: "b", flagMetadata: { status: "running" } }
    expect(await client.getStringDetails("over", "?", someone)).toMatchObject({ ...control, reason: "DISABLED" })
    expect(await client.getStringDetails("small", "?", someone)).toMatchObject({ ...control, reason: "DEFAULT" })
  })

  test("TARGETING_KEY_MISSING without a person, INVALID_CONTEXT without a segment of the experiment", async () => {
    const service = await liveService()
    const experiment = await service.create({ segments: ["de", "fr"] })
    const flags = { checkout: { experiment, segment: "country" } }
    const { client } = await application({ baseUrl: service.baseUrl, flags })
    const codeFor = async (context: object) =>
      (await client.getStringDetails("checkout", "?", context as typeof someone)).errorCode
    expect(await codeFor({ country: "de" })).toBe("TARGETING_KEY_MISSING")
    expect(await codeFor({ targetingKey: "", country: "de" })).toBe("TARGETING_KEY_MISSING")
    for (const country of [undefined, "", 49, "it"])
      expect(await codeFor({ ...someone, country })).toBe("INVALID_CONTEXT")
    expect(await codeFor({ ...someone, country: "fr" })).toBeUndefined()
  })

  test("an experiment with context takes the attributes that it declares, and what does not fit is INVALID_CONTEXT", async () => {
    const service = await liveService()
    const attributes = { device: { levels: ["phone", "desk"] }, age: { range: [0, 100], bands: 2 } }
    const experiment = await service.create({ context: { protection: "none", attributes } })
    const { client } = await application({ baseUrl: service.baseUrl, flags: { checkout: { experiment } } })
    const detailsFor = (context: object) =>
      client.getStringDetails("checkout", "?", { ...someone, ...context } as typeof someone)
    const fits = { device: "phone", age: 41 }
    for (const context of [
      {},
      { device: "phone" },
      { ...fits, device: "fridge" },
      { ...fits, device: 3 },
      { ...fits, device: "" },
      { ...fits, device: null },
      { ...fits, device: { name: "phone" } },
      { ...fits, age: "41" },
      { ...fits, age: Number.NaN },
      { ...fits, age: Number.POSITIVE_INFINITY },
      { ...fits, age: true },
      { ...fits, age: new Date(41) },
      { ...fits, device: "x".repeat(1_000_000) },
    ])
      expect([context, await detailsFor(context)]).toMatchObject([
        {},
        { value: "?", reason: "ERROR", errorCode: "INVALID_CONTEXT" },
      ])
    // Nobody was decided for.
    const [{ round } = { round: -1 }] = (await service.client.experiment(experiment).read()).progress
    expect(round).toBe(0)
    // Attributes that the experiment does not declare are not sent.
    const first = await detailsFor({ ...fits, basket: "secret", segment: "staff" })
    expect(first).toMatchObject({ reason: "SPLIT", variant: first.value })
    expect(first.errorCode).toBeUndefined()
    // A person keeps the arm of the first context.
    for (const context of [
      { device: "desk", age: -3 },
      { device: "desk", age: 1e9 },
    ])
      expect(await detailsFor(context)).toMatchObject({ variant: first.value })
  })

  test("PROVIDER_NOT_READY before it started; an experiment that is gone is FLAG_NOT_FOUND, and the others go on", async () => {
    const service = await liveService()
    const provider = new ArmisticeProvider({
      baseUrl: service.baseUrl,
      flags: { lost: { experiment: "exp_gone" }, there: { experiment: await service.create() } },
    })
    onTestFinished(() => provider.onClose())
    const client = OpenFeature.getClient("starting")
    const starting = OpenFeature.setProviderAndWait("starting", provider)
    expect(await client.getStringDetails("there", "?", someone)).toMatchObject({ errorCode: "PROVIDER_NOT_READY" })
    await expect(starting).rejects.toThrow(/flag lost has the experiment exp_gone, which does not exist/)
    expect(await client.getStringDetails("lost", "?", someone)).toMatchObject({
      errorCode: "FLAG_NOT_FOUND",
      value: "?",
    })
    expect(await client.getStringDetails("there", "?", someone)).toMatchObject({ reason: "SPLIT" })
    expect(client.providerStatus).toBe(ProviderStatus.ERROR)
  })

  test("GENERAL with a key that is not accepted; the events wait until it is", async () => {
    const service = await liveService({ withKeys: true })
    const experiment = await service.create()
    let key = "arm_wrong_key"
    const refused: string[] = []
    const asked: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${key}` } })
    const { client } = await application({
      baseUrl: service.baseUrl,
      flags: { checkout: { experiment } },
      events: { bought: { flag: "checkout" } },
      onRefused: (event) => refused.push(event),
      fetch: asked,
    })
    expect(client.providerStatus).toBe(ProviderStatus.ERROR)
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({ errorCode: "GENERAL", value: "?" })
    client.track("bought", someone, { value: 1 })
    key = service.key ?? ""
    await until(async () => (await client.getStringDetails("checkout", "?", someone)).reason === "SPLIT")
    client.track("bought", { targetingKey: "another" }, { value: 1 })
    await until(async () => (await countRewards(service, experiment)) === 1)
    expect(refused).toEqual([])
  })

  test("a key for some experiments serves their flags, and events of the others do not block the queue", async () => {
    const service = await liveService({ withKeys: true })
    const [own, others] = [await service.create(), await service.create()]
    const refused: string[] = []
    const { client, told } = await application({
      baseUrl: service.baseUrl,
      key: await service.createDecideKey(own),
      flags: { own: { experiment: own }, others: { experiment: others } },
      events: { "bought own": { flag: "own" }, "bought others": { flag: "others" } },
      onRefused: (event, reason) => refused.push(`${event}: ${reason}`),
    })
    expect(await client.getStringDetails("own", "?", someone)).toMatchObject({ reason: "SPLIT" })
    expect(await client.getStringDetails("others", "?", someone)).toMatchObject({ errorCode: "GENERAL", value: "?" })
    client.track("bought others", someone)
    client.track("bought own", someone)
    await until(async () => (await countRewards(service, own)) === 1)
    expect(refused).toEqual([expect.stringMatching(/^bought others: .*key is for other experiments/)])
    // The state is an error even though the service answers.
    expect([client.providerStatus, told]).toEqual([ProviderStatus.ERROR, ["PROVIDER_ERROR"]])
  })

  test("a revoked key makes the provider stale, then an error; an accepted one makes it ready", async () => {
    const service = await liveService({ withKeys: true })
    const experiment = await service.create()
    let key = service.key ?? ""
    const asked: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${key}` } })
    const { client, told } = await application({
      baseUrl: service.baseUrl,
      flags: { checkout: { experiment } },
      fetch: asked,
    })
    key = "arm_wrong_key"
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({ errorCode: "GENERAL", value: "?" })
    await until(() => client.providerStatus === ProviderStatus.ERROR)
    key = service.key ?? ""
    // Being served is reason enough to look again at once.
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({ reason: "SPLIT" })
    await until(() => client.providerStatus === ProviderStatus.READY)
    expect(told).toEqual(["PROVIDER_READY", "PROVIDER_STALE", "PROVIDER_ERROR", "PROVIDER_READY"])
  })

  test("a key that may not decide is an error at the start", async () => {
    const service = await liveService({ withKeys: true })
    const flags = { checkout: { experiment: await service.create() } }
    const provider = new ArmisticeProvider({ baseUrl: service.baseUrl, key: await service.createAuditKey(), flags })
    onTestFinished(() => provider.onClose())
    await expect(provider.initialize()).rejects.toThrow(/role decide, got audit/)
  })

  test("the start fails with everything that does not fit the experiments", async () => {
    const service = await liveService()
    const [apart, loose] = [await service.create({ segments: ["x"] }), await service.create({ sticky: false })]
    const provider = new ArmisticeProvider({
      baseUrl: service.baseUrl,
      flags: { apart: { experiment: apart, values: { a: 1 } }, loose: { experiment: loose, segment: "country" } },
      events: { bought: { flag: "loose" }, lost: { flag: "apart", metric: "complaints" } },
    })
    onTestFinished(() => provider.onClose())
    const told = await provider.initialize().catch((error: Error) => error.message)
    for (const part of ["none for b", "flag apart needs a segment", "flag loose has a segment", "sticky", "complaints"])
      expect(told).toContain(part)
    const options = { baseUrl: service.baseUrl, flags: { x: { experiment: "e", values: { a: 1, b: "2" } } } }
    expect(() => new ArmisticeProvider(options)).toThrow(/one type, got number and string/)
    expect(() => new ArmisticeProvider({ ...options, flags: {}, events: { bought: { flag: "x" } } })).toThrow(/listed/)
  })
})

describe("while the service does not answer", () => {
  test("a slow answer gives the default", async () => {
    const silent = createServer((socket) => void socket.on("error", () => socket.destroy()))
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void silent.close())
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const provider = new ArmisticeProvider({ baseUrl, timeoutMs: 100, flags: { checkout: { experiment: "exp_1" } } })
    onTestFinished(() => provider.onClose())
    expect(await provider.resolveStringEvaluation("checkout", "?", someone)).toMatchObject({
      value: "?",
      reason: "ERROR",
      errorCode: "GENERAL",
    })
  })

  test.each(["{}", "null", "[]", "<html>"])(
    "while something else answers %s in its place gives the default",
    async (body) => {
      const other = createHttpServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(body)
      })
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
      onTestFinished(() => {
        other.closeAllConnections()
        other.close()
      })
      const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
      const { client } = await application({ baseUrl, flags: { checkout: { experiment: "exp_1" } } })
      expect(client.providerStatus).toBe(ProviderStatus.ERROR)
      expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({
        value: "?",
        reason: "ERROR",
        errorCode: "GENERAL",
      })
    },
  )

  test("evaluations give defaults and never throw; the provider is stale, then an error, then ready again", async () => {
    const service = await liveService()
    const experiment = await service.create()
    const flags = { checkout: { experiment, values: { a: false, b: true } } }
    const { client, told } = await application({ baseUrl: service.baseUrl, flags })
    expect((await client.getBooleanDetails("checkout", false, someone)).reason).toBe("SPLIT")
    await service.stop()
    for (const otherwise of [true, false])
      expect(await client.getBooleanDetails("checkout", otherwise, someone)).toMatchObject({
        value: otherwise,
        reason: "ERROR",
        errorCode: "GENERAL",
      })
    expect(client.providerStatus).toBe(ProviderStatus.STALE)
    await until(() => client.providerStatus === ProviderStatus.ERROR)
    expect(await client.getBooleanValue("checkout", true, someone)).toBe(true)
    await service.restart()
    await until(() => client.providerStatus === ProviderStatus.READY)
    expect((await client.getBooleanDetails("checkout", false, someone)).reason).toBe("SPLIT")
    expect(told).toEqual(["PROVIDER_READY", "PROVIDER_STALE", "PROVIDER_ERROR", "PROVIDER_READY"])
  })

  test("the start is an error, and the provider becomes ready by itself once the service answers", async () => {
    const service = await liveService()
    const experiment = await service.create()
    await service.stop()
    const { client, told } = await application({ baseUrl: service.baseUrl, flags: { checkout: { experiment } } })
    expect(client.providerStatus).toBe(ProviderStatus.ERROR)
    expect(await client.getStringDetails("checkout", "?", someone)).toMatchObject({ value: "?", errorCode: "GENERAL" })
    await service.restart()
    await until(() => client.providerStatus === ProviderStatus.READY)
    expect(told).toEqual(["PROVIDER_ERROR", "PROVIDER_READY"])
  })

  test("options that turn out not to fit stay an error, and flags that fit have their values", async () => {
    const service = await liveService()
    const flags = { lost: { experiment: "exp_gone" }, there: { experiment: await service.create() } }
    await service.stop()
    const { client, told } = await application({ baseUrl: service.baseUrl, flags })
    await service.restart()
    const messages: unknown[] = []
    client.addHandler(ProviderEvents.Error, (details) => void messages.push(details?.message))
    expect(await client.getStringDetails("there", "?", someone)).toMatchObject({ reason: "SPLIT" })
    await until(() => String(messages.at(-1)).includes("exp_gone, which does not exist"))
    expect([client.providerStatus, told]).toEqual([ProviderStatus.ERROR, ["PROVIDER_ERROR", "PROVIDER_ERROR"]])
  })

  test("a closed provider emits nothing more", async () => {
    const service = await liveService()
    const provider = new ArmisticeProvider({
      baseUrl: service.baseUrl,
      flags: { checkout: { experiment: await service.create() } },
      events: { bought: { flag: "checkout" } },
    })
    await provider.initialize()
    const told: string[] = []
    for (const event of [ProviderEvents.Ready, ProviderEvents.Stale, ProviderEvents.Error])
      provider.events.addHandler(event, () => void told.push(event))
    await service.stop()
    provider.track("bought", someone, {})
    await provider.onClose()
    expect(told).toEqual([])
  })
})

describe("tracking", () => {
  test("an event is the reward or the metric of a person: its value, or the upper bound", async () => {
    const service = await liveService()
    const metrics = [{ name: "complaint", min: 0, max: 5, eta: 4, windowSeconds: 10 }]
    const experiment = await service.create({ reward: { min: 0, max: 20 }, privacy: { eta: 9 }, metrics, horizon: 40 })
    const refused: string[] = []
    const { client } = await application({
      baseUrl: service.baseUrl,
      flags: { checkout: { experiment } },
      events: { purchase: { flag: "checkout" }, complaint: { flag: "checkout", metric: "complaint" } },
      onRefused: (event, reason) => refused.push(`${event}: ${reason}`),
    })
    for (let person = 0; person < 40; person++) {
      const context = { targetingKey: `person ${person}` }
      await client.getStringValue("checkout", "?", context)
      if (person % 2 === 0) client.track("purchase", context)
      else client.track("purchase", context, { value: 20 })
      client.track("complaint", context)
      client.track("something else", context)
    }
    await until(async () => (await countRewards(service, experiment)) === 40)
    client.track("purchase", someone, { value: 21 })
    client.track("purchase", {}, { value: 1 })
    client.track("purchase", someone, { value: Number.NaN })
    await until(() => refused.length === 3)
    expect(refused.join()).toMatch(/targetingKey.*finite.*within|targetingKey.*finite.*20/)
    // Every reward was the upper bound, and so was every complaint: estimates are near them.
    await service.client.experiment(experiment).finish()
    const { segments } = await service.client.experiment(experiment).results()
    const [leader] = (segments[0]?.arms ?? []).filter(({ arm }) => arm === segments[0]?.leader)
    expect(leader?.mean).toBeGreaterThan(17)
    // Complaints count at the end of their window.
    let complaints: number[] = []
    await until(async () => {
      const now = await service.client.experiment(experiment).results()
      complaints = now.segments[0]?.metrics[0]?.arms.flatMap(({ mean }) => mean ?? []) ?? []
      return complaints.length === 2
    })
    expect(Math.max(...complaints)).toBeGreaterThan(3.5)
  })

  test("counts from another process, after a restart of the service, and when the service was away meanwhile", async () => {
    const service = await liveService()
    const experiment = await service.create()
    const options = {
      baseUrl: service.baseUrl,
      flags: { checkout: { experiment } },
      events: { bought: { flag: "checkout" } },
    }
    const { client } = await application(options)
    for (const targetingKey of ["anna", "bert", "cleo"]) await client.getStringValue("checkout", "?", { targetingKey })
    const script = fileURLToPath(new URL("testing/other-process.ts", import.meta.url))
    await run(process.execPath, ["--conditions=source", "--import=tsx", script, service.baseUrl, experiment, "anna"])
    expect(await countRewards(service, experiment)).toBe(1)
    await service.stop()
    client.track("bought", { targetingKey: "bert" })
    await until(() => client.providerStatus !== ProviderStatus.READY)
    await service.restart()
    await until(async () => (await countRewards(service, experiment)) === 2)
    // A process that never decided for the person, with nothing but the person's name.
    const { client: fresh } = await application(options)
    fresh.track("bought", { targetingKey: "cleo" })
    fresh.track("bought", { targetingKey: "cleo" })
    await until(async () => (await countRewards(service, experiment)) === 3)
  })
})
