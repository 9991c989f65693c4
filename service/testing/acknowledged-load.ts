// Clients that keep asking replicas, whatever happens to them, and note what was acknowledged; then
// looks for anything lost, doubled or changed. Some people answer late or never. For tests that
// kill, cut off and replace replicas and their server.

import { setTimeout as sleep } from "node:timers/promises"
import type { ExperimentRequest } from "../experiment-request.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { type DecisionRow, metricPlace } from "../store/rows.ts"
import {
  examineJoining,
  lateAnswer,
  lateContext,
  lateExperiments,
  lateOutcome,
  untilWindowsClose,
} from "./late-experiments.ts"
import type { ServiceProcess } from "./service-process.ts"

export interface LoadReport {
  readonly decisions: number
  readonly rewards: number
  readonly releases: number
  /**
   * Experiments with late and silent people: decisions whose answers joined, and decisions that
   * nobody answered in time.
   */
  readonly joined: number
  readonly silent: number
  readonly problems: string[]
}

interface Known {
  arm?: string
  reward?: number
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const experiments: readonly ExperimentRequest[] = [
  { name: "plain", arms: ["a", "b", "c"], horizon: 1_000_000, answers: "all" as const, privacy: { eta: 1 } },
  {
    name: "long batches",
    arms: ["a", "b"],
    horizon: 1_000_000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 1, batchRatio: 50 },
    rewardWindowSeconds: 3,
  },
  {
    name: "draws",
    arms: ["a", "b"],
    horizon: 1_000_000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "dp-ts-ucb", alpha: 1 },
  },
  {
    name: "capped",
    arms: ["a", "b"],
    horizon: 1_000_000,
    answers: "all" as const,
    privacy: { epsilon: 1 },
    missing: "ignore" as const,
    subjectCap: 5,
    rewardWindowSeconds: 2,
  },
]

/** Replicas of versions before there were metrics do not take it. */
export const watched = {
  name: "watched",
  arms: ["a", "b"],
  horizon: 1_000_000,
  answers: "all" as const,
  privacy: { eta: 1 },
  metrics: [{ name: "harm", eta: 8 }],
  // A repeated decision must get its arm again.
  onHarm: "notify" as const,
  rewardWindowSeconds: 3,
}

/** No request may go without an answer for longer, as long as its replica lives. */
const requestTimeoutMs = 15_000

export class AcknowledgedLoad {
  /** Null while one is away. */
  readonly replicas: (ServiceProcess | null)[]
  readonly problems: string[] = []
  answered = 0
  longestMs = 0
  readonly #experiments: readonly ExperimentRequest[]
  readonly #known: readonly Map<string, Known>[]
  readonly #ids: string[] = []
  #isOver = false
  #working: Promise<void>[] = []

  constructor(replicas: (ServiceProcess | null)[], more: readonly ExperimentRequest[] = []) {
    this.replicas = replicas
    this.#experiments = [...lateExperiments, ...experiments, ...more]
    this.#known = this.#experiments.map(() => new Map())
  }

  async start(clients: number): Promise<void> {
    for (const body of this.#experiments) {
      const created = (await this.#send("POST", "/v1/experiments", body, 0)) as Answer
      this.#ids.push((created.body as { id: string }).id)
    }
    this.#working = Array.from({ length: clients }, (_, number) => this.#client(number))
  }

  /** Metrics that have no window of their own: whatever a reward comes with is taken with it. */
  #isWatched(which: number): boolean {
    return which >= lateExperiments.length && this.#experiments[which]?.metrics !== undefined
  }

  async untilAnswered(more: number): Promise<void> {
    const from = this.answered
    for (let waited = 0; this.answered - from < more && waited < 300; waited++) await sleep(10)
  }

