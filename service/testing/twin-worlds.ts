// Two services live through the same public history with equal releases and different answers. The
// public view must be the same at any moment, whatever the reward: every public route with its
// headers and so its size, the stream of events, metrics and log, and with private arrivals every
// answer to a reward. On either store.

import { secureRandom, seededRandom } from "@armistice/core"
import { expect, onTestFinished } from "vitest"
import { localActor } from "../activity/activity.ts"
import type { ExperimentRequest } from "../experiment-request.ts"
import type { StatusOptions } from "../operations/change-status.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"
import { anyServer, type StoreKind } from "./any-server.ts"
import { listRoutes } from "./list-routes.ts"
import { demo } from "./test-service.ts"
import { FirstTwinRandom, SecondTwinRandom } from "./twin-random.ts"

export type World = Awaited<ReturnType<typeof anyServer>> & {
  readonly id: string
  /** Another experiment of its population; "" if it is in none. */
  readonly neighbour: string
  /** Where it listens, for the stream of events. */
  readonly address: string
  readonly log: readonly string[]
}

export interface TwinSetting {
  readonly more: Partial<ExperimentRequest>
  readonly seed: string
  readonly people: number
  /** So many have decided and answered before the first of them, all at once. */
  readonly before?: number
  /** Seconds between two people; windows are `windowSteps` of them. */
  readonly stepSeconds: number
  readonly windowSteps: number
  /** Steps between two looks at everything. */
  readonly lookSteps?: number
  /** The steps at which the experiment starts and ends. */
  readonly dates?: readonly [startsAt: number, endsAt: number]
  /** How it is paused and finished. */
  readonly pause?: StatusOptions
  readonly finish?: StatusOptions
  /** The step at which it is extended, and to how many decisions. */
  readonly extend?: readonly [step: number, horizon: number]
  /** Changes of arms, by step. */
  readonly changes?: readonly (readonly [step: number, path: string, body: object])[]
  /**
   * In the first world metrics are as bad as can be with this arm and as good as can be with
   * others, so that it is stopped by itself.
   */
  readonly harmful?: string
  /** Something more that anyone could see, by mistake. */
  readonly mistake?: (world: World) => unknown
}

const minutes = { stepSeconds: 60, windowSteps: 20, people: 120, seed: "twins" } as const
const open = { rewardWindowSeconds: 1200 } as const
const hidden = { ...open, arrivals: "private", tickSeconds: 300 } as const
/**
 * Some people have been learned from in another experiment, and the population's limit leaves
 * nothing for this one.
 */
const counted = { subjectCap: 2, population: "people", acceptWeakPrivacy: true }
const metrics = [
  { name: "soon", eta: 4, windowSeconds: 400 },
  { name: "late", eta: 4 },
]
const context = {
  protection: "none",
  attributes: { device: { levels: ["phone", "desk", "other"] }, age: { range: [0, 100], bands: 2 } },
} as const
/** People come back with another context. */
const contextAt = (step: number) => ({
  device: ["phone", "desk", "fridge"][step % 3] as string,
  age: (step * 37) % 120,
})

