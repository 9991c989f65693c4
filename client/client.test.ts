// The client against a real service on a real socket, over a connection that fails on purpose.

import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createKey, editKeys, startService } from "@armistice/service"
import { expect, onTestFinished, test } from "vitest"
import { ArmisticeClient, ClientError, webStorageQueue } from "./index.ts"

async function running() {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const service = await startService({ store: join(folder, "test.db"), port: 0, heartbeatMs: 50 })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return service.address
}

const demo = { name: "demo", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }

/** Loses every answer, but not its request, while `isDown`, or every other one. */
function flakyFetch(lose: () => boolean): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!lose()) return answer
    await answer.text()
    throw new TypeError("the connection is down")
  }
}

test("an experiment from creation to estimates", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  const { id, guarantee } = await client.createExperiment(demo)
  expect(guarantee.eta).toBe(1)
  const experiment = client.experiment(id)
  const { decisionId, arm } = await experiment.decide({ subject: "s" })
  expect(demo.arms).toContain(arm)
  await experiment.reward(decisionId, 1)
  expect(await experiment.readDecision(decisionId)).toMatchObject({ rewarded: true })
  const { results } = await experiment.decideMany([{}, {}, {}])
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(
    (await experiment.rewards(results.map(({ decisionId: one }) => ({ decisionId: one as string, value: 0.5 }))))
      .results,
  ).toHaveLength(3)
  expect((await experiment.read()).progress[0]?.round).toBe(4)
  expect(await experiment.privacy()).toMatchObject({ limit: 1 })
  expect((await experiment.estimates()).level).toBe(0.95)
  expect((await experiment.ledger()).entries).toBeInstanceOf(Array)
  expect(await experiment.statement()).toMatchObject({ eta: null, rightOf100: 100, onceEta: 1, problem: null })
  const told = await experiment.results()
  expect(told).toMatchObject({ level: 0.95, status: "running", segments: [{ segment: null, worthwhile: 0.01 }] })
  const history = await experiment.resultsHistory({ after: 0, limit: 1 })
  expect(history.results).toHaveLength(Math.min(1, told.release))
  expect((await experiment.resultsHistory()).results).toHaveLength(told.release)
  expect((await client.listExperiments({ limit: 5 })).experiments.map((one) => one.id)).toEqual([id])
  expect((await experiment.pause()).status).toBe("paused")
  expect(await experiment.decide()).toMatchObject({ arm: "a", status: "paused" })
  expect((await experiment.archive()).status).toBe("archived")
  expect((await experiment.purge()).purgedAt).toEqual(expect.any(String))
  await expect(experiment.decide()).rejects.toMatchObject({ code: "experiment_archived", status: 410 })
})

test("people are served as pause and finish say, and an experiment is extended", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  const { id } = await client.createExperiment({ ...demo, sticky: true, control: "a" })
  const experiment = client.experiment(id)
  const arms = new Map<string, string>()
  for (let number = 0; number < 12; number++)
    arms.set(`p${number}`, (await experiment.decide({ subject: `p${number}` })).arm)
  const [subject] = [...arms].find(([, arm]) => arm === "b") as [string, string]
  const served = async () => (await experiment.decide({ subject })).arm
  expect(await experiment.pause()).toMatchObject({ status: "paused", serve: "control" })
  expect(await served()).toBe("a")
  expect(await experiment.pause({ serve: "sticky" })).toMatchObject({ status: "paused", serve: "sticky" })
  expect(await served()).toBe("b")
  expect((await experiment.extend(2000)).horizon).toBe(2000)
  expect((await experiment.markHarmSeen()).harmSeen).toBe(true)
  expect(await experiment.finish({ arm: "a" })).toMatchObject({ status: "finished", everyone: false })
  expect(await served()).toBe("b")
  expect(await experiment.finish({ everyone: true })).toMatchObject({ everyone: true })
  expect(await served()).toBe("a")
})

test("experiments are found, renamed and copied, and who did it is on record", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  expect(await client.me()).toMatchObject({ key: null, role: "local" })
  const { id } = await client.createExperiment({ ...demo, name: "first", labels: ["shop"] })
  const copy = await client.createExperiment({ like: id, name: "second" })
  expect(await client.experiment(id).edit({ description: "words", labels: [] })).toMatchObject({
    name: "first",
    description: "words",
  })
  const found = await client.listExperiments({ label: "shop", sort: "released", limit: 5 })
  expect(found.experiments.map((one) => [one.id, one.state, one.decisions])).toEqual([[copy.id, "no_answers", 0]])
  expect(found.counts).toEqual({ urgent: 0, waiting: 0, learning: 1, done: 0, paused: 0, archived: 0 })
  const { activity } = await client.experiment(id).activity()
  expect(activity.map(({ action }) => action)).toEqual(["create", "edit"])
  expect((await client.activity({ sort: "newest", limit: 1 })).activity).toEqual([activity[1]])
})

