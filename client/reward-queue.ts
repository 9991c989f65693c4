// Rewards that could not be sent yet. A reward may be sent twice without harm, so none leaves the
// queue before the service has answered for it.

import type { RewardBatchResult } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"
import type { RewardOptions, RewardValues } from "./reward.ts"

/** A waiting reward: of a decision or, in a sticky experiment, of a subject. */
export type QueuedReward = DecisionReward | SubjectReward

type DecisionReward = RewardValues & {
  readonly experiment: string
  readonly decisionId: string
  readonly subject?: undefined
}

type SubjectReward = RewardValues & {
  readonly experiment: string
  readonly subject: string
  readonly decisionId?: undefined
}

/** Where waiting rewards are kept. */
export interface QueueStorage {
  load(): QueuedReward[]
  save(rewards: readonly QueuedReward[]): void
}

/** The part of a browser's `Storage` that a queue needs. */
export interface WebStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
}

/**
 * Keeps rewards in `localStorage` or anything like it, so that they outlive the page.
 *
 * @example
 * new ArmisticeClient({ baseUrl, queue: webStorageQueue(localStorage) })
 */
export function webStorageQueue(storage: WebStorage, name = "armistice-rewards"): QueueStorage {
  return {
    load: () => JSON.parse(storage.getItem(name) ?? "[]") as QueuedReward[],
    save: (rewards) => storage.setItem(name, JSON.stringify(rewards)),
  }
}

function memoryQueue(): QueueStorage {
  let waiting: readonly QueuedReward[] = []
  return {
    load: () => [...waiting],
    save: (rewards) => {
      waiting = [...rewards]
    },
  }
}

interface RewardQueueOptions {
  readonly send: (
    experiment: string,
    rewards: readonly (RewardValues & { readonly decisionId: string })[],
    options: RewardOptions,
  ) => Promise<RewardBatchResult>
  readonly sendSubject: (
    experiment: string,
    subject: string,
    values: RewardValues,
    options: RewardOptions,
  ) => Promise<void>
  readonly storage: QueueStorage | undefined
  /** Called with a reward that the service refuses for good: too late, out of bounds, unknown. */
  readonly onRefused: ((reward: QueuedReward, code: string) => void) | undefined
}

const batchSize = 500
/** The wait before a retry doubles from the first to the longest. */
const firstRetryMs = 1000
const longestRetryMs = 30_000

/** Browsers let requests outlive their page up to 64 KiB together, headers included. */
const keepaliveBytes = 60 * 1024
/** A smaller request is less likely to be the one that no longer fits. */
const keepaliveBatchBytes = 12 * 1024

