// The answers to clients of replicas, compared with what stores have in the end: all that was
// acknowledged is there once and with its arm, ledgers verify, and no reward went into releases of
// two histories unless the one that goes on counts the restore.

import { verifyPostgres } from "../ledger/verify-postgres.ts"
import type { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"

interface Acknowledged {
  readonly experiment: string
  readonly arm: string
  reward?: number
}

export class History {
  readonly #acknowledged = new Map<string, Acknowledged>()
  readonly refusals: string[] = []
  #count = 0

  get size(): number {
    return this.#acknowledged.size
  }

  /** A new decision and its reward; null where the replica refused it. */
  async visit(
    replica: Pick<Service, "decide" | "reward">,
    experiment: string,
    subject?: string,
  ): Promise<string | null> {
    const decisionId = `h${this.#count++}`
    const request = subject === undefined ? { decisionId } : { decisionId, subject }
    try {
      const { arm } = await replica.decide(experiment, request, "local")
      const noted: Acknowledged = { experiment, arm }
      this.#acknowledged.set(decisionId, noted)
      const value = this.#count % 2
      await replica.reward(experiment, decisionId, value, "local")
      noted.reward = value
      return decisionId
    } catch (error) {
      this.refusals.push((error as { code?: string }).code ?? String(error))
      return null
    }
  }

  /** Acknowledged changes that never reached the server that continues. */
  forgetLost(kept: ReadonlySet<string>): number {
    let lost = 0
    for (const id of [...this.#acknowledged.keys()])
      if (!kept.has(id)) {
        this.#acknowledged.delete(id)
        lost += 1
      }
    return lost
  }

  /**
   * The problem of the store that goes on; `others` are the releases of servers whose histories it
   * does not have.
   */
  async problems(url: string, others: readonly Releases[] = []): Promise<string[]> {
    const problems: string[] = []
    const store = await openPostgresStore(url)
    try {
      for (const [id, { experiment, arm, reward }] of this.#acknowledged) {
        const row = await store.decision(experiment, id)
        const { arms = [] } = (await store.experiment(experiment))?.experiment ?? {}
        if (row === undefined) problems.push(`decision ${id} was acknowledged and is lost`)
        else if (arms[row.arm] !== arm) problems.push(`decision ${id} has another arm`)
        else if (reward !== undefined) {
          const kept = await store.reward(experiment, row.sequence)
          if (kept?.steps !== reward * 2 ** 20) problems.push(`the reward of ${id} is lost or changed`)
        }
      }
    } finally {
      await store.close()
    }
    for (const { problem } of await verifyPostgres(url)) if (problem !== null) problems.push(problem)
    const released = await readReleases(url)
    for (const other of others)
      for (const [reward, entry] of other) {
        const again = released.get(reward)
        if (again !== undefined && again !== entry) problems.push(`${reward} was released twice`)
      }
    return problems
  }
}

/** Decisions that a server's store has. */
export async function listDecisions(url: string): Promise<Set<string>> {
  const store = await openPostgresStore(url)
  try {
    const rows = await store.session.rows<{ id: string }>("SELECT id FROM armistice.decisions")
    return new Set(rows.map(({ id }) => id))
  } finally {
    await store.close()
  }
}

/** By decision: the hash of the ledger entry that its reward went into. */
export type Releases = ReadonlyMap<string, string>

export async function readReleases(url: string): Promise<Releases> {
  const store = await openPostgresStore(url)
  try {
    const released = new Map<string, string>()
    for (const { experiment } of await store.experiments({ limit: 1000 })) {
      const { id } = experiment
      const decisions = new Map((await store.rowsAfter("decisions", id, 0)).map((row) => [row.sequence, row]))
      const ledger = await store.ledger(id, 0, 1e6)
      const discards = (await store.rowsAfter("discards", id, 0)).map(({ sequence }) => sequence)
      const open = new Map<number, string[]>()
      for (const { sequence, decision } of await store.rowsAfter("observations", id, 0)) {
        if ((discards[0] ?? Number.POSITIVE_INFINITY) < sequence) {
          discards.shift()
          open.clear()
        }
        const row = decisions.get(decision)
        if (row === undefined) continue
        const batch = open.get(row.arm) ?? []
        open.set(row.arm, batch)
        batch.push(`${id}/${row.id}`)
        for (const entry of ledger.filter((one) => one.sequence === sequence))
          for (const one of batch.splice(0)) released.set(one, entry.hash)
      }
    }
    return released
  } finally {
    await store.close()
  }
}