test("after a restore an experiment that counts subjects says that it stopped, and learns again once its price is accepted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const [store, copy] = [join(folder, "test.db"), join(folder, "copy.db")]
  const first = await startService({ store, port: 0 })
  expect(first.warnings).toEqual([])
  const { id, learning } = await new ArmisticeClient({ baseUrl: first.address }).createExperiment({
    ...demo,
    subjectCap: 2,
  })
  expect(learning).toBe("on")
  await first.stop()
  for (const suffix of ["", ".key"]) copyFileSync(`${store}${suffix}`, `${copy}${suffix}`)
  const restored = await startService({ store: copy, port: 0 })
  onTestFinished(async () => {
    await restored.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  expect(restored.warnings).toEqual([expect.stringMatching(/restored copy \(restore number 1\)/)])
  const experiment = new ArmisticeClient({ baseUrl: restored.address }).experiment(id)
  expect((await experiment.read()).learning).toBe("stopped_after_restore")
  const { restores, subject } = await experiment.privacy()
  expect([restores, subject.cap, subject.eta]).toEqual([1, 2, 4])
  await expect(experiment.acceptRestore(2)).rejects.toMatchObject({ code: "restore_not_accepted", status: 409 })
  expect((await experiment.acceptRestore(subject.eta ?? 0)).learning).toBe("on")
})

test("a population has a limit, which may fall, and an experiment keeps to it", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  const population = client.population("patients")
  expect((await population.setLimit(2)).experiments).toEqual([])
  const { id } = await client.createExperiment({ ...demo, subjectCap: 2, population: "patients" })
  await client.experiment(id).decide({ subject: "anna" })
  expect(await population.read()).toMatchObject({
    limit: 2,
    people: 1,
    atLimit: 1,
    experiments: [{ id, subjectEta: 2 }],
  })
  expect(await client.listPopulations()).toMatchObject({ populations: [{ name: "patients" }], next: null })
  await expect(population.setLimit(3)).rejects.toMatchObject({ code: "population_in_use", status: 409 })
  await expect(population.acceptRestore(4)).rejects.toMatchObject({ code: "restore_not_accepted", status: 409 })
  expect((await population.acceptRestore(2)).learning).toBe("on")
})

test("a lost answer doubles nothing: requests are retried with the same ids", async () => {
  let calls = 0
  const client = new ArmisticeClient({ baseUrl: await running(), fetch: flakyFetch(() => calls++ % 2 === 0) })
  const { id } = await client.createExperiment(demo)
  const experiment = client.experiment(id)
  for (let round = 0; round < 5; round++) {
    const { decisionId } = await experiment.decide()
    await experiment.reward(decisionId, 1)
  }
  expect((await experiment.read()).progress[0]?.round).toBe(5)
  expect((await client.listExperiments()).experiments).toHaveLength(1)
})

test.each(["public", "private"] as const)(
  "with %s arrivals a reward can be sent again, whatever its value: it resolves, also from the queue, and the first counts",
  async (arrivals) => {
    const refused: string[] = []
    const client = new ArmisticeClient({ baseUrl: await running(), onRefused: (_reward, code) => refused.push(code) })
    const { id } = await client.createExperiment({ ...demo, arrivals })
    const experiment = client.experiment(id)
    const { decisionId } = await experiment.decide()
    for (const value of [1, 1, 0, 0.5]) expect(await experiment.reward(decisionId, value)).toBeUndefined()
    for (const value of [1, 0]) client.queue.add({ experiment: id, decisionId, value })
    expect([await client.queue.flush(), client.queue.length, refused]).toEqual([true, 0, []])
    const [result] = (await experiment.rewards([{ decisionId, value: 0 }])).results
    expect(result?.repeated).toBe(arrivals === "public" ? true : undefined)
    await experiment.finish()
    expect(await experiment.reward(decisionId, 0)).toBeUndefined()
  },
)