/** When an answer joins: on arrival, once it is ripe, or at the end of its window. */
export const twinSettings = {
  onArrival: { ...minutes, more: open },
  ripe: {
    ...minutes,
    more: { ...open, ripeSeconds: 180, metrics, segments: ["x", "y"], acceptWeakPrivacy: true },
  },
  ignored: { ...minutes, more: { ...open, missing: "ignore" } },
  atWindowEnd: { ...minutes, more: { ...open, algorithm: { name: "gdp-ts" } } },
  hidden: { ...minutes, more: hidden },
  hiddenMetrics: { ...minutes, more: { ...hidden, metrics, stopWhen: "clear", acceptWeakPrivacy: true } },
  /** The planned number is reached, and webhooks get a message when the last window is over. */
  hiddenEnd: { ...minutes, more: { ...hidden, horizon: 60 } },
  hiddenSticky: { ...minutes, more: { ...hidden, sticky: true } },
  /** People look before they take part, and some are exposed later. */
  bulk: { ...minutes, more: { ...open, sticky: true, bulk: true } },
  hiddenBulk: { ...minutes, more: { ...hidden, sticky: true, bulk: true } },
  population: { ...minutes, more: { ...open, ...counted } },
  hiddenPopulation: { ...minutes, more: { ...hidden, ...counted, metrics } },
  /**
   * Some people take part, between two dates; everyone gets the control after the planned number,
   * and is moved at the end.
   */
  serving: {
    ...minutes,
    more: { ...hidden, sticky: true, trafficShare: 0.7, horizon: 30, afterTarget: "control" },
    dates: [5, 80],
    extend: [60, 50],
    pause: { serve: "sticky" },
    finish: { everyone: true, arm: "b" },
  },
  /** Someone stops, resumes and adds arms, the control too; people who had them are moved. */
  stops: {
    ...minutes,
    more: { ...open, metrics, sticky: true, maxArms: 3, evenShare: 0.5, acceptWeakPrivacy: true },
    changes: [
      [22, "arms/b/stop", { reason: "looked at" }],
      [28, "arms/b/resume", { reason: "looked at again" }],
      [40, "arms", { name: "c" }],
      [60, "arms/a/stop", {}],
    ],
  },
  /**
   * An arm is stopped by itself at the release that shows harm, resumed, and stopped by a person.
   */
  hiddenHarm: {
    ...minutes,
    more: {
      ...hidden,
      metrics: [{ name: "soon", eta: 9, windowSeconds: 400 }],
      sticky: true,
      stickyMoveTo: "recommended",
      evenShare: 1,
      acceptWeakPrivacy: true,
    },
    harmful: "b",
    changes: [
      [90, "arms/b/resume", { reason: "by mistake" }],
      [96, "arms/b/stop", {}],
    ],
  },
  /**
   * People have a public context. Someone stops, resumes and adds arms, and extends the experiment.
   */
  context: {
    ...minutes,
    more: {
      ...open,
      ripeSeconds: 180,
      context,
      metrics,
      sticky: true,
      maxArms: 3,
      evenShare: 0.3,
      horizon: 70,
      acceptWeakPrivacy: true,
    },
    extend: [65, 90],
    changes: [
      [22, "arms/b/stop", { reason: "looked at" }],
      [28, "arms/b/resume", { reason: "looked at again" }],
      [40, "arms", { name: "c" }],
      [60, "arms/a/stop", {}],
    ],
  },
  hiddenContext: {
    ...minutes,
    more: { ...hidden, ...counted, context, metrics, stopWhen: "clear" },
  },
  /** Attributes alone are released, and what is sure of groups is nothing. */
  linearContext: {
    ...minutes,
    more: { ...open, context: { ...context, attributes: { ...context.attributes, age: { range: [0, 100] } } } },
  },
  /** Nothing but what must be given: a window of seven days. */
  successes: { ...minutes, stepSeconds: 12 * 3600, windowSteps: 14, more: { answers: "successes" } },
} satisfies Record<string, TwinSetting>

/**
 * The answers of one person in one world: by step after the decision; a value of null is left out.
 */
interface PersonAnswer {
  readonly after: number
  readonly value: number | null
  readonly metrics: Readonly<Record<string, number>>
}

/** Decisions in one request. */
const batchSize = 500

const paths = [
  "",
  "/results",
  "/results/history?limit=200",
  "/privacy",
  "/ledger?limit=100",
  "/estimates",
  "/export?record=decisions",
  "/export?record=ledger",
  "/export?record=ledger&format=csv",
  "/activity",
  "/statement",
  "/statement?format=html",
]

const others = [
  "/v1/experiments",
  "/v1/activity",
  "/v1/me",
  "/v1/keys",
  "/v1/people",
  "/v1/populations",
  "/v1/populations/people",
  "/metrics",
  "/readyz",
  "/healthz",
]

/**
 * The same for everyone whatever happens; what is compared as rows of the outbox; and single rows
 * of a list that is compared.
 */
const constant = new Set([
  "/openapi.json",
  "/v1/keys/:key",
  "/v1/webhooks",
  "/v1/webhooks/:webhook",
  "/v1/webhooks/:webhook/deliveries",
])

/** Addresses that can be read and that no look would notice. */
function unwatchedRoutes({ app }: World): string[] {
  const prefix = "/v1/experiments/:id"
  const watched = new Set([
    ...paths.map((path) => `${prefix}${path.replace(/\?.*/, "")}`),
    ...others.map((url) => url.replace("/populations/people", "/populations/:name")),
    `${prefix}/events`,
    `${prefix}/decisions/:decisionId`,
  ])
  return listRoutes(app).flatMap(({ method, url }) =>
    method === "GET" && !watched.has(url) && !constant.has(url) ? [url] : [],
  )
}

