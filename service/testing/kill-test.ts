// Kills a service under load from several clients, again and again, and then looks for anything
// lost, doubled or changed. Some people answer late or never. A copy of the file that was made
// between two kills is served too, as a restored one.

import type { ChildProcess } from "node:child_process"
import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { canonicalJson } from "@armistice/core/ledger"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { loadExperiment } from "../live/load-experiment.ts"
import { journalAfter } from "../live/read-journal.ts"
import { replay } from "../live/replay.ts"
import { readStateText } from "../live/state-text.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import {
  examineJoining,
  lateAnswer,
  lateContext,
  lateExperiments,
  lateOutcome,
  untilWindowsClose,
} from "./late-experiments.ts"
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
  /**
   * Experiments with late and silent people: decisions whose answers joined, and decisions that
   * nobody answered in time.
   */
  readonly answered: number
  readonly silent: number
  /** The same of a restored copy, of decisions that it made itself. */
  readonly restored: { readonly answered: number; readonly silent: number }
  /** Everything that does not hold, in words. */
  readonly problems: string[]
}

/**
 * Batches are as small as they can be and windows short, so that nearly every reward releases
 * something: kills fall around releases.
 */
const promptExperiments = [
  {
    name: "sums",
    arms: ["a", "b", "c"],
    horizon: 1_000_000,
    answers: "all" as const,
    privacy: { epsilon: 1 },
    missing: "ignore" as const,
    algorithm: { name: "dp-imed", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
    rewardWindowSeconds: 1,
  },
  {
    name: "draws",
    arms: Array.from({ length: 12 }, (_, arm) => `arm ${arm}`),
    horizon: 1_000_000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "dp-ts-ucb", alpha: 1 },
    rewardWindowSeconds: 1,
  },
  {
    name: "capped",
    arms: ["a", "b"],
    horizon: 1_000_000,
    answers: "all" as const,
    privacy: { epsilon: 1 },
    missing: "ignore" as const,
    algorithm: { name: "dp-kl-ucb", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
    subjectCap: 20,
    acceptWeakPrivacy: true,
    rewardWindowSeconds: 0.5,
  },
  {
    name: "watched",
    arms: ["a", "b"],
    horizon: 1_000_000,
    answers: "all" as const,
    privacy: { eta: 2 },
    metrics: [{ name: "harm", eta: 8 }],
    // A repeated decision must get its arm again.
    onHarm: "notify" as const,
    rewardWindowSeconds: 1,
  },
  { name: "usual", arms: ["a", "b"], horizon: 300, answers: "all" as const, privacy: { eta: 2 } },
]

const experiments = [...promptExperiments, ...lateExperiments]

const findLate = (which: number) => lateExperiments[which - promptExperiments.length]

/** Metrics that have no window of their own: whatever a reward comes with is taken with it. */
const isWatched = (which: number): boolean => promptExperiments[which]?.metrics !== undefined

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

  const address = () => server?.address ?? ""
  const formatPath = (which: number) => `/v1/experiments/${ids[which]}/decisions`

  async function client(number: number): Promise<void> {
    const later: { readonly turn: number; readonly answer: () => Promise<void> }[] = []
    for (let turn = 0; !isOver; turn++) {
      for (const { answer } of later.filter((one) => one.turn === turn)) await answer()
      const which = (number + turn) % ids.length
      const decisionId = `c${number}-${turn}`
      const noted: Known = {}
      known[which]?.set(decisionId, noted)
      const wanted = { decisionId, subject: `s${turn % 7}`, ...lateContext(experiments[which] ?? {}, turn) }
      const decided = await insist(() => post(address(), formatPath(which), wanted))
      if (decided === null) return
      noted.arm = (decided.body as { arm: string }).arm
      const late = findLate(which)
      if (late !== undefined) {
        const given = lateAnswer(late, number + turn)
        const answer = async () => answerOnce(which, decisionId, given?.value ?? 0, noted)
        if (given?.turns === 0) await answer()
        else if (given !== null) later.push({ turn: turn + given.turns, answer })
      } else if (turn % 5 !== 0) await answerOnce(which, decisionId, (number + turn) % 2, noted)
      if (turn % 3 !== 0) continue
      const again = await insist(() => post(address(), formatPath(which), wanted))
      if (again !== null && (again.body as { arm: string }).arm !== noted.arm)
        problems.push(`${decisionId} changed its arm`)
    }
  }

  async function answerOnce(which: number, decisionId: string, value: number, noted: Known): Promise<void> {
    const body = lateOutcome(experiments[which] ?? {}, value)
    const sent = await insist(() => put(address(), `${formatPath(which)}/${decisionId}/reward`, body))
    // 200: it was stored when the line died.
    if (sent?.status === 204 || sent?.status === 200) noted.reward = value
    else if (sent !== null && sent.status !== 409) problems.push(`a reward was answered with ${sent.status}`)
  }

  /**
   * Tries until there is an answer, as a client that lost the line must; null once the test is
   * over.
   */
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

  const copy = join(folder, "restored.db")
  const working = Array.from({ length: clients }, (_, number) => client(number))
  for (let kill = 0; kill < kills; kill++) {
    await untilAnswered(random.uniform() * 100)
    await sleep(random.uniform() * 10)
    if (server !== null) {
      if (server.process.exitCode !== null) problems.push("the service ended by itself")
      await endProcess(server, "SIGKILL")
    }
    server = null
    if (kill === Math.floor(kills / 2)) copyStore(path, copy)
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
  problems.push(...(await closed(server)))
  await endProcess(server, "SIGKILL")
  const found = await examine(path, ids, known, problems)
  const restored = await restore()
  return { kills: kills + Math.floor(kills / 5), ...found, restored }

  function closed({ address: at }: ServiceProcess): Promise<string[]> {
    const late = ids.slice(promptExperiments.length)
    return untilWindowsClose(late, async (path) => (await send("GET", at, path)).body)
  }

  /**
   * In the copy nothing joins of decisions that it has from the original, not even answers that
   * were held back; it goes on with its own.
   */
  async function restore() {
    const up = await startProcess(copy, started)
    const total = { answered: 0, silent: 0 }
    const late = lateExperiments.map((experiment, which) => ({ experiment, which: promptExperiments.length + which }))
    for (const { experiment, which } of late) {
      for (let turn = 0; turn < 15; turn++) {
        const decisionId = `copy-${turn}`
        await post(up.address, formatPath(which), { decisionId, ...lateContext(experiment, turn) })
        const given = lateAnswer(experiment, turn)
        if (given !== null && given.turns < 5)
          await put(up.address, `${formatPath(which)}/${decisionId}/reward`, lateOutcome(experiment, given.value))
      }
    }
    problems.push(...(await closed(up)))
    await endProcess(up, "SIGKILL")
    const store = openSqliteStore(copy)
    if (store.restores() !== 1) problems.push(`a copy was restored ${store.restores()} times`)
    for (const { experiment, which } of late) {
      const joined = await examineJoining(store, ids[which] as string, experiment)
      total.answered += joined.answered
      total.silent += joined.silent
      problems.push(...joined.problems.map((problem) => `restored: ${problem}`))
    }
    for (const { problem } of await verifyStore(store)) if (problem !== null) problems.push(`restored: ${problem}`)
    store.close()
    return total
  }
}

/** As a backup does that copies the files of a service that is down. */
function copyStore(from: string, to: string): void {
  for (const end of ["", "-wal", ".key"]) if (existsSync(from + end)) copyFileSync(from + end, to + end)
}

async function examine(path: string, ids: readonly string[], known: readonly Map<string, Known>[], problems: string[]) {
  const store = openSqliteStore(path)
  if (store.copied() !== null || store.restores() > 0) problems.push("a kill was taken for a restore")
  let decisions = 0
  let rewards = 0
  let releases = 0
  let [answered, silent] = [0, 0]
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
      canonicalJson(readStateText(fromEvents.snapshot().state)) !==
      canonicalJson(readStateText(fromStore.snapshot().state))
    )
      problems.push(`experiment ${which}: the state from its events differs from the stored one`)
    if (store.rowsAfter("results", id, 0).length !== (store.ledgerHead(id)?.index ?? 0))
      problems.push(`experiment ${which} has a release without its result`)
    const late = findLate(which)
    if (late === undefined) continue
    const joined = await examineJoining(store, id, late)
    answered += joined.answered
    silent += joined.silent
    problems.push(...joined.problems)
  }
  for (const { problem } of await verifyStore(store)) if (problem !== null) problems.push(problem)
  store.close()
  return { decisions, rewards, releases, answered, silent, problems }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const post = (address: string, path: string, body: object) => send("POST", address, path, body)
const put = (address: string, path: string, body: object) => send("PUT", address, path, body)

async function send(method: string, address: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) }
}
