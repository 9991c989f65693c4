// Kills services that tell a webhook of experiments that end, again and again: after a change was
// acknowledged, while a message is under way, and at any other time. Then compares what the
// receiver got with what happened: all of it, in order, signed, and nothing else.

import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { Webhook } from "standardwebhooks"
import { onTestFinished } from "vitest"
import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import type { DeliveryRow } from "../webhooks/outbox.ts"
import { endProcess, type Program, type ServiceProcess, startProcess } from "./service-process.ts"
import { type ReceivedMessage, webhookReceiver } from "./webhook-receiver.ts"

export interface WebhookKillOptions {
  /** A file, or a database. */
  readonly store: string
  /** Processes that serve it. */
  readonly replicas: number
  readonly kills: number
  readonly clients: number
  readonly seed: number
  readonly program?: Program
}

export interface WebhookKillReport {
  readonly kills: number
  /** Experiments whose end was acknowledged. */
  readonly finished: number
  /** Different messages that the receiver took, and how often it took one again. */
  readonly messages: number
  readonly repeated: number
  /** Everything that does not hold, in words. */
  readonly problems: readonly string[]
}

/** The planned number is reached at once, so that an experiment may have two messages. */
const short = {
  name: "short",
  arms: ["a", "b"],
  horizon: 2,
  answers: "all",
  privacy: { eta: 1 },
  rewardWindowSeconds: 0.05,
}

/** How long the rest may take to be sent once nobody is killed any more. */
const drainMs = 60_000

export async function webhookKillTest(options: WebhookKillOptions): Promise<WebhookKillReport> {
  const { store, kills, clients, seed, program = "serve-process" } = options
  const random = seededRandom(seed)
  const children: ChildProcess[] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
    for (const child of children) child.kill("SIGKILL")
  })
  const start = () => startProcess(store, { program, early: (child) => children.push(child) })
  const running: ServiceProcess[] = []
  for (let index = 0; index < options.replicas; index++) running.push(await start())
  const send = async (method: string, path: string, body?: object) => {
    const { address } = running[Math.floor(random.uniform() * running.length)] as ServiceProcess
    const signal = AbortSignal.timeout(5000)
    const json =
      body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    const answer = await fetch(`${address}${path}`, { method, signal, ...json })
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`)
    return (await answer.json()) as { id: string; secret: string }
  }
  /** Tries until there is an answer; null once the test is over. */
  const insist = async (method: string, path: string, body?: object) => {
    while (!isOver)
      try {
        return await send(method, path, body)
      } catch {
        await sleep(5)
      }
    return null
  }

  const receiver = await webhookReceiver()
  let onReceived = (): void => undefined
  let isKilling = true
  receiver.answer = () => {
    onReceived()
    return isKilling && random.uniform() < 0.1 ? 503 : 204
  }
  const { secret, id: webhook } = await send("POST", "/v1/webhooks", { name: "x", url: receiver.url })
  const finished: string[] = []
  let onFinished = (): void => undefined
  const client = async (): Promise<void> => {
    while (!isOver && isKilling) {
      const made = await insist("POST", "/v1/experiments", short)
      if (made === null) return
      const path = `/v1/experiments/${made.id}`
      for (let turn = 0; turn < 2; turn++) await insist("POST", `${path}/decisions`, { decisionId: `d${turn}` })
      await sleep(100 + random.uniform() * 200)
      if ((await insist("POST", `${path}/finish`)) === null) return
      finished.push(made.id)
      onFinished()
      onFinished = () => undefined
    }
  }
  const working = Array.from({ length: clients }, client)
  const moment = [
    () => new Promise<void>((resolve) => (onFinished = resolve)),
    () => new Promise<void>((resolve) => (onReceived = resolve)),
    () => sleep(50 + random.uniform() * 400),
  ]
  for (let kill = 0; kill < kills; kill++) {
    await Promise.race([(moment[kill % 3] as () => Promise<void>)(), sleep(5000)])
    const victim = kill % running.length
    await endProcess(running[victim] as ServiceProcess, "SIGKILL")
    running[victim] = await start()
    const before = finished.length
    for (let waited = 0; finished.length < before + 2 && waited < 400; waited++) await sleep(10)
  }
  isKilling = false
  await Promise.all(working)
  const opened = isPostgresUrl(store) ? await openPostgresStore(store) : openSqliteStore(store)
  onTestFinished(() => opened.close())
  const until = performance.now() + drainMs
  while ((await opened.outbox.summary(webhook)).waiting > 0 && performance.now() < until) await sleep(100)
  for (const up of running) await endProcess(up, "SIGKILL")
  isOver = true
  const problems = await examine(opened, { finished, taken: receiver.taken, secret })
  const ids = new Set(receiver.taken.map(({ headers }) => headers["webhook-id"]))
  const repeated = receiver.taken.length - ids.size
  return { kills, finished: finished.length, messages: ids.size, repeated, problems }
}

interface Outcome {
  readonly finished: readonly string[]
  readonly taken: readonly ReceivedMessage[]
  readonly secret: string
}

interface Told {
  readonly type: string
  readonly data: { readonly experiment: { readonly id: string } }
}

async function examine(store: Store, { finished, taken, secret }: Outcome): Promise<string[]> {
  const problems: string[] = []
  const verifier = new Webhook(secret)
  /** The messages of each experiment in the order in which they were first taken. */
  const told = new Map<string, string[]>()
  const kinds = new Map<string, string>()
  for (const { headers, body } of taken) {
    const id = headers["webhook-id"] as string
    try {
      verifier.verify(body, headers as Record<string, string>)
    } catch {
      problems.push(`message ${id} has a wrong signature`)
    }
    const { type, data } = JSON.parse(body) as Told
    const list = told.get(data.experiment.id) ?? []
    told.set(data.experiment.id, list)
    if (!list.includes(id)) list.push(id)
    kinds.set(id, type)
  }
  for (const id of finished) {
    const ends = (told.get(id) ?? []).filter((message) => kinds.get(message) === "experiment.finished")
    if (ends.length !== 1) problems.push(`the end of ${id} was acknowledged and told ${ends.length} times`)
  }
  const kept = await allDeliveries(store)
  for (const { id, state } of kept) if (state !== "delivered") problems.push(`message ${id} is ${state}`)
  for (const [experiment, list] of told) {
    const stored = await store.experiment(experiment)
    const events = new Set(list.map((id) => kinds.get(id)))
    if (events.size !== list.length) problems.push(`something of ${experiment} was told under two ids`)
    if (events.has("experiment.finished") && stored?.status !== "finished")
      problems.push(`${experiment} is ${stored?.status ?? "gone"}, and its end was told`)
    const written = kept.filter(({ stream }) => stream === experiment).map(({ id }) => id)
    if (written.join() !== list.join())
      problems.push(`messages of ${experiment} were taken in another order or invented`)
  }
  return problems
}

async function allDeliveries({ outbox }: Store): Promise<DeliveryRow[]> {
  const all: DeliveryRow[] = []
  for (;;) {
    const rows = await outbox.deliveriesAfter(all.at(-1)?.number ?? 0, 1000)
    if (rows.length === 0) return all
    all.push(...rows)
  }
}