/** Rewards on their way to the service, sent in batches and retried until it has answered. */
export class RewardQueue {
  readonly #options: RewardQueueOptions
  readonly #storage: QueueStorage
  #sending: Promise<boolean> | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: RewardQueueOptions) {
    this.#options = options
    this.#storage = options.storage ?? memoryQueue()
    // An earlier page may have left rewards.
    if (this.length > 0) this.#scheduleRetry()
  }

  /** How many rewards wait. */
  get length(): number {
    return this.#storage.load().length
  }

  /** Stores the reward at once; the next flush sends it. */
  add(reward: QueuedReward): void {
    const { value, metrics = {} } = reward
    // JSON would turn NaN into null, which the service refuses much later.
    for (const number of [...(value === undefined ? [] : [value]), ...Object.values(metrics)])
      if (!Number.isFinite(number))
        throw new ClientError("invalid_request", 0, `a reward must be a finite number, got ${String(number)}`)
    this.#storage.save([...this.#storage.load(), reward])
  }

  /** Sends what is waiting. True once nothing is left; false if the rest is retried later. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#flushAndRetry()
    return this.#sending
  }

  /**
   * Sends everything once more without waiting, for a page that is being closed. Requests beyond
   * the browser's limit may be lost; the next page sends them if the queue is in its storage.
   */
  sendBeforeUnload(): void {
    let room = keepaliveBytes
    const options = (rewards: readonly QueuedReward[]): RewardOptions => {
      const bytes = countBytes(rewards)
      if (bytes > room) return {}
      room -= bytes
      return { keepalive: true }
    }
    const waiting = this.#storage.load()
    for (const id of new Set(waiting.map(({ experiment }) => experiment))) {
      const own = waiting.filter(({ experiment }) => experiment === id)
      for (const batch of splitBySize(own.filter(isDecisionReward)))
        void this.#sendBatch(batch, options(batch)).catch(() => undefined)
      for (const reward of own)
        if (!isDecisionReward(reward)) void this.#sendOne(reward, options([reward])).catch(() => undefined)
    }
  }

  async #flushAndRetry(): Promise<boolean> {
    clearTimeout(this.#retry)
    try {
      const isEmpty = await this.#flush()
      this.#failures = isEmpty ? 0 : this.#failures + 1
      return isEmpty
    } finally {
      this.#sending = null
      // Rewards may have come while the last of the others was on its way.
      if (this.length > 0) this.#scheduleRetry()
    }
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retry)
    const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, this.#failures - 1))
    this.#retry = setTimeout(() => void this.flush(), wait)
    // In Node the timer must not keep a finished program alive; in browsers it is a number.
    if (typeof this.#retry === "object") this.#retry.unref()
  }

  async #flush(): Promise<boolean> {
    for (;;) {
      const waiting = this.#storage.load()
      const [first] = waiting
      if (first === undefined) return true
      const answered = isDecisionReward(first)
        ? await this.#trySending(
            waiting
              .filter(isDecisionReward)
              .filter(({ experiment }) => experiment === first.experiment)
              .slice(0, batchSize),
          )
        : await this.#trySending([first])
      // Rewards that were added meanwhile stay.
      this.#storage.save(this.#storage.load().filter((one) => !answered.some((sent) => isSame(one, sent))))
      if (answered.length === 0) return false
    }
  }

  /** The rewards that the service has answered for, of a decision each, or one of a subject. */
  async #trySending(batch: readonly DecisionReward[] | readonly [SubjectReward]): Promise<readonly QueuedReward[]> {
    try {
      const [first] = batch
      if (first !== undefined && !isDecisionReward(first)) {
        await this.#sendOne(first, {})
        return [first]
      }
      const rewards = batch as readonly DecisionReward[]
      const { results } = await this.#sendBatch(rewards, {})
      return rewards.filter((reward, index) => {
        const result = results[index]
        if (result === undefined || result.status === 429 || result.status >= 500) return false
        if (result.status >= 400) this.#options.onRefused?.(reward, result.problem?.code ?? "unknown")
        return true
      })
    } catch (error) {
      if (!(error instanceof ClientError) || error.isTemporary || operatorStatuses.has(error.status)) return []
      // A proxy's refusal must not cost a reward, but a batch that is too large for it is split.
      if (!error.isFromService && (error.status !== 413 || batch.length === 1)) return []
      // One reward may be the reason why the whole batch is refused: halves find it.
      if (error.status !== 404 && batch.length > 1)
        return this.#trySending((batch as readonly DecisionReward[]).slice(0, Math.ceil(batch.length / 2)))
      for (const reward of batch) this.#options.onRefused?.(reward, error.code)
      return batch
    }
  }

  #sendBatch(batch: readonly DecisionReward[], options: RewardOptions): Promise<RewardBatchResult> {
    const rewards = batch.map(({ experiment: _experiment, subject: _subject, ...reward }) => reward)
    return this.#options.send(batch[0]?.experiment ?? "", rewards, options)
  }

  #sendOne(reward: SubjectReward, options: RewardOptions): Promise<void> {
    const { experiment, subject, decisionId: _decisionId, ...values } = reward
    return this.#options.sendSubject(experiment, subject, values, options)
  }
}

/** The operator can replace a key (401, 403) or allow a host name (421), so rewards wait. */
const operatorStatuses = new Set([401, 403, 421])

const isDecisionReward = (reward: QueuedReward): reward is DecisionReward => reward.decisionId !== undefined

/** Batches in order, each small enough for a request that outlives its page. */
function splitBySize(rewards: readonly DecisionReward[]): DecisionReward[][] {
  const batches: DecisionReward[][] = []
  let room = 0
  for (const reward of rewards) {
    const bytes = countBytes([reward])
    const last = batches.at(-1)
    if (last === undefined || bytes > room) {
      batches.push([reward])
      room = keepaliveBatchBytes - bytes
    } else {
      last.push(reward)
      room -= bytes
    }
  }
  return batches
}

/** An upper bound: a request leaves the experiment out. */
const countBytes = (rewards: readonly QueuedReward[]): number =>
  new TextEncoder().encode(JSON.stringify(rewards)).length

const isSame = (a: QueuedReward, b: QueuedReward): boolean =>
  a.experiment === b.experiment &&
  a.decisionId === b.decisionId &&
  a.subject === b.subject &&
  JSON.stringify([a.value, a.metrics]) === JSON.stringify([b.value, b.metrics])