/** Times that things took, and what is random whatever happened: hashes and their salts. */
const chanceOnly = [
  [/'?(?<![\w-])[\w-]{43}(?![\w-])/g, "#"],
  // The end of an id that nobody asked for.
  [/(dec_[\da-z]{8})[\da-f-]{18}/g, "$1"],
  [/^\S*seconds_(?:bucket|sum)\S* .*$/gm, ""],
  [/^(?:process|nodejs)_.*$/gm, ""],
  // The fields of the log's lines that differ: when, how long it took, and the hash of the
  // experiment's id.
  [/"(?:time|pid|ms)":[\d.]+,?|"hostname":"[^"]*",?|"experiment":"[\da-f]{12}",?/g, ""],
] as const

/** Without what differs by chance, and without the names of experiments. */
function comparable({ id, neighbour }: World, text: string): string {
  const named = text.replaceAll(id, "it").replaceAll(neighbour === "" ? id : neighbour, "neighbour")
  return chanceOnly.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), named)
}

/** Everything that can be read about an experiment, by where. */
async function look(world: World, decided: readonly string[], setting: TwinSetting): Promise<Record<string, string>> {
  const { call, id, store } = world
  const seen: Record<string, string> = {}
  const read = async (url: string) => {
    const { status, text, headers } = await call("GET", url)
    const { date: _date, "content-length": length, ...rest } = headers
    // Times are as long as they happen to be.
    const size = url === "/metrics" ? "" : length
    seen[url.replace(id, "it")] = comparable(world, `${status} ${size} ${JSON.stringify(rest)} ${text}`)
  }
  for (const path of paths) await read(`/v1/experiments/${id}${path}`)
  for (const url of others) await read(url)
  for (const name of decided.slice(-8)) await read(`/v1/experiments/${id}/decisions/${name}`)
  seen.events = comparable(world, (await readStream(world)).join("\n"))
  // In any order: what is logged of a request that is under way, when another ends.
  seen.log = world.log
    .map((line) => comparable(world, line))
    .sort()
    .join("")
  // The messages of webhooks, and when; ids of messages are random.
  // Postgres skips a number whenever a transaction is repeated, which load decides.
  const rows = (await store.outbox.deliveriesAfter(0, 1e6)).map(
    ({ id: _id, webhook: _webhook, number: _number, ...row }) => row,
  )
  seen.outbox = comparable(world, JSON.stringify(rows))
  if (setting.mistake !== undefined) seen.mistake = JSON.stringify(await setting.mistake(world))
  return seen
}

function computeDates({ service }: Pick<World, "service">, { dates, stepSeconds }: TwinSetting) {
  if (dates === undefined) return {}
  const [startsAt, endsAt] = dates.map((step) => new Date(service.now() + 1000 * stepSeconds * step).toISOString())
  return { startsAt, endsAt } as { startsAt: string; endsAt: string }
}

/** The messages of a stream of events up to now: events, and how far the experiment is. */
async function readStream({ address, id, store }: World): Promise<string[]> {
  const last = (await store.rowsAfter("events", id, 0)).at(-1)?.number ?? 0
  const { body } = await fetch(`${address}/v1/experiments/${id}/events`, { signal: AbortSignal.timeout(20_000) })
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  const hasAll = (text: string) => text.includes("event: progress") && (last === 0 || text.includes(`id: ${last}\n`))
  let text = ""
  while (!hasAll(text) || !text.endsWith("\n\n")) text += (await reader.read()).value ?? ""
  await reader.cancel()
  return text.split("\n\n").sort()
}

/**
 * The answers of all people in one of the worlds. With public arrivals both come at the same time,
 * and differ in values alone.
 */