  /** Over once all windows of late experiments are, for which a replica must be up. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#working)
    let asked = 0
    const late = this.#ids.slice(0, lateExperiments.length)
    const read = async (path: string) => (await this.#send("GET", path, undefined, asked++))?.body ?? null
    this.problems.push(...(await untilWindowsClose(late, read)))
  }

  async #send(method: string, path: string, body: object | undefined, which: number): Promise<Answer | null> {
    const replica = this.replicas[which % this.replicas.length]
    if (replica === null || replica === undefined) return null
    const start = performance.now()
    try {
      const answer = await fetch(`${replica.address}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      const text = await answer.text()
      this.longestMs = Math.max(this.longestMs, performance.now() - start)
      this.answered += 1
      if (answer.status === 503 && answer.headers.get("retry-after") === null)
        this.problems.push("a 503 without Retry-After")
      if (answer.status === 500) this.problems.push(`an answer 500: ${text}`)
      return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) }
    } catch (error) {
      // A killed replica cuts the line; one that lives must answer in time.
      if ((error as Error).name === "TimeoutError")
        this.problems.push(`a request had no answer within ${requestTimeoutMs} ms`)
      return null
    }
  }

  /**
   * Tries on one replica after the other until there is an answer that is none of theirs to give.
   */
  async #insist(method: string, path: string, body: object, first: number): Promise<Answer | null> {
    for (let which = first; !this.#isOver; which++) {
      const answer = await this.#send(method, path, body, which)
      if (answer !== null && answer.status < 500) return answer
      await sleep(20)
    }
    return null
  }

  async #client(number: number): Promise<void> {
    const later: { readonly turn: number; readonly answer: () => Promise<void> }[] = []
    for (let turn = 0; !this.#isOver; turn++) {
      for (const { answer } of later.filter((one) => one.turn === turn)) await answer()
      const which = (number + turn) % this.#ids.length
      const decisionId = `c${number}-${turn}`
      const noted: Known = {}
      this.#known[which]?.set(decisionId, noted)
      const base = `/v1/experiments/${this.#ids[which]}/decisions`
      const wanted = { decisionId, subject: `s${turn % 7}`, ...lateContext(this.#experiments[which] ?? {}, turn) }
      const decided = await this.#insist("POST", base, wanted, number)
      if (decided === null) return
      if (decided.status > 201) this.problems.push(`a decision was answered with ${decided.status}`)
      noted.arm = (decided.body as { arm: string }).arm
      const late = lateExperiments[which]
      if (late !== undefined) {
        const given = lateAnswer(late, number + turn)
        const answer = () => this.#answer(which, decisionId, given?.value ?? 0, number + 1, noted)
        if (given?.turns === 0) await answer()
        else if (given !== null) later.push({ turn: turn + given.turns, answer })
      } else if (turn % 5 !== 0) await this.#answer(which, decisionId, (number + turn) % 2, number + 1, noted)
      if (turn % 3 !== 0) continue
      const again = await this.#insist("POST", base, wanted, number + 2)
      if (again !== null && (again.body as { arm: string }).arm !== noted.arm)
        this.problems.push(`${decisionId} changed its arm`)
    }
  }

  async #answer(which: number, decisionId: string, value: number, replica: number, noted: Known): Promise<void> {
    const path = `/v1/experiments/${this.#ids[which]}/decisions/${decisionId}/reward`
    const sent = await this.#insist("PUT", path, lateOutcome(this.#experiments[which] ?? {}, value), replica)
    // 200: it was stored when the line died.
    if (sent?.status === 204 || sent?.status === 200) noted.reward = value
    else if (sent !== null && sent.status !== 409) this.problems.push(`a reward was answered with ${sent.status}`)
  }

  /**
   * After the end: what was acknowledged must be in the store once, and the ledgers must verify.
   */
  async examine(url: string): Promise<LoadReport> {
    const store = await openPostgresStore(url)
    let decisions = 0
    let rewards = 0
    let releases = 0
    let [joined, silent] = [0, 0]
    for (const [which, id] of this.#ids.entries()) {
      const stored = await store.experiment(id)
      const arms = stored?.experiment.arms ?? []
      const rows = await allDecisions(store, id)
      const byId = new Map(rows.map((row) => [row.id, row]))
      if (byId.size !== rows.length) this.problems.push(`experiment ${which} has a decision twice`)
      if (rows.length > (this.#known[which]?.size ?? 0))
        this.problems.push(`experiment ${which} has more decisions than were asked for`)
      const kept = new Map<number, number>()
      for (let after = 0; ; ) {
        const page = await store.rowsAfter("rewards", id, after, 1000)
        for (const { decision, steps } of page) kept.set(decision, steps)
        after = page.at(-1)?.decision ?? 0
        if (page.length === 0) break
      }
      const values = new Map<number, number>()
      for (let after = 0; ; ) {
        const page = await store.rowsAfter("metricValues", id, after, 1000)
        for (const { decision, steps } of page) values.set(decision, steps)
        const last = page.at(-1)
        if (last === undefined) break
        after = metricPlace(last)
      }
      for (const [decisionId, { arm, reward }] of this.#known[which] ?? []) {
        if (arm === undefined) continue
        decisions += 1
        const row = byId.get(decisionId)
        if (row === undefined) this.problems.push(`decision ${decisionId} was acknowledged and is lost`)
        else if (arms[row.arm] !== arm) this.problems.push(`decision ${decisionId} has another arm`)
        if (reward === undefined || row === undefined) continue
        rewards += 1
        if (kept.get(row.sequence) !== reward * 2 ** 20)
          this.problems.push(`the reward of ${decisionId} is lost or changed`)
        if (this.#isWatched(which) && values.get(row.sequence) !== reward * 2 ** 20)
          this.problems.push(`the metric of ${decisionId} is lost or changed`)
      }
      const late = lateExperiments[which]
      if (late === undefined) continue
      const found = await examineJoining(store, id, late)
      joined += found.answered
      silent += found.silent
      this.problems.push(...found.problems)
    }
    await store.close()
    for (const { problem, entries } of await verifyPostgres(url)) {
      releases += entries
      if (problem !== null) this.problems.push(problem)
    }
    return { decisions, rewards, releases, joined, silent, problems: this.problems }
  }
}

async function allDecisions(store: Awaited<ReturnType<typeof openPostgresStore>>, id: string) {
  const rows: DecisionRow[] = []
  for (;;) {
    const page = await store.rowsAfter("decisions", id, rows.at(-1)?.sequence ?? 0, 1000)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}