test("a refusal is not retried, and carries its reason", async () => {
  let calls = 0
  const baseUrl = await running()
  const client = new ArmisticeClient({
    baseUrl,
    fetch: (...args) => {
      calls += 1
      return fetch(...args)
    },
  })
  await expect(client.experiment("exp_nothing").decide()).rejects.toThrow(ClientError)
  await expect(client.experiment("exp_nothing").decide()).rejects.toMatchObject({ code: "unknown_experiment" })
  expect(calls).toBe(2)
})

test("rewards wait while the connection is down, outlive the page, and are sent once it is back", async () => {
  const baseUrl = await running()
  const pages = new Map<string, string>()
  const storage = {
    getItem: (name: string) => pages.get(name) ?? null,
    setItem: (name: string, text: string) => void pages.set(name, text),
  }
  let isDown = false
  const refused: string[] = []
  const open = () =>
    new ArmisticeClient({
      baseUrl,
      retries: 0,
      fetch: flakyFetch(() => isDown),
      queue: webStorageQueue(storage),
      onRefused: (_reward, code) => refused.push(code),
    })
  const first = open()
  const { id } = await first.createExperiment(demo)
  const decided = await Promise.all(Array.from({ length: 5 }, () => first.experiment(id).decide()))
  isDown = true
  for (const { decisionId } of decided) first.experiment(id).rewardLater(decisionId, 1)
  first.experiment(id).rewardLater("never-made", 1)
  expect(await first.queue.flush()).toBe(false)
  expect(first.queue.length).toBe(6)
  isDown = false
  const second = open()
  expect(await second.queue.flush()).toBe(true)
  expect(second.queue.length).toBe(0)
  expect(refused).toEqual(["unknown_decision"])
  for (const { decisionId } of decided)
    expect((await second.experiment(id).readDecision(decisionId)).rewarded).toBe(true)
})

test("rewards that wait are sent by themselves once the service is back, also after the page was opened again", async () => {
  const pages = new Map<string, string>()
  const storage = {
    getItem: (name: string) => pages.get(name) ?? null,
    setItem: (name: string, text: string) => void pages.set(name, text),
  }
  let isDown = false
  const baseUrl = await running()
  const options = { baseUrl, retries: 0, fetch: flakyFetch(() => isDown) }
  const client = new ArmisticeClient({ ...options, queue: webStorageQueue(storage) })
  const { id } = await client.createExperiment({ ...demo, sticky: true })
  const experiment = client.experiment(id)
  const ann = await experiment.decide({ subject: "ann" })
  const bob = await experiment.decide({ subject: "bob" })
  const cat = await experiment.decide({ subject: "cat" })
  isDown = true
  experiment.rewardLater(ann.decisionId, 1)
  experiment.rewardSubjectLater("bob", 1)
  await expect.poll(() => client.queue.length).toBe(2)
  isDown = false
  await expect.poll(() => client.queue.length, { timeout: 10_000 }).toBe(0)
  isDown = true
  experiment.rewardLater(cat.decisionId, 0)
  expect(client.queue.length).toBe(1)
  const reopened = new ArmisticeClient({ ...options, fetch, queue: webStorageQueue(storage) })
  await expect.poll(() => reopened.queue.length, { timeout: 10_000 }).toBe(0)
  for (const { decisionId } of [ann, bob, cat])
    expect((await reopened.experiment(id).readDecision(decisionId)).rewarded).toBe(true)
})

test("a page that is being closed sends waiting rewards with keepalive", async () => {
  const sent: { url: string; keepalive: boolean | undefined }[] = []
  let isDown = true
  const client = new ArmisticeClient({
    baseUrl: "http://127.0.0.1:9",
    retries: 0,
    fetch: async (input, init) => {
      if (isDown) throw new TypeError("no connection")
      sent.push({ url: String(input), keepalive: init?.keepalive })
      return new Response('{"results":[]}')
    },
  })
  client.queue.add({ experiment: "exp_a", decisionId: "d1", value: 1 })
  client.queue.add({ experiment: "exp_a", decisionId: "d2", value: 0 })
  client.queue.add({ experiment: "exp_b", subject: "ann", value: 1 })
  isDown = false
  client.queue.sendBeforeUnload()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    { url: "http://127.0.0.1:9/v1/experiments/exp_a/rewards:batch", keepalive: true },
    { url: "http://127.0.0.1:9/v1/experiments/exp_b/rewards", keepalive: true },
  ])
  // Nobody saw an answer: what was sent stays, and may be sent again.
  expect(client.queue.length).toBe(3)
})

