// Rewards that could not be sent yet: kept (in memory, or in the browser's storage), sent in batches when the line is back. A reward
// may be sent twice without harm, so nothing is taken off the queue before the service has answered for it.

import type { RewardBatchResult } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"
import type { Outcome } from "./outcome.ts"

export interface QueuedReward extends Outcome {
  readonly experiment: string
  readonly decisionId: string
}

/** Where a queue lives. */
export interface QueueStorage {
  load(): QueuedReward[]
  save(rewards: readonly QueuedReward[]): void
}

export function memoryQueue(): QueueStorage {
  let kept: readonly QueuedReward[] = []
  return {
    load: () => [...kept],
    save: (rewards) => {
      kept = [...rewards]
    },
  }
}

/** What is used of a browser's `Storage`, whose type a program for Node need not have. */
export interface WebStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
}

/** In `localStorage` or anything like it, so that rewards outlive the page. */
export function webStorageQueue(storage: WebStorage, name = "armistice-rewards"): QueueStorage {
  return {
    load: () => JSON.parse(storage.getItem(name) ?? "[]") as QueuedReward[],
    save: (rewards) => storage.setItem(name, JSON.stringify(rewards)),
  }
}

export interface RewardQueueOptions {
  readonly send: (
    experiment: string,
    rewards: readonly Omit<QueuedReward, "experiment">[],
  ) => Promise<RewardBatchResult>
  readonly storage?: QueueStorage
  /** A reward the service refuses for good (too late, out of bounds, unknown). */
  readonly onRefused?: (reward: QueuedReward, code: string) => void
  readonly batchSize?: number
}

export class RewardQueue {
  readonly #options: RewardQueueOptions
  readonly #storage: QueueStorage
  #sending: Promise<boolean> | null = null

  constructor(options: RewardQueueOptions) {
    this.#options = options
    this.#storage = options.storage ?? memoryQueue()
  }

  get length(): number {
    return this.#storage.load().length
  }

  /** Kept at once; sent with the next flush. */
  add(reward: QueuedReward): void {
    const { value, metrics = {} } = reward
    // In JSON it would be null, and found out too late.
    for (const number of [...(value === undefined ? [] : [value]), ...Object.values(metrics)])
      if (!Number.isFinite(number))
        throw new ClientError("invalid_request", 0, `a reward must be a finite number, got ${String(number)}`)
    this.#storage.save([...this.#storage.load(), reward])
  }

  /** Sends what is waiting; true once nothing is left, false if the line is dead and it should be tried again. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #flush(): Promise<boolean> {
    for (;;) {
      const waiting = this.#storage.load()
      const [first] = waiting
      if (first === undefined) return true
      const batch = waiting
        .filter(({ experiment }) => experiment === first.experiment)
        .slice(0, this.#options.batchSize ?? 500)
      const answered = await this.#send(first.experiment, batch)
      if (answered === null) return false
      const done = new Set(answered)
      // What was added meanwhile stays.
      this.#storage.save(this.#storage.load().filter((kept) => ![...done].some((sent) => isSame(kept, sent))))
      // Some may wait because the service asked for it; others because half of a batch was sent.
      if (answered.length === 0) return false
    }
  }

  /** The rewards that are dealt with, or null if there was no answer. */
  async #send(experiment: string, batch: readonly QueuedReward[]): Promise<QueuedReward[] | null> {
    try {
      const { results } = await this.#options.send(
        experiment,
        batch.map(({ experiment: _experiment, ...reward }) => reward),
      )
      return batch.filter((reward, index) => {
        const result = results[index]
        if (result === undefined || result.status === 429 || result.status >= 500) return false
        if (result.status >= 400) this.#options.onRefused?.(reward, result.problem?.code ?? "unknown")
        return true
      })
    } catch (error) {
      if (!(error instanceof ClientError) || error.isTemporary || isForTheOperator(error.status)) return null
      // Something on the way must not cost a reward.
      if (!error.isOfService && (error.status !== 413 || batch.length === 1)) return null
      // The whole request is refused. If the experiment is there, one of the rewards is to blame: it must not take the others with it.
      if (error.status !== 404 && batch.length > 1)
        return this.#send(experiment, batch.slice(0, Math.ceil(batch.length / 2)))
      for (const reward of batch) this.#options.onRefused?.(reward, error.code)
      return [...batch]
    }
  }
}

/** A key can be replaced and a name be allowed, so rewards wait for that as they wait for the line. */
const isForTheOperator = (status: number): boolean => status === 401 || status === 403 || status === 421

const isSame = (a: QueuedReward, b: QueuedReward): boolean =>
  a.experiment === b.experiment && a.decisionId === b.decisionId && textOf(a) === textOf(b)

const textOf = ({ value, metrics }: QueuedReward): string => JSON.stringify([value, metrics])
