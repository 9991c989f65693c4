// Delivers the messages of the outbox at least once, in order for each experiment and webhook, one
// at a time to a webhook. The next process repeats the tries of one that died.

import type { AddressPolicy } from "./address-policy.ts"
import { testEvent } from "./event-types.ts"
import { formatMessageBody, isExperimentStream } from "./message-body.ts"
import type { DeliveryResult, DueDelivery, Outbox } from "./outbox.ts"
import { computeGiveUpTime, computeNextTry } from "./retry-schedule.ts"
import { type SendResult, sendMessage } from "./send-message.ts"
import { signHeaders } from "./signature.ts"

export interface DelivererOptions {
  readonly outbox: Outbox
  /** The service's time in milliseconds. */
  readonly time: () => number | Promise<number>
  /** The key that signs the messages of a webhook. */
  readonly signingKey: (webhook: string) => Uint8Array
  /** The current name of an experiment. */
  readonly readName: (experiment: string) => Promise<string>
  readonly policy: AddressPolicy
  /** How long a try may take; 10 seconds if left out. */
  readonly timeoutMs?: number
  /** Uniform in [0, 1), for the jitter. */
  readonly chance?: () => number
  /** How often the outbox is read for messages of other processes and for retries. */
  readonly pollMs?: number
}

/** Webhooks served at the same time. */
const mostAtOnce = 8

/** How long a settled message can be seen and sent again. */
const keptForMs = 30 * 24 * 3600 * 1000
const pruneEveryMs = 3600 * 1000

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #timeoutMs: number
  /** By webhook. */
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #looksAgain = false
  #prunedAt = Number.NEGATIVE_INFINITY

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? 10_000
  }

  start(): void {
    this.#timer ??= setInterval(() => this.wake(), this.#options.pollMs ?? 500)
    this.wake()
  }

  /** Looks for due messages now, or once more after a look under way. */
  wake(): void {
    if (this.#stopped.signal.aborted) return
    if (this.#looking !== undefined) {
      this.#looksAgain = true
      return
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      if (!this.#looksAgain) return
      this.#looksAgain = false
      this.wake()
    })
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#underWay.size > 0)
      await Promise.all([this.#looking, ...this.#underWay.values()])
  }

  /** Aborts tries under way, which the next process repeats. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopped.abort()
    await this.idle()
  }

  async #look(): Promise<void> {
    try {
      const { outbox, time } = this.#options
      const now = await time()
      await this.#prune(now)
      const limit = mostAtOnce - this.#underWay.size
      if (limit <= 0) return
      const busy = [...this.#underWay.keys()]
      const due = await outbox.claim({ now, until: now + 3 * this.#timeoutMs, limit, busy })
      for (const delivery of due) {
        const { webhook } = delivery
        const trying = this.#try(delivery).finally(() => {
          this.#underWay.delete(webhook)
          this.wake()
        })
        this.#underWay.set(webhook, trying)
      }
    } catch {
      // The store is unavailable; the next look tries again.
    }
  }

  async #try(delivery: DueDelivery): Promise<void> {
    try {
      const result = await this.#send(delivery)
      // A try that the stop aborted says nothing about the receiver.
      if (result.problem !== null && this.#stopped.signal.aborted) return
      await this.#options.outbox.settle(delivery, await this.#settle(delivery, result))
    } catch {
      // The result could not be stored, so the message is sent again.
    }
  }

  async #send(delivery: DueDelivery): Promise<SendResult> {
    const { signingKey, readName, policy } = this.#options
    const { id, webhook, stream, url, format } = delivery
    const body = formatMessageBody(delivery, format, isExperimentStream(stream) ? await readName(stream) : null)
    // The machine's clock, because receivers compare it with theirs.
    const headers = signHeaders(signingKey(webhook), id, Math.floor(Date.now() / 1000), body)
    return sendMessage({ url, headers, body }, { policy, timeoutMs: this.#timeoutMs, signal: this.#stopped.signal })
  }

  async #settle({ type, tries, queuedAt }: DueDelivery, sent: SendResult): Promise<DeliveryResult> {
    const { time, chance = Math.random } = this.#options
    const lastAt = await time()
    const { status, problem } = sent
    if (problem === null) return { state: "delivered", nextAt: lastAt, lastAt, status, problem }
    // A test is for somebody who waits now, so it is not repeated.
    const nextAt = type === testEvent ? null : computeNextTry(tries + 1, queuedAt, lastAt, chance())
    return {
      state: nextAt === null ? "failed" : "waiting",
      nextAt: nextAt ?? computeGiveUpTime(queuedAt),
      lastAt,
      status,
      problem,
    }
  }

  async #prune(now: number): Promise<void> {
    if (now < this.#prunedAt + pruneEveryMs) return
    this.#prunedAt = now
    await this.#options.outbox.prune(now - keptForMs)
  }
}
