// Three replicas on one Postgres under load, while replicas are killed, the server is restarted and killed, connections are cut, and its
// locks and connections are taken away. Then looks for anything lost, doubled or changed.

import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import pg from "pg"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { openPostgresStore } from "../store/postgres-store.ts"
import { type PostgresServer, startPostgres } from "./postgres-server.ts"
import { endProcess, type ServiceProcess, startProcess } from "./service-process.ts"

export const faultKinds = [
  "replica killed",
  "server restarted",
  "server killed",
  "connections cut",
  "experiments locked",
  "connections used up",
] as const

export interface FaultReport {
  readonly faults: Readonly<Record<string, number>>
  readonly answered: number
  readonly decisions: number
  readonly rewards: number
  readonly releases: number
  readonly leases: number
  /** Slots of leases that nobody used in time. */
  readonly lostSlots: number
  readonly longestMs: number
  readonly problems: string[]
}

interface Known {
  arm?: string
  reward?: number
}

const experiments = [
  { name: "plain", arms: ["a", "b", "c"], horizon: 1_000_000, privacy: { eta: 1 } },
  {
    name: "leased",
    arms: ["a", "b"],
    horizon: 1_000_000,
    algorithm: { name: "gdp-imed", eta: 1, firstBatch: 1, batchRatio: 50 },
    rewardWindowSeconds: 3,
  },
  { name: "draws", arms: ["a", "b"], horizon: 1_000_000, algorithm: { name: "dp-ts-ucb", alpha: 1 } },
  {
    name: "capped",
    arms: ["a", "b"],
    horizon: 1_000_000,
    privacy: { epsilon: 1 },
    subjectCap: 5,
    rewardWindowSeconds: 2,
  },
]

/** No request may go without an answer for longer, as long as its replica lives. */
const requestTimeoutMs = 15_000
const connectionsOfServer = 40