test("a reward that the service refuses does not hold back the rest of its batch", async () => {
  const refused: string[] = []
  const client = new ArmisticeClient({
    baseUrl: await running(),
    onRefused: ({ decisionId }, code) => refused.push(`${decisionId} ${code}`),
  })
  const { id } = await client.createExperiment(demo)
  const { results } = await client.experiment(id).decideMany(Array.from({ length: 9 }, () => ({})))
  for (const [index, { decisionId = "" }] of results.entries()) {
    client.queue.add({ experiment: id, decisionId, value: 1 })
    if (index === 4) client.queue.add({ experiment: id, decisionId: "no id at all!", value: 1 })
  }
  client.queue.add({ experiment: "exp_gone", decisionId: "d", value: 1 })
  expect(() => client.queue.add({ experiment: id, decisionId: "d", value: Number.NaN })).toThrow(/finite number/)
  expect(await client.queue.flush()).toBe(true)
  expect(refused).toEqual(["no id at all! invalid_request", "d unknown_experiment"])
  for (const { decisionId = "" } of results)
    expect((await client.experiment(id).readDecision(decisionId)).rewarded).toBe(true)
})

test("rewards stay queued if a proxy answers instead of the service", async () => {
  let status = 0
  const refused: string[] = []
  const client = new ArmisticeClient({
    baseUrl: await running(),
    retries: 0,
    fetch: async (...args) => (status === 0 ? fetch(...args) : new Response("<h1>Sorry</h1>", { status })),
    onRefused: (_reward, code) => refused.push(code),
  })
  const { id } = await client.createExperiment(demo)
  const { results } = await client.experiment(id).decideMany([{}, {}, {}])
  for (const { decisionId = "" } of results) client.queue.add({ experiment: id, decisionId, value: 1 })
  for (status of [400, 404, 410, 413, 418, 200]) {
    expect(await client.queue.flush()).toBe(false)
    expect(client.queue.length).toBe(3)
  }
  status = 0
  expect(await client.queue.flush()).toBe(true)
  expect(refused).toEqual([])
})

test("rewards wait while a key is not accepted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const store = join(folder, "test.db")
  const [operate, decide] = await editKeys(store, (keys) =>
    (["operate", "decide"] as const).map((role) => createKey(keys, { name: role, role }).token),
  )
  const service = await startService({ store, port: 0 })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  let key = decide as string
  const withKey: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: `Bearer ${key}` } })
  const client = new ArmisticeClient({ baseUrl: service.address, fetch: withKey, retries: 0 })
  key = operate as string
  const { id } = await client.createExperiment(demo)
  key = decide as string
  const { decisionId } = await client.experiment(id).decide({})
  client.queue.add({ experiment: id, decisionId, value: 1 })
  for (const wrong of ["arm_revoked_key", operate as string]) {
    key = wrong
    expect(await client.queue.flush()).toBe(false)
    expect(client.queue.length).toBe(1)
  }
  key = decide as string
  expect(await client.queue.flush()).toBe(true)
  expect((await client.experiment(id).readDecision(decisionId)).rewarded).toBe(true)
})

test("rewards stay queued while the service does not allow its host name", async () => {
  const baseUrl = await running()
  let host: string | null = null
  const refused: string[] = []
  // `fetch` sends no Host but the address's own.
  const byName: typeof fetch = async (input, init) =>
    host === null ? fetch(input, init) : askAs(host, String(input), init)
  const client = new ArmisticeClient({
    baseUrl,
    fetch: byName,
    retries: 0,
    onRefused: (_reward, code) => refused.push(code),
  })
  const { id } = await client.createExperiment(demo)
  const { results } = await client.experiment(id).decideMany([{}, {}, {}])
  for (const { decisionId = "" } of results) client.queue.add({ experiment: id, decisionId, value: 1 })
  host = "shop.example"
  await expect(client.listExperiments()).rejects.toMatchObject({ status: 421, code: "host_not_allowed" })
  expect(await client.queue.flush()).toBe(false)
  expect([client.queue.length, refused]).toEqual([3, []])
  host = null
  expect(await client.queue.flush()).toBe(true)
  expect([client.queue.length, refused]).toEqual([0, []])
})

const askAs = (host: string, address: string, init: RequestInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const headers = { ...(init.headers as Record<string, string>), host }
    const asked = request(address, { method: init.method ?? "GET", headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (part) => {
        text += part
      })
      answer.on("end", () => resolve(new Response(text, { status: answer.statusCode ?? 0 })))
    })
    asked.on("error", reject)
    asked.end(init.body ?? undefined)
  })

