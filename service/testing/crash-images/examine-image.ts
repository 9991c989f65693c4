// Starts the real service on the files that a loss of power left, and looks for anything lost,
// doubled or taken for something else.

import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { isPurge } from "@armistice/core/ledger"
import { DatabaseSync } from "@photostructure/sqlite"
import { loadSubjectKey } from "../../keys/subject-key.ts"
import { verifyStore } from "../../ledger/verify-ledger.ts"
import { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import { type StoreState, stateSql } from "../../store/sqlite/detect-replaced-store.ts"
import { openSqliteStore, type SqliteStore } from "../../store/sqlite/sqlite-store.ts"
import { lockStore } from "../../store/sqlite/store-lock.ts"
import { StoreWitness } from "../../store/sqlite/store-witness.ts"
import { checkComplete } from "../../store/store-properties.ts"
import { transferStore } from "../../store/transfer-store.ts"
import type { Scenario } from "./record.ts"
import type { DiskOperation } from "./recorded-disk.ts"

interface About {
  readonly id: string
  readonly decisionId: string
  readonly arm: string
  readonly value: number
}

export interface Acknowledged {
  readonly what: string
  readonly about: About
}

export const acknowledgedBefore = (operations: readonly DiskOperation[], cut: number): Acknowledged[] =>
  operations
    .slice(0, cut)
    .flatMap((one) => (one.kind === "acknowledge" ? [{ what: one.what, about: one.about as About }] : []))

/** Everything that does not hold, in words. */
export async function examineImage(scenario: Scenario, folder: string, acknowledged: readonly Acknowledged[]) {
  const store = join(folder, "store.db")
  const other = join(folder, "other.db")
  const has = (what: string) => acknowledged.some((one) => one.what === what)
  if (scenario === "restore") return examineRestored(store, acknowledged)
  const served = await serve(store)
  if (served.error === null) {
    const problems = await examineStore(store, acknowledged)
    if (served.isRestored) problems.push("a loss of power was taken for a restore")
    if (has("move") || has("copy")) problems.push("the source can be served after it was moved")
    if (existsSync(other)) problems.push(...(await examineCopy(store, other, acknowledged)))
    else if (has("backup")) problems.push("the backup was acknowledged and is lost")
    return problems
  }
  if (served.error.code !== "store_frozen" || (scenario !== "move" && scenario !== "copy"))
    return [`the store does not start: ${served.error.message}`]
  const moved = await finishedMove(store, other)
  const again = await serve(moved)
  if (again.error !== null) return [`what was moved does not start: ${again.error.message}`]
  const problems = await examineStore(moved, acknowledged)
  if ((has("move") || has("copy")) && (again.isRestored || moved !== other))
    problems.push("a move was acknowledged and is not finished")
  return problems
}

/** A copy that did not come to its end is made again, as its message says. */
async function finishedMove(store: string, other: string): Promise<string> {
  copyFileSync(`${store}.key`, `${other}.key`)
  if (existsSync(other) && (await serve(other, true)).error === null) return other
  const third = `${other}.again`
  copyFileSync(`${store}.key`, `${third}.key`)
  await transferStore(store, third)
  return third
}

/** While the original can be served, what was copied from it must be a copy, or must not start. */
async function examineCopy(store: string, other: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  copyFileSync(`${store}.key`, `${other}.key`)
  const served = await serve(other)
  const at = acknowledged.findIndex(({ what }) => what === "backup")
  if (served.error !== null)
    return at < 0 && /is an incomplete copy/.test(served.error.message) ? [] : [`the copy: ${served.error.message}`]
  const problems = at < 0 ? [] : await examineStore(other, acknowledged.slice(0, at))
  if (!served.isRestored && !isEmpty(other))
    problems.push("original and copy can both be served as if nothing had happened")
  return problems
}

/** An older file was put back, and had reached the disk before the service was started again. */
async function examineRestored(store: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const at = acknowledged.findIndex(({ what }) => what === "restored")
  const before = acknowledged.findIndex(({ what }) => what === "stop")
  const served = await serve(store)
  if (served.error !== null) return [`a restored store does not start: ${served.error.message}`]
  const problems = await examineStore(store, [...acknowledged.slice(0, before), ...acknowledged.slice(at)])
  const opened = openSqliteStore(store, { readOnly: true })
  if (opened.restores() !== 1) problems.push(`one restore was counted as ${opened.restores()}`)
  opened.close()
  return problems
}

/** Null: the disk had lost so much of the witness that the older file is none to it. */
export async function isRestoreNoticed(path: string): Promise<boolean | null> {
  const seen = new StoreWitness(path).read()
  const database = new DatabaseSync(path, { readOnly: true })
  const own = database.prepare(stateSql).get() as unknown as StoreState
  database.close()
  if (seen === null || seen.copy !== own.copy || seen.commits <= (own.commits ?? 0)) return null
  return (await serve(path)).isRestored
}

/** As a target is before anything is copied into it. */
function isEmpty(path: string): boolean {
  const store = openSqliteStore(path, { readOnly: true })
  try {
    return store.experimentCount() === 0
  } finally {
    store.close()
  }
}

interface Served {
  readonly error: ServiceError | null
  readonly isRestored: boolean
}

/**
 * Starts it, makes a decision where there is an experiment, and stops it; `isProbe`: starts it
 * only.
 */
async function serve(store: string, isProbe = false): Promise<Served> {
  try {
    const running = await startWithoutServer(store)
    if (!isProbe) await decideOnce(running.service)
    await running.stop()
    return { error: null, isRestored: running.service.restored !== null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { error, isRestored: false }
  }
}

/**
 * As startService does it, in the same order, without a web server: that would take most of the
 * time.
 */
async function startWithoutServer(path: string) {
  const unlock = lockStore(path)
  try {
    const store = openSqliteStore(path, { owns: true })
    try {
      await checkComplete(store)
      const service = await Service.start({ store, subjectKey: loadSubjectKey(store) })
      return {
        service,
        stop: async () => {
          await service.close()
          unlock()
        },
      }
    } catch (error) {
      store.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function decideOnce(service: Service<SqliteStore>): Promise<void> {
  const running = service.store.experiments({ limit: 100 }).find(({ status }) => status === "running")
  if (running !== undefined) await service.decide(running.experiment.id, { decisionId: "after-the-cut" }, "local")
}

/**
 * Everything that does not hold of what was acknowledged, of the ledger and of the number of
 * decisions. `unanswered`: decisions that were asked for and may be there; here the one that was
 * under way when the power went, and the one of this examination.
 */
export async function examineStore(
  path: string,
  acknowledged: readonly Acknowledged[],
  unanswered = 2,
): Promise<string[]> {
  const problems: string[] = []
  const store = openSqliteStore(path, { readOnly: true })
  try {
    const isPurged = acknowledged.some(({ what }) => what === "purge")
    const asked = new Map<string, number>()
    for (const { what, about } of acknowledged) {
      if (what === "experiment" && store.experiment(about.id) === undefined) problems.push(`${about.id} is lost`)
      if (what === "finish" && store.experiment(about.id)?.status !== "finished") problems.push("an end is lost")
      if (what !== "decision" && what !== "reward") continue
      if (what === "decision") asked.set(about.id, (asked.get(about.id) ?? 0) + 1)
      const row = store.decision(about.id, about.decisionId)
      const arm = row === undefined ? undefined : store.experiment(about.id)?.experiment.arms[row.arm]
      if (row === undefined) problems.push(`${about.decisionId} is lost`)
      else if (what === "decision" && arm !== about.arm) problems.push(`${about.decisionId} has another arm`)
      if (what !== "reward" || row === undefined || store.unfinishedPurges().length > 0) continue
      const kept = store.reward(about.id, row.sequence)
      const head = store.ledgerHead(about.id)
      const isGone = head !== undefined && isPurge(head)
      if (isPurged || isGone ? kept !== undefined : kept?.steps !== about.value * 2 ** 20)
        problems.push(`the reward of ${about.decisionId} is ${isPurged ? "still there" : "lost or changed"}`)
    }
    for (const [id, count] of asked) {
      const rows = store.rowsAfter("decisions", id, 0, 1e6)
      if (rows.length > count + unanswered) problems.push(`${id} has ${rows.length} decisions instead of ${count}`)
      if (new Set(rows.map((row) => row.id)).size !== rows.length) problems.push(`${id} has a decision twice`)
    }
    for (const { problem } of await verifyStore(store)) if (problem !== null) problems.push(problem)
  } finally {
    store.close()
  }
  return problems
}
