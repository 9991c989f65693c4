// Kills services that learn from the same people in five experiments of a population, again and again, and then compares what is reserved
// with who was learned from: the same, and nobody above the limit.

import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { onTestFinished } from "vitest"
import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { endProcess, type ServiceProcess, startProcess } from "./service-process.ts"

const member = {
  name: "member",
  arms: ["a", "b"],
  horizon: 1_000_000,
  privacy: { eta: 1 },
  subjectCap: 1,
  population: "p",
}

/** Room for four of the five. */
const limit = 2

export interface PopulationKillOptions {
  /** A file, or a database. */
  readonly store: string
  /** Processes that serve it. */
  readonly replicas: number
  readonly kills: number
  readonly clients: number
  readonly seed: number
}

export interface PopulationKillReport {
  /** In how many experiments each person was learned from, and the sum of squares that is reserved for each. */
  readonly learned: readonly number[]
  readonly reserved: readonly number[]
}

export async function populationKillTest(options: PopulationKillOptions): Promise<PopulationKillReport> {
  const { store, kills, clients, seed } = options
  const random = seededRandom(seed)
  const running: (ServiceProcess | null)[] = []
  let isOver = false
  /** Also when the test took too long: nothing goes on after it. */
  const finished = new AbortController()
  const children: ChildProcess[] = []
  onTestFinished(() => {
    finished.abort()
    isOver = true
    for (const child of children) child.kill("SIGKILL")
  })
  const early = (child: ChildProcess) => children.push(child)
  for (let index = 0; index < options.replicas; index++) running.push(await startProcess(store, { early }))
  const ids = await begin(running[0] as ServiceProcess)
  let people = 0
  /** One person after the other, each in all experiments at once, on whichever process is asked. */
  const client = async (): Promise<void> => {
    while (!isOver) {
      const person = people++
      const visits = ids.map((id, at) => {
        const body = { decisionId: `${person}-${at}`, subject: `person ${person}` }
        const server = () => running[(person + at) % running.length] ?? null
        return insist(() => send(server(), "POST", `/v1/experiments/${id}/decisions`, body), finished.signal)
      })
      await Promise.all(visits)
    }
  }
  const working = Array.from({ length: clients }, client)
  const untilMore = async (more: number) => {
    const from = people
    for (let waited = 0; people - from < more && waited < 1000; waited++) await sleep(5)
  }
  for (let kill = 0; kill < kills; kill++) {
    await untilMore(2 + random.integer(10))
    const which = random.integer(running.length)
    const victim = running[which] as ServiceProcess
    running[which] = null
    await endProcess(victim, "SIGKILL")
    finished.signal.throwIfAborted()
    running[which] = await startProcess(store, { early })
  }
  await untilMore(10)
  isOver = true
  await Promise.all(working)
  for (const one of running) if (one !== null) await endProcess(one, "SIGKILL")
  return examine(store, ids, people)
}

async function begin(server: ServiceProcess): Promise<string[]> {
  await send(server, "PUT", "/v1/populations/p", { limit })
  const ids: string[] = []
  for (let index = 0; index < 5; index++)
    ids.push(((await send(server, "POST", "/v1/experiments", member)) as { id: string }).id)
  return ids
}

/** Tries until there is an answer. */
async function insist(work: () => Promise<unknown>, until: AbortSignal): Promise<void> {
  while (!until.aborted)
    try {
      await work()
      return
    } catch {
      await sleep(10)
    }
}

async function send(server: ServiceProcess | null, method: string, path: string, body: object): Promise<unknown> {
  if (server === null) throw new Error("it is being killed")
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${answer.status}: ${text}`)
  return JSON.parse(text)
}

async function examine(place: string, ids: readonly string[], people: number): Promise<PopulationKillReport> {
  const store = isPostgresUrl(place) ? await openPostgresStore(place) : openSqliteStore(place)
  try {
    const learned = Array.from({ length: people }, () => 0)
    for (const id of ids)
      for (let after = 0; ; ) {
        const rows = await store.rowsAfter("decisions", id, after, 1000)
        for (const { pull, id: decisionId } of rows)
          if (pull !== null)
            learned[Number.parseInt(decisionId, 10)] = (learned[Number.parseInt(decisionId, 10)] ?? 0) + 1
        const last = rows.at(-1)
        if (last === undefined) break
        after = last.sequence
      }
    const reserved = (await store.reservationsAfter("p", "", 10_000)).map(({ high, low }) => high + low)
    return { learned, reserved }
  } finally {
    await store.close()
  }
}
