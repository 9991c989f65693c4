// Kills services that learn from the same people in five experiments of a population, again and
// again, and then compares what is reserved with who was learned from: the same, and nobody above
// the limit. Some people answer late or never: each joins once.

import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { onTestFinished } from "vitest"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { isPostgresUrl, openPostgresStore, PostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { examineJoining, type LateExperiment, lateAnswer, untilWindowsClose } from "./late-experiments.ts"
import { endProcess, type ServiceProcess, startProcess } from "./service-process.ts"

const member = {
  name: "member",
  arms: ["a", "b"],
  horizon: 1_000_000,
  answers: "all" as const,
  privacy: { eta: 1 },
  subjectCap: 1,
  population: "p",
}

/** Three of them have short windows, in real time. */
const late: readonly LateExperiment[] = [
  { ...member, name: "ripe", rewardWindowSeconds: 0.8, ripeSeconds: 0.15 },
  { ...member, name: "private arrivals", rewardWindowSeconds: 0.5, arrivals: "private", tickSeconds: 0.05 },
  { ...member, name: "only successes", rewardWindowSeconds: 0.3, answers: "successes", tickSeconds: 0.05 },
]
const members: readonly object[] = [...late, member, member]

/** The time of a turn of a late answer here. */
const turnMs = 20

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
  /**
   * In how many experiments each person was learned from, and the sum of squares that is reserved
   * for each.
   */
  readonly learned: readonly number[]
  readonly reserved: readonly number[]
  /** Decisions whose answers joined, and those that nobody answered in time. */
  readonly answered: number
  readonly silent: number
  /** Problems of who joined. */
  readonly problems: readonly string[]
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
      const visits = ids.map(async (id, at) => {
        const body = { decisionId: `${person}-${at}`, subject: `person ${person}` }
        const server = () => running[(person + at) % running.length] ?? null
        const decisions = `/v1/experiments/${id}/decisions`
        await insist(() => send(server(), "POST", decisions, body), finished.signal)
        const experiment = late[at]
        const given = experiment === undefined ? null : lateAnswer(experiment, person + at)
        if (given === null) return
        await sleep(given.turns * turnMs)
        const path = `${decisions}/${body.decisionId}/reward`
        await insist(() => send(server(), "PUT", path, { value: given.value }), finished.signal)
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
  const read = (path: string) => send(running[0] ?? null, "GET", path)
  const open = await untilWindowsClose(ids.slice(0, late.length), read)
  for (const one of running) if (one !== null) await endProcess(one, "SIGKILL")
  const report = await examine(store, ids, people)
  return { ...report, problems: [...open, ...report.problems] }
}

async function begin(server: ServiceProcess): Promise<string[]> {
  await send(server, "PUT", "/v1/populations/p", { limit })
  const ids: string[] = []
  for (const body of members) ids.push(((await send(server, "POST", "/v1/experiments", body)) as { id: string }).id)
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

async function send(server: ServiceProcess | null, method: string, path: string, body?: object): Promise<unknown> {
  if (server === null) throw new Error("it is being killed")
  const answer = await fetch(`${server.address}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  })
  const text = await answer.text()
  // A reward after its window is over is refused, and that is its answer.
  if (answer.status >= 300 && !(method === "PUT" && answer.status === 409)) throw new Error(`${answer.status}: ${text}`)
  return text === "" ? null : JSON.parse(text)
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
    const reserved = (await store.populations.reservationsAfter("p", "", 10_000)).map(({ high, low }) => high + low)
    let [answered, silent] = [0, 0]
    const problems: string[] = []
    for (const [at, experiment] of late.entries()) {
      const joined = await examineJoining(store, ids[at] as string, experiment)
      answered += joined.answered
      silent += joined.silent
      problems.push(...joined.problems)
    }
    const verdicts = store instanceof PostgresStore ? await verifyPostgres(place) : await verifyStore(store)
    for (const { problem } of verdicts) if (problem !== null) problems.push(problem)
    return { learned, reserved, answered, silent, problems }
  } finally {
    await store.close()
  }
}
