// Rewards that could not be sent yet: kept (in memory, or in the browser's storage), and sent by themselves in batches once the service is
// back. A reward may be sent twice without harm, so nothing is taken off the queue before the service has answered for it.

import type { RewardBatchResult } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"
import type { Outcome } from "./outcome.ts"

/** Of a decision, or in a sticky experiment of a subject. */
export type QueuedReward = Outcome & { readonly experiment: string } & (
    | { readonly decisionId: string; readonly subject?: undefined }
    | { readonly subject: string; readonly decisionId?: undefined }
  )

type DecisionReward = Outcome & { readonly decisionId: string }

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

export interface SendOptions {
  /** The page is being closed: the request goes on without it. */
  readonly keepalive?: boolean
}

export interface RewardQueueOptions {
  readonly send: (
    experiment: string,
    rewards: readonly DecisionReward[],
    options: SendOptions,
  ) => Promise<RewardBatchResult>
  readonly sendSubject: (experiment: string, subject: string, outcome: Outcome, options: SendOptions) => Promise<void>
  readonly storage?: QueueStorage
  /** A reward the service refuses for good (too late, out of bounds, unknown). */
  readonly onRefused?: (reward: QueuedReward, code: string) => void
  readonly batchSize?: number
  /** Milliseconds until what could not be sent is tried again; each time twice as long, up to half a minute. A second if left out. */
  readonly retryMs?: number
}

const longestRetryMs = 30_000

/** What requests that outlive their page may have together, with some room for what surrounds the rewards; and what one of them has at most. */
const keepaliveBytes = 60 * 1024
const smallBatchBytes = 12 * 1024

export class RewardQueue {
  readonly #options: RewardQueueOptions
  readonly #storage: QueueStorage
  #sending: Promise<boolean> | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: RewardQueueOptions) {
    this.#options = options
    this.#storage = options.storage ?? memoryQueue()
    // What an earlier page has left.
    if (this.length > 0) this.#retryLater()
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

  /** Sends what is waiting; true once nothing is left, false if that is not possible now. The rest is tried again by itself. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#flushAndRetry()
    return this.#sending
  }

  /**
   * For a page that is being closed: everything is sent once more, and nobody waits for an answer. Browsers let requests outlive a page only
   * up to 64 KiB together; what is beyond that may be cut off, and is sent by the next page if the queue is in its storage.
   */
  sendBeforeUnload(): void {
    const waiting = this.#storage.load()
    let room = keepaliveBytes
    const fits = (bytes: number): SendOptions => {
      if (bytes > room) return {}
      room -= bytes
      return { keepalive: true }
    }
    for (const experiment of new Set(waiting.map((reward) => reward.experiment))) {
      const own = waiting.filter((reward) => reward.experiment === experiment)
      for (const batch of smallBatches(own.filter(isOfDecision), this.#batchSize))
        void this.#sendBatch(experiment, batch, fits(bytesOf(batch))).catch(() => undefined)
      for (const reward of own)
        if (!isOfDecision(reward)) void this.#sendOne(reward, fits(bytesOf([reward]))).catch(() => undefined)
    }
  }

  get #batchSize(): number {
    return this.#options.batchSize ?? 500
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
      if (this.length > 0) this.#retryLater()
    }
  }

  #retryLater(): void {
    const { retryMs = 1000 } = this.#options
    clearTimeout(this.#retry)
    const wait = Math.min(longestRetryMs, retryMs * 2 ** Math.min(20, Math.max(0, this.#failures - 1)))
    this.#retry = setTimeout(() => void this.flush(), wait)
    // A program that has nothing else to do ends; browsers have numbers for timers.
    if (typeof this.#retry === "object") this.#retry.unref()
  }

  async #flush(): Promise<boolean> {
    for (;;) {
      const waiting = this.#storage.load()
      const [first] = waiting
      if (first === undefined) return true
      const batch = isOfDecision(first)
        ? waiting
            .filter(isOfDecision)
            .filter(({ experiment }) => experiment === first.experiment)
            .slice(0, this.#batchSize)
        : [first]
      const answered = await this.#send(first.experiment, batch)
      if (answered === null) return false
      const done = new Set(answered)
      // What was added meanwhile stays.
      this.#storage.save(this.#storage.load().filter((kept) => ![...done].some((sent) => isSame(kept, sent))))
      // Some may wait because the service asked for it; others because half of a batch was sent.
      if (answered.length === 0) return false
    }
  }

  #sendBatch(
    experiment: string,
    batch: readonly (QueuedReward & { readonly decisionId: string })[],
    options: SendOptions,
  ): Promise<RewardBatchResult> {
    const rewards = batch.map(({ experiment: _experiment, subject: _subject, ...reward }) => reward)
    return this.#options.send(experiment, rewards, options)
  }

  #sendOne({ experiment, subject = "", value, metrics }: QueuedReward, options: SendOptions): Promise<void> {
    const outcome = { ...(value === undefined ? {} : { value }), ...(metrics === undefined ? {} : { metrics }) }
    return this.#options.sendSubject(experiment, subject, outcome, options)
  }

  /** The rewards that are dealt with, or null if there was no answer. */
  async #send(experiment: string, batch: readonly QueuedReward[]): Promise<QueuedReward[] | null> {
    try {
      const [first] = batch
      if (first !== undefined && !isOfDecision(first)) {
        await this.#sendOne(first, {})
        return [first]
      }
      const { results } = await this.#sendBatch(experiment, batch.filter(isOfDecision), {})
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

const isOfDecision = (reward: QueuedReward): reward is QueuedReward & { readonly decisionId: string } =>
  reward.decisionId !== undefined

type OfDecision = QueuedReward & { readonly decisionId: string }

/** In their order, each as large as one request of a page that is being closed should be. */
function smallBatches(rewards: readonly OfDecision[], batchSize: number): OfDecision[][] {
  const batches: OfDecision[][] = []
  let room = 0
  for (const reward of rewards) {
    const bytes = bytesOf([reward])
    const last = batches.at(-1)
    if (last === undefined || bytes > room || last.length >= batchSize) {
      batches.push([reward])
      room = smallBatchBytes - bytes
    } else {
      last.push(reward)
      room -= bytes
    }
  }
  return batches
}

/** At least what they take in a request, which leaves out the experiment. */
const bytesOf = (rewards: readonly QueuedReward[]): number => new TextEncoder().encode(JSON.stringify(rewards)).length

/** A key can be replaced and a name be allowed, so rewards wait for that as they wait for a connection. */
const isForTheOperator = (status: number): boolean => status === 401 || status === 403 || status === 421

const isSame = (a: QueuedReward, b: QueuedReward): boolean =>
  a.experiment === b.experiment && a.decisionId === b.decisionId && a.subject === b.subject && textOf(a) === textOf(b)

const textOf = ({ value, metrics }: QueuedReward): string => JSON.stringify([value, metrics])