function drawAnswers(setting: TwinSetting, world: number): PersonAnswer[][] {
  const { seed, people, windowSteps, more } = setting
  const isPrivate = more.arrivals === "private" || more.answers === "successes"
  const when = seededRandom(isPrivate ? `${seed} ${world} when` : `${seed} when`)
  const what = seededRandom(`${seed} ${world} what`)
  const rate = world === 0 ? 0.3 : 0.8
  const draw = () => (what.uniform() < rate ? 1 : more.answers === "successes" ? 0 : what.uniform())
  return Array.from({ length: people }, () => {
    const silent = isPrivate ? (world === 0 ? 0.2 : 0.6) : 0.3
    const count = when.uniform() < silent ? 0 : 1 + when.integer(2)
    return Array.from({ length: count }, (): PersonAnswer => {
      // Mostly soon, now and then at the very end, out of order.
      const after = Math.floor((windowSteps - 1) * when.uniform() ** 3)
      const hasValue = when.uniform() < 0.8
      const value = draw()
      const given = (more.metrics ?? []).filter(() => when.uniform() < 0.6)
      const isSent = hasValue && !(more.answers === "successes" && value === 0)
      return {
        after,
        value: isSent ? value : null,
        metrics: Object.fromEntries(given.map(({ name }) => [name, what.uniform()])),
      }
    })
  })
}

/** Where an arm is to do harm, the metrics that show it. */
function findHarm(
  { harmful, more }: TwinSetting,
  world: number,
  arm: string | undefined,
): PersonAnswer["metrics"] | null {
  if (harmful === undefined || world > 0) return null
  return Object.fromEntries((more.metrics ?? []).map(({ name }) => [name, Number(arm === harmful)]))
}