export async function faultTest(faults: number, clients: number, seed: number): Promise<FaultReport> {
  const random = seededRandom(seed)
  const server = await startPostgres({ max_connections: String(connectionsOfServer) })
  const replicas: (ServiceProcess | null)[] = []
  const counts: Record<string, number> = {}
  const problems: string[] = []
  let isOver = false
  let answered = 0
  let longestMs = 0
  const known = experiments.map(() => new Map<string, Known>())
  const ids: string[] = []

  async function send(method: string, path: string, body: object, which: number): Promise<Answer | null> {
    const replica = replicas[which % replicas.length]
    if (replica === null || replica === undefined) return null
    const start = performance.now()
    try {
      const answer = await fetch(`${replica.address}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      const text = await answer.text()
      longestMs = Math.max(longestMs, performance.now() - start)
      answered += 1
      if (answer.status === 503 && answer.headers.get("retry-after") === null)
        problems.push("a 503 without Retry-After")
      if (answer.status === 500) problems.push(`an answer 500: ${text}`)
      return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) }
    } catch (error) {
      // A killed replica cuts the line; one that lives must answer in time.
      if ((error as Error).name === "TimeoutError")
        problems.push(`a request had no answer within ${requestTimeoutMs} ms`)
      return null
    }
  }

  /** Tries on one replica after the other until there is an answer that is none of theirs to give. */
  async function insist(method: string, path: string, body: object, first: number): Promise<Answer | null> {
    for (let which = first; !isOver; which++) {
      const answer = await send(method, path, body, which)
      if (answer !== null && answer.status < 500) return answer
      await sleep(20)
    }
    return null
  }

  async function client(number: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const which = (number + turn) % ids.length
      const decisionId = `c${number}-${turn}`
      const noted: Known = {}
      known[which]?.set(decisionId, noted)
      const base = `/v1/experiments/${ids[which]}/decisions`
      const wanted = { decisionId, subject: `s${turn % 7}` }
      const decided = await insist("POST", base, wanted, number)
      if (decided === null) return
      if (decided.status > 201) problems.push(`a decision was answered with ${decided.status}`)
      noted.arm = (decided.body as { arm: string }).arm
      if (turn % 5 === 0) continue
      const value = (number + turn) % 2
      const sent = await insist("PUT", `${base}/${decisionId}/reward`, { value }, number + 1)
      if (sent?.status === 204) noted.reward = value
      else if (sent !== null && sent.status !== 409) problems.push(`a reward was answered with ${sent.status}`)
      if (turn % 3 !== 0) continue
      const again = await insist("POST", base, wanted, number + 2)
      if (again !== null && (again.body as { arm: string }).arm !== noted.arm)
        problems.push(`${decisionId} changed its arm`)
    }
  }

  async function inject(kind: (typeof faultKinds)[number]): Promise<void> {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind === "replica killed") {
      const which = random.integer(replicas.length)
      const victim = replicas[which]
      replicas[which] = null
      if (victim != null) await endProcess(victim, "SIGKILL")
      replicas[which] = await startProcess(server.url)
    } else if (kind === "server restarted" || kind === "server killed") {
      await server.stop(kind === "server killed" ? "kill" : "fast")
      await sleep(random.integer(500))
      await server.start()
    } else await disturb(server, kind)
  }

  try {
    for (let index = 0; index < 3; index++) replicas.push(await startProcess(server.url))
    for (const body of experiments) {
      const created = (await send("POST", "/v1/experiments", body, 0)) as Answer
      ids.push((created.body as { id: string }).id)
    }
    const working = Array.from({ length: clients }, (_, number) => client(number))
    const untilAnswered = async (more: number) => {
      const from = answered
      for (let waited = 0; answered - from < more && waited < 300; waited++) await sleep(10)
    }
    for (let fault = 0; fault < faults; fault++) {
      await untilAnswered(10 + random.integer(40))
      // Each kind at least once, then by chance.
      const kind = faultKinds[fault < faultKinds.length ? fault : random.integer(faultKinds.length)]
      await inject(kind as (typeof faultKinds)[number])
    }
    await untilAnswered(200)
    isOver = true
    await Promise.all(working)
    for (const replica of replicas) if (replica != null) await endProcess(replica, "SIGKILL")
    replicas.length = 0
    return {
      faults: counts,
      answered,
      longestMs: Math.round(longestMs),
      ...(await examine(server.url, ids, known, problems)),
    }
  } finally {
    isOver = true
    for (const replica of replicas) replica?.process.kill("SIGKILL")
    await server.remove()
  }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What another user of the database can do to it. */
async function disturb(server: PostgresServer, kind: (typeof faultKinds)[number]): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.url })
    client.on("error", () => undefined)
    await client.connect()
    return client
  }
  const held: pg.Client[] = []
  try {
    const client = await connect()
    held.push(client)
    if (kind === "connections cut")
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      )
    else if (kind === "experiments locked") {
      await client.query("BEGIN; SELECT 1 FROM armistice.heads FOR UPDATE")
      await sleep(1500)
    } else {
      for (let count = 0; count < connectionsOfServer; count++) held.push(await connect())
    }
  } catch {
    // All that there were are held now.
    await sleep(1000)
  } finally {
    for (const client of held) await client.end().catch(() => undefined)
  }
}

async function examine(url: string, ids: readonly string[], known: readonly Map<string, Known>[], problems: string[]) {
  const store = await openPostgresStore(url)
  let decisions = 0
  let rewards = 0
  let releases = 0
  let leases = 0
  let lostSlots = 0
  for (const [which, id] of ids.entries()) {
    const stored = await store.experiment(id)
    const arms = stored?.experiment.arms ?? []
    const all = await allDecisions(store, id)
    const rows = all.filter((row) => !(row.key === "" && row.id.startsWith("lost_")))
    lostSlots += all.length - rows.length
    leases += (await store.leasesAfter(id, 0, 1e6)).length
    const byId = new Map(rows.map((row) => [row.id, row]))
    if (byId.size !== rows.length) problems.push(`experiment ${which} has a decision twice`)
    if (rows.length > (known[which]?.size ?? 0))
      problems.push(`experiment ${which} has more decisions than were asked for`)
    const kept = new Map<number, number>()
    for (let after = 0; ; ) {
      const page = await store.rewardsAfter(id, after, 1000)
      for (const { decision, steps } of page) kept.set(decision, steps)
      after = page.at(-1)?.decision ?? 0
      if (page.length === 0) break
    }
    for (const [decisionId, { arm, reward }] of known[which] ?? []) {
      if (arm === undefined) continue
      decisions += 1
      const row = byId.get(decisionId)
      if (row === undefined) problems.push(`decision ${decisionId} was acknowledged and is lost`)
      else if (arms[row.arm] !== arm) problems.push(`decision ${decisionId} has another arm`)
      if (reward === undefined || row === undefined) continue
      rewards += 1
      if (kept.get(row.sequence) !== reward * 2 ** 20) problems.push(`the reward of ${decisionId} is lost or changed`)
    }
  }
  await store.close()
  for (const { problem, entries } of await verifyPostgres(url)) {
    releases += entries
    if (problem !== null) problems.push(problem)
  }
  return { decisions, rewards, releases, leases, lostSlots, problems }
}

async function allDecisions(store: Awaited<ReturnType<typeof openPostgresStore>>, id: string) {
  const rows: Awaited<ReturnType<typeof store.decisionsAfter>> = []
  for (;;) {
    const page = await store.decisionsAfter(id, rows.at(-1)?.sequence ?? 0, 1000)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}
