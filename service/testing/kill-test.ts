// Kills a service under load from several clients, again and again, and then looks for anything lost, doubled or changed.

import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { canonicalJson } from "@armistice/core/ledger"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { loadExperiment, replay } from "../live/load-experiment.ts"
import { journalAfter } from "../live/read-journal.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { endProcess, type Program, type ServiceProcess, startProcess } from "./service-process.ts"

interface Known {
  arm?: string
  reward?: number
}

export interface KillReport {
  readonly kills: number
  readonly decisions: number
  readonly rewards: number
  readonly releases: number
  /** Everything that does not hold, in words. */
  readonly problems: string[]
}

/** Batches are as small as they can be and windows short, so that nearly every reward releases something: kills fall around releases. */
const experiments = [
  {
    name: "sums",
    arms: ["a", "b", "c"],
    horizon: 1_000_000,
    privacy: { epsilon: 1 },
    algorithm: { name: "dp-imed", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
    rewardWindowSeconds: 1,
  },
  {
    name: "draws",
    arms: Array.from({ length: 12 }, (_, arm) => `arm ${arm}`),
    horizon: 1_000_000,
    algorithm: { name: "dp-ts-ucb", alpha: 1 },
    rewardWindowSeconds: 1,
  },
  {
    name: "capped",
    arms: ["a", "b"],
    horizon: 1_000_000,
    privacy: { epsilon: 1 },
    algorithm: { name: "dp-kl-ucb", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
    subjectCap: 20,
    rewardWindowSeconds: 0.5,
  },
  {
    name: "watched",
    arms: ["a", "b"],
    horizon: 1_000_000,
    privacy: { eta: 2 },
    metrics: [{ name: "harm", eta: 8 }],
    rewardWindowSeconds: 1,
  },
  { name: "usual", arms: ["a", "b"], horizon: 300, privacy: { eta: 2 } },
]

const isWatched = (which: number): boolean => experiments[which]?.metrics !== undefined

export interface KillOptions {
  readonly folder: string
  readonly kills: number
  readonly clients: number
  readonly seed: number
  readonly program?: Program
}

export async function killTest({ folder, kills, clients, seed, program }: KillOptions): Promise<KillReport> {
  const random = seededRandom(seed)
  const started = program === undefined ? {} : { program }
  const path = join(folder, "killed.db")
  let server: ServiceProcess | null = await startProcess(path, started)
  const ids: string[] = []
  for (const body of experiments)
    ids.push(((await post(server.address, "/v1/experiments", body)).body as { id: string }).id)
  const known = ids.map(() => new Map<string, Known>())
  const problems: string[] = []
  let isOver = false
  let answered = 0

  async function client(number: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const which = (number + turn) % ids.length
      const decisionId = `c${number}-${turn}`
      const noted: Known = {}
      known[which]?.set(decisionId, noted)
      const base = `/v1/experiments/${ids[which]}/decisions`
      const decided = await insist(() => post(server?.address ?? "", base, { decisionId, subject: `s${turn % 7}` }))
      if (decided === null) return
      noted.arm = (decided.body as { arm: string }).arm
      if (turn % 5 === 0) continue
      const value = (number + turn) % 2
      const body = isWatched(which) ? { value, metrics: { harm: value } } : { value }
      const sent = await insist(() => put(server?.address ?? "", `${base}/${decisionId}/reward`, body))
      // 200: it was stored when the line died.
      if (sent?.status === 204 || sent?.status === 200) noted.reward = value
      else if (sent !== null && sent.status !== 409) problems.push(`a reward was answered with ${sent.status}`)
      if (turn % 3 === 0) {
        const again = await insist(() => post(server?.address ?? "", base, { decisionId, subject: `s${turn % 7}` }))
        if (again !== null && (again.body as { arm: string }).arm !== noted.arm)
          problems.push(`${decisionId} changed its arm`)
      }
    }
  }

  /** Tries until there is an answer, as a client that lost the line must; null once the test is over. */
  async function insist(send: () => Promise<Answer>): Promise<Answer | null> {
    while (!isOver) {
      try {
        const answer = await send()
        answered += 1
        if (answer.status < 500) return answer
      } catch {
        // The line is dead: the service is being killed or is not up yet.
      }
      await sleep(5)
    }
    return null
  }

  async function untilAnswered(more: number): Promise<void> {
    const from = answered
    for (let waited = 0; answered - from < more && waited < 400; waited++) await sleep(5)
  }

  const working = Array.from({ length: clients }, (_, number) => client(number))
  for (let kill = 0; kill < kills; kill++) {
    await untilAnswered(random.uniform() * 100)
    await sleep(random.uniform() * 10)
    if (server !== null) {
      if (server.process.exitCode !== null) problems.push("the service ended by itself")
      await endProcess(server, "SIGKILL")
    }
    server = null
    if (kill % 5 === 4) {
      // Also while it starts: migrations, loading and the first transactions.
      const early = (child: ChildProcess) => setTimeout(() => child.kill("SIGKILL"), 100 + random.uniform() * 400)
      await startProcess(path, { ...started, early }).then(
        (up) => endProcess(up, "SIGKILL"),
        () => undefined,
      )
    }
    server = await startProcess(path, started)
  }
  await untilAnswered(200)
  isOver = true
  await Promise.all(working)
  if (server !== null) await endProcess(server, "SIGKILL")
  return { kills: kills + Math.floor(kills / 5), ...(await examine(path, ids, known, problems)) }
}

async function examine(path: string, ids: readonly string[], known: readonly Map<string, Known>[], problems: string[]) {
  const store = openSqliteStore(path)
  if (store.copied() !== null || store.restores() > 0) problems.push("a kill was taken for a restore")
  let decisions = 0
  let rewards = 0
  let releases = 0
  for (const [which, id] of ids.entries()) {
    const stored = store.experiment(id)
    if (stored === undefined) {
      problems.push(`experiment ${which} is lost`)
      continue
    }
    const { arms } = stored.experiment
    for (const [decisionId, { arm, reward }] of known[which] ?? []) {
      if (arm === undefined) continue
      decisions += 1
      const row = store.decision(id, decisionId)
      if (row === undefined) problems.push(`decision ${decisionId} was acknowledged and is lost`)
      else if (arms[row.arm] !== arm) problems.push(`decision ${decisionId} has another arm`)
      if (reward === undefined || row === undefined) continue
      rewards += 1
      const kept = store.reward(id, row.sequence)
      if (kept === undefined) problems.push(`the reward of ${decisionId} was acknowledged and is lost`)
      else if (kept.steps !== reward * 2 ** 20) problems.push(`the reward of ${decisionId} has another value`)
      if (!isWatched(which)) continue
      const [given] = store.metricFate(id, row.sequence).given
      if (given?.steps !== reward * 2 ** 20) problems.push(`the metric of ${decisionId} is lost or changed`)
    }
    const all = [...journalAfter(store, id, 0)]
    const made = all.filter(({ kind }) => kind === "decision").length
    if (made > (known[which]?.size ?? 0))
      problems.push(`experiment ${which} has ${made} decisions, more than were asked for`)
    const fromEvents = new LiveExperiment(stored.experiment, stored.status)
    for (const entry of all) releases += replay(fromEvents, entry).length
    const fromStore = loadExperiment(store, stored)
    if (
      canonicalJson(JSON.parse(fromEvents.snapshot().state)) !== canonicalJson(JSON.parse(fromStore.snapshot().state))
    )
      problems.push(`experiment ${which}: the state from its events differs from the stored one`)
  }
  for (const id of store.withoutResults()) problems.push(`experiment ${id} has a release without its result`)
  for (const { problem } of await verifyStore(store)) if (problem !== null) problems.push(problem)
  store.close()
  return { decisions, rewards, releases, problems }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const post = (address: string, path: string, body: object) => send("POST", address, path, body)
const put = (address: string, path: string, body: object) => send("PUT", address, path, body)

async function send(method: string, address: string, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) }
}