test("events come as they happen and can be resumed", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  const { id } = await client.createExperiment(demo)
  const experiment = client.experiment(id)
  const controller = new AbortController()
  const seen: string[] = []
  const reading = (async () => {
    for await (const { kind, id: event } of experiment.events({ signal: controller.signal })) {
      seen.push(`${kind}${event ?? ""}`)
      if (kind === "status" && event === "2") controller.abort()
    }
  })()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await experiment.pause()
  await reading
  expect(seen).toContain("status1")
  expect(seen).toContain("progress")
  const again = new AbortController()
  for await (const event of experiment.events({ from: "1", signal: again.signal })) {
    expect(event).toMatchObject({ kind: "status", id: "2", data: { status: "paused" } })
    again.abort()
  }
})

test("a refused stream throws the reason", async () => {
  const client = new ArmisticeClient({ baseUrl: await running() })
  const reading = client.experiment("exp_nothing").events()[Symbol.asyncIterator]().next()
  await expect(reading).rejects.toMatchObject({ code: "unknown_experiment", status: 404 })
})

test("while the store is served elsewhere or gone the queue loses nothing, and the next process gets it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const store = join(folder, "test.db")
  const started = [await startService({ store, port: 0 })]
  onTestFinished(async () => {
    for (const one of started) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  let base = started[0]?.address ?? ""
  const refused: string[] = []
  const client = new ArmisticeClient({
    baseUrl: base,
    retries: 0,
    fetch: (input, init) => fetch(String(input).replace(/^http:\/\/[^/]+/, base), init),
    onRefused: (_reward, code) => refused.push(code),
  })
  const { id } = await client.createExperiment(demo)
  const { decisionId } = await client.experiment(id).decide()
  client.queue.add({ experiment: id, decisionId, value: 1 })
  rmSync(`${store}.lock`)
  started.push(await startService({ store, port: 0 }))
  await expect(client.experiment(id).decide()).rejects.toMatchObject({
    code: "store_overtaken",
    status: 503,
    isTemporary: true,
  })
  expect([await client.queue.flush(), client.queue.length]).toEqual([false, 1])
  base = started[1]?.address ?? ""
  renameSync(`${store}-shm`, `${store}-away`)
  await expect(client.experiment(id).decide()).rejects.toMatchObject({ code: "store_gone", isTemporary: true })
  expect([await client.queue.flush(), client.queue.length]).toEqual([false, 1])
  for (const one of started) await one.stop()
  renameSync(`${store}-away`, `${store}-shm`)
  started.push(await startService({ store, port: 0 }))
  base = started[2]?.address ?? ""
  expect([await client.queue.flush(), client.queue.length, refused]).toEqual([true, 0, []])
  expect(await client.experiment(id).readDecision(decisionId)).toMatchObject({ rewarded: true })
})

test("webhooks are created, edited and removed, and one is not created twice if its answer is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const service = await startService({ store: join(folder, "test.db"), port: 0, webhookAllow: ["127.0.0.1"] })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const baseUrl = service.address
  const client = new ArmisticeClient({ baseUrl })
  // Nobody takes messages there.
  const given = { name: "ops", url: `${baseUrl}/nowhere`, events: ["experiment.clear" as const] }
  const { id, secret } = await client.createWebhook(given)
  expect(secret).toMatch(/^whsec_/)
  const webhook = client.webhook(id)
  expect(await webhook.read()).toMatchObject({ ...given, format: "json", state: "new" })
  expect(await webhook.edit({ events: null })).toMatchObject({ events: null })
  const tested = await webhook.test()
  expect(tested).toMatchObject({ type: "webhook.test", state: "failed", status: 404 })
  expect(await webhook.deliveries({ limit: 5 })).toEqual({ deliveries: [tested], next: null })
  expect(await webhook.sendAgain(tested.number)).toMatchObject({ number: tested.number, state: "waiting" })
  const bad = new ArmisticeClient({ baseUrl, fetch: flakyFetch(() => true) })
  await expect(bad.createWebhook(given)).rejects.toMatchObject({ code: "unreachable" })
  const { webhooks } = await client.listWebhooks()
  expect(webhooks).toHaveLength(2)
  for (const one of webhooks) await client.webhook(one.id).remove()
  expect(await client.listWebhooks()).toEqual({ webhooks: [] })
})