/** Plays both worlds. Returns how often something was released by the end. */
export async function playTwins(setting: TwinSetting, kind: StoreKind = "SQLite"): Promise<number> {
  const { people, before = 0, stepSeconds, windowSteps, more, lookSteps = 10 } = setting
  const isPrivate = more.arrivals === "private" || more.answers === "successes"
  const first = new FirstTwinRandom(secureRandom())
  const worlds: World[] = []
  for (const random of [first, new SecondTwinRandom(first)]) {
    const log: string[] = []
    // How many transactions there are does not depend on how busy the machine is.
    const batchMs = Number.POSITIVE_INFINITY
    const options = { random, batchMs, heartbeatMs: 1e6, log: { write: (line: string) => void log.push(line) } }
    const server = await anyServer(kind, options)
    const address = await server.app.listen({ host: "127.0.0.1", port: 0 })
    onTestFinished(() => server.app.server.closeAllConnections())
    // The port is another one.
    log.length = 0
    if (more.population !== undefined) await server.call("PUT", `/v1/populations/${more.population}`, { limit: 20 })
    const request = {
      ...demo,
      arms: ["a", "b"],
      horizon: 2000,
      privacy: { eta: 8 },
      ...more,
      ...computeDates(server, setting),
    }
    // One id in both worlds, so that subjects have one hash and the same people take part.
    const { status, body } = await server.call("POST", "/v1/experiments", request, { "idempotency-key": "twin" })
    expect([status, body.detail]).toEqual([201, undefined])
    await server.service.webhooks(new AddressPolicy()).add({ name: "all", url: "https://8.8.8.8/" }, localActor)
    const neighbour = more.population === undefined ? "" : await server.create(request)
    worlds.push({ ...server, id: body.id, neighbour, address, log })
  }
  expect(unwatchedRoutes(worlds[0] as World)).toEqual([])
  const answersByWorld = worlds.map((_, world) => drawAnswers(setting, world))
  const decided: string[] = []
  const armByDecision = new Map<string, string>()
  const both = async <Result>(act: (world: World, number: number) => Promise<Result>): Promise<[Result, Result]> => {
    // One after the other: the second gets what the first has drawn.
    const one = await act(worlds[0] as World, 0)
    return [one, await act(worlds[1] as World, 1)]
  }
  const post = (path: string, body?: object) => async (world: World) => {
    const { status, text } = await world.call("POST", `/v1/experiments/${world.id}/${path}`, body)
    return `${status} ${comparable(world, text)}`
  }
  /** With the tag of the answer, which must not tell more than the answer. */
  const evaluate = (targetingKey: string) => async (world: World) => {
    const { status, text, headers } = await world.call("POST", "/ofrep/v1/evaluate/flags", {
      context: { targetingKey },
    })
    return `${status} ${headers["etag"]} ${text}`
  }
  const same = ([one, other]: readonly [unknown, unknown], what: string) => expect(other, what).toEqual(one)
  const finishes = Math.floor(people * 0.85)
  if (more.population !== undefined)
    for (let person = 0; person < 5; person++)
      await both(({ call, neighbour }) =>
        call("POST", `/v1/experiments/${neighbour}/decisions`, { decisionId: `n${person}`, subject: `s${person}` }),
      )
  for (let from = 0; from < before; from += batchSize) {
    const ids = Array.from({ length: Math.min(batchSize, before - from) }, (_, at) => `b${from + at}`)
    same(await both(post("decisions:batch", { decisions: ids.map((decisionId) => ({ decisionId })) })), "batch")
    const answers = async (world: World, number: number) => {
      const rewards = ids.map((decisionId, at) => ({ decisionId, value: (at + number) % 2 }))
      return post("rewards:batch", { rewards })(world)
    }
    same(await both(answers), "rewards of the batch")
  }
  for (let step = 0; step < people + windowSteps + 2; step++) {
    for (const { clock } of worlds) clock.forward(stepSeconds)
    if (step % 3 === 0) await both(({ service }) => service.closeWindows())
    if (step === 30) same(await both(post("pause", setting.pause)), "pause")
    if (step === 33) same(await both(post("resume")), "resume")
    if (step === 50 && more.ripeSeconds !== undefined)
      same(await both(post("ripe", { ripeSeconds: more.ripeSeconds * 2 })), "ripe")
    if (step === setting.extend?.[0]) same(await both(post("extend", { horizon: setting.extend[1] })), "extend")
    for (const [at, path, body] of setting.changes ?? []) if (step === at) same(await both(post(path, body)), path)
    if (step === 70) same(await both(post("harm/seen")), "harm is seen")
    if (step === finishes) same(await both(post("finish", setting.finish)), "finish")
    if (more.bulk === true) {
      for (const person of [step, step - 5]) same(await both(evaluate(`looks ${person}`)), `person ${person} looks`)
      if (step % 3 === 0) same(await both(post("exposures", { subject: `looks ${step - 4}` })), `exposure ${step}`)
    }
    if (step < people) {
      const subject = `s${step % (people - 20)}`
      const person = {
        decisionId: `d${step}`,
        subject,
        ...(more.segments ? { segment: more.segments[step % 2] } : {}),
        ...(more.context ? { context: contextAt(step) } : {}),
      }
      const made = await both(post("decisions", person))
      same(made, `decision ${step}`)
      armByDecision.set(person.decisionId, (JSON.parse(made[0].slice(4)) as { arm: string }).arm)
      decided.push(person.decisionId)
    }
    const told = await both(async (world, number) => {
      const answers: string[] = []
      for (let person = Math.max(0, step - windowSteps); person <= Math.min(step, people - 1); person++)
        for (const { after, value, metrics: drawn } of answersByWorld[number]?.[person] ?? []) {
          if (person + after !== step) continue
          const metrics = findHarm(setting, number, armByDecision.get(`d${person}`)) ?? drawn
          const hasMetrics = Object.keys(metrics).length > 0
          if (value === null && !hasMetrics) continue
          const body = { ...(value === null ? {} : { value }), ...(hasMetrics ? { metrics } : {}) }
          const url = `/v1/experiments/${world.id}/decisions/d${person}/reward`
          const { status, text } = await world.call("PUT", url, body)
          answers.push(`d${person} ${status} ${text}`)
        }
      return answers
    })
    // With private arrivals each is answered by the clock alone.
    if (!isPrivate) same(told, `rewards at ${step}`)
    for (const answer of told.flat())
      expect(answer).toMatch(isPrivate ? / 204 | 409 .*reward_window_over/ : / 20[04] | 409 .*reward_window_over/)
    if (step % lookSteps === 0 || step === finishes)
      same(await both((world) => look(world, decided, setting)), `seen at ${step}`)
  }
  await both(({ service }) => service.closeWindows())
  same(await both((world) => look(world, decided, setting)), "seen when all windows are over")
  const [{ store, id }] = worlds as [World, World]
  const ledger = await store.ledger(id, 0, 1000)
  const released = ledger.length
  // A world in which nothing was stopped would show nothing of stops.
  if (setting.harmful !== undefined) expect(ledger.map(({ cause }) => cause)).toContain("harm")
  if (setting.changes !== undefined) expect(ledger.map(({ cause }) => cause)).toContain("person")
  same(await both(post("archive")), "archive")
  same(await both(post("purge")), "purge")
  same(await both((world) => look(world, decided, setting)), "seen after the purge")
  return released
}
