// Sends what is in the outbox, beside the requests: at least once, in order for each experiment and webhook, one message to a webhook at a
// time. What a process that died had under way is tried again by the next one.

import type { AddressPolicy } from "./address-policy.ts"
import { testEvent } from "./event-types.ts"
import { isExperimentStream, messageBody } from "./message-body.ts"
import type { DeliveryResult, DueDelivery, Outbox } from "./outbox.ts"
import { givenUpAt, nextTry } from "./retry-schedule.ts"
import { type SendResult, sendMessage } from "./send-message.ts"
import { signedHeaders } from "./signature.ts"

export interface DelivererOptions {
  readonly outbox: Outbox
  /** The service's time in milliseconds, by which messages are due. */
  readonly time: () => number | Promise<number>
  /** The key that a webhook's messages are signed with. */
  readonly keyOf: (webhook: string) => Uint8Array
  /** The name of an experiment now. */
  readonly nameOf: (experiment: string) => Promise<string>
  readonly policy: AddressPolicy
  /** How long a try may take; 10 seconds if left out. */
  readonly timeoutMs?: number
  /** Uniform in [0, 1), for the jitter. */
  readonly chance?: () => number
  /** How often the outbox is looked at for what other processes wrote, and what is due again. */
  readonly pollMs?: number
}

/** Webhooks that are sent to at once. */
const mostAtOnce = 8

/** How long a message that was delivered or has failed can be seen, and sent again. */
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

  /** Looks for what is due, now and once more after that if it is at it. */
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

  /** Tries that are under way are given up, and made again by the next process. */
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
      // The store is away, full or frozen: requests are told, and the next look may find it well.
    }
  }

  async #try(delivery: DueDelivery): Promise<void> {
    try {
      const result = await this.#send(delivery)
      // A try that ended with the service tells nothing about the receiver.
      if (result.problem !== null && this.#stopped.signal.aborted) return
      await this.#options.outbox.settle(delivery, await this.#resultOf(delivery, result))
    } catch {
      // What came of it could not be noted, so it is tried again: at least once.
    }
  }

  async #send(delivery: DueDelivery): Promise<SendResult> {
    const { keyOf, nameOf, policy } = this.#options
    const { id, webhook, stream, url, format } = delivery
    const body = messageBody(delivery, format, isExperimentStream(stream) ? await nameOf(stream) : null)
    // The machine's clock: receivers compare with theirs.
    const headers = signedHeaders(keyOf(webhook), id, Math.floor(Date.now() / 1000), body)
    return sendMessage({ url, headers, body }, { policy, timeoutMs: this.#timeoutMs, signal: this.#stopped.signal })
  }

  async #resultOf({ type, tries, queuedAt }: DueDelivery, sent: SendResult): Promise<DeliveryResult> {
    const { time, chance = Math.random } = this.#options
    const lastAt = await time()
    const { status, problem } = sent
    if (problem === null) return { state: "delivered", nextAt: lastAt, lastAt, status, problem }
    // Someone looks at a test now, and nobody in three days.
    const nextAt = type === testEvent ? null : nextTry(tries + 1, queuedAt, lastAt, chance())
    return {
      state: nextAt === null ? "failed" : "waiting",
      nextAt: nextAt ?? givenUpAt(queuedAt),
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
