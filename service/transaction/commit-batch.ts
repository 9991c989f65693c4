// Runs a batch of commands in one transaction and answers each once it is on disk. One commit for
// many commands keeps the service fast although every answer is durable.

import type { RecordingRandom } from "../live/recorded-random.ts"
import { concludeAll } from "../results/conclude.ts"
import { isStoreError, ServiceError } from "../service-error.ts"
import type { StoreChecks } from "../store/store.ts"
import type { PendingCommand } from "./queue.ts"
import type { Command, Transaction, Transactions } from "./transaction.ts"
import { UnitOfWork } from "./unit-of-work.ts"
import { WindowsDue } from "./windows-due.ts"

/** Numbers of rows for metrics; rewards only where arrivals are public. */
export interface Committed {
  readonly seconds: number
  readonly decisions: number
  readonly rewards: number
  /** For webhooks. */
  readonly messages: number
  readonly experiments: readonly string[]
}

export interface BatchSetting {
  readonly store: StoreChecks
  readonly transactions: Pick<Transactions, "begin" | "isRepeatable">
  readonly random: RecordingRandom
  /** How long a request may take in all. */
  readonly timeoutMs: number
  /** For the operations of a batch; commands that do not fit wait for the next. */
  readonly batchMs: number
  readonly onCommit: (committed: Committed) => void
  /** Called when a batch fails. */
  readonly onFault?: (reason: unknown) => void
}

type CommandOutcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown }

/** Attempts of a batch that met another process's change. */
const attempts = 3

/** Returns the commands that must wait for the next batch. */
export async function commitBatch(
  setting: BatchSetting,
  taken: readonly PendingCommand[],
): Promise<readonly PendingCommand[]> {
  const commands = taken.map(({ command }) => command)
  const until = Math.max(...taken.map(({ since }) => since)) + setting.timeoutMs
  for (let attempt = 1; ; attempt++)
    try {
      const outcomes = await runOnce(setting, commands, until)
      for (const [index, outcome] of outcomes.entries()) {
        const { resolve, reject } = taken[index] as PendingCommand
        if (outcome.ok) resolve(outcome.result)
        else reject(outcome.error)
      }
      return taken.slice(outcomes.length)
    } catch (error) {
      if (setting.transactions.isRepeatable(error) && attempt < attempts && performance.now() < until) continue
      if (error instanceof OperationFault && taken.length > 1) {
        // One faulty command must not fail the others: each is retried in a transaction of its own.
        for (const one of taken) await commitBatch(setting, [one])
        return []
      }
      const reason = error instanceof OperationFault ? error.cause : setting.store.explain(error)
      setting.onFault?.(reason)
      for (const { reject } of taken) reject(reason)
      return []
    }
}

/** Outcomes of the first commands, as many as there was time for. */
async function runOnce(setting: BatchSetting, commands: readonly Command[], until: number): Promise<CommandOutcome[]> {
  const { transactions, random, batchMs } = setting
  const transaction = await transactions.begin(commands, until)
  // Forget what a failed operation drew.
  random.takeRecord()
  const work = new UnitOfWork(transaction, random, batchMs)
  try {
    const outcomes: CommandOutcome[] = []
    for (const command of commands) {
      outcomes.push(runCommand(command, work))
      if (work.isFull) break
    }
    concludeAll(work)
    const started = performance.now()
    await transaction.commit(work)
    if (!work.isEmpty) setting.onCommit(summariseCommit(work, (performance.now() - started) / 1000))
    return outcomes
  } catch (error) {
    await rollBack(transaction, work)
    throw error
  }
}

async function rollBack(transaction: Transaction, work: UnitOfWork): Promise<void> {
  try {
    await transaction.drop(work)
  } catch {
    // The error that led here explains more.
  }
}

function summariseCommit({ changes, touched }: UnitOfWork, seconds: number): Committed {
  const lives = [...touched].map(({ experiment }) => experiment)
  const open = new Set(lives.filter(({ arrivals }) => arrivals === "public").map(({ id }) => id))
  return {
    seconds,
    decisions: changes.decisions.length,
    rewards: changes.rewards.filter(({ experiment }) => open.has(experiment)).length,
    messages: changes.messages.length,
    experiments: lives.map(({ id }) => id),
  }
}

/** An error inside an operation, after which nothing of its batch may be written. */
class OperationFault extends Error {}

/** A refusal has changed nothing; any other error may have, so it fails the batch. */
function runCommand(command: Command, work: UnitOfWork): CommandOutcome {
  try {
    return { ok: true, result: command.run(work) }
  } catch (error) {
    if (error instanceof WindowsDue) return { ok: false, error }
    if (error instanceof ServiceError && error.code !== "internal" && !isStoreError(error)) return { ok: false, error }
    throw new OperationFault("an operation failed", { cause: error })
  }
}
