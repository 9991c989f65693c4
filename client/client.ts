// The client of the service: methods for its API, on `fetch` alone.

import type * as api from "@armistice/service/api"
import { type ActivityOptions, createExperimentHandle, type ExperimentHandle } from "./experiment-handle.ts"
import { type RequestOptions, request, type Send } from "./request.ts"
import { createId, formatQuery } from "./request-parts.ts"
import { type QueuedReward, type QueueStorage, RewardQueue } from "./reward-queue.ts"

/** Where the service is, and how its client behaves. */
export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:4600. */
  readonly baseUrl: string
  /** A key of the service; a local service without keys needs none. */
  readonly key?: string
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Timeout of each attempt; 10 seconds if left out. */
  readonly timeoutMs?: number
  /** Retries after a network error, a 408, a 429 or a 5xx; 4 if left out. */
  readonly retries?: number
  /** Aborts every request of this client. */
  readonly signal?: AbortSignal
  /** Where rewards wait that could not be sent; in memory if left out. */
  readonly queue?: QueueStorage
  /** Called with each queued reward that the service refuses for good. */
  readonly onRefused?: (reward: QueuedReward, code: string) => void
}

/**
 * The service as typed calls, in Node and in browsers. Requests that fail on the way are retried:
 * decisions and rewards carry ids, so that a repetition gives the same arm and a reward counts
 * once.
 *
 * @example
 * const client = new ArmisticeClient({ baseUrl: "http://127.0.0.1:4600" })
 * const { id } = await client.createExperiment({
 *   name: "Checkout",
 *   arms: ["one page", "three steps"],
 *   horizon: 10_000,
 *   privacy: { eta: 1 },
 *   answers: "all",
 * })
 * const experiment = client.experiment(id)
 * const { decisionId, arm } = await experiment.decide({ subject: "user 17" })
 * console.log(`show ${arm}`)
 * await experiment.reward(decisionId, 1)
 * console.log((await experiment.results()).segments[0].sentence)
 */
export class ArmisticeClient {
  readonly #options: RequestOptions
  /** Rewards waiting to be sent. */
  readonly queue: RewardQueue

  constructor(options: ClientOptions) {
    const { baseUrl, key, timeoutMs = 10_000, retries = 4, signal } = options
    this.#options = {
      baseUrl: baseUrl.replace(/\/+$/, ""),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutMs,
      retries,
      key,
      signal,
    }
    this.queue = new RewardQueue({
      send: (experiment, rewards, call) => this.experiment(experiment).rewards(rewards, call),
      sendSubject: (experiment, subject, values, call) =>
        this.experiment(experiment).rewardSubject(subject, values, call),
      storage: options.queue,
      onRefused: options.onRefused,
    })
    if (typeof document !== "undefined") {
      addEventListener("pagehide", () => this.queue.sendBeforeUnload())
      addEventListener("online", () => void this.queue.flush())
    }
  }

  /** Creates an experiment from a whole definition, or `like` another with some fields changed. */
  createExperiment(experiment: api.ExperimentCreate | api.ExperimentCopy): Promise<api.ExperimentView> {
    return this.#send("POST", "/v1/experiments", experiment, { headers: { "idempotency-key": createId() } })
  }

  /** Lists experiments, by pages. */
  listExperiments(options: Omit<api.ListOptions, "limit"> & { limit?: number } = {}): Promise<api.ExperimentList> {
    return this.#send("GET", `/v1/experiments${formatQuery(options)}`)
  }

  /** The calls for one experiment; nothing is sent before one of them is made. */
  experiment(id: string): ExperimentHandle {
    return createExperimentHandle(id, this.#send, this.queue, this.#options)
  }

  /** The key in use, and what it may do. */
  me(): Promise<api.Me> {
    return this.#send("GET", "/v1/me")
  }

  /** Ends the session of the person who signed in with this browser. */
  signOut(): Promise<void> {
    return this.#send("POST", "/v1/sign-out")
  }

  /** Ends all sessions of the person who signed in with this browser. */
  signOutEverywhere(): Promise<void> {
    return this.#send("POST", "/v1/sign-out-everywhere")
  }

  /** The recorded changes and refused requests of all experiments that the key may see. */
  activity(options: ActivityOptions = {}): Promise<api.ActivityPage> {
    return this.#send("GET", `/v1/activity${formatQuery(options)}`)
  }

  /** Lists populations, by pages. */
  listPopulations(options: { after?: string } = {}): Promise<api.PopulationList> {
    return this.#send("GET", `/v1/populations${formatQuery(options)}`)
  }

  /** The calls for a population: a limit on what several experiments lose about a person. */
  population(name: string) {
    const base = `/v1/populations/${encodeURIComponent(name)}`
    return {
      name,
      read: () => this.#send<api.PopulationView>("GET", base),
      /** Creates the population, or lowers its limit. */
      setLimit: (limit: number, options: { readonly subjectNormalisation?: "none" | "nfkc" } = {}) =>
        this.#send<api.PopulationView>("PUT", base, { ...options, limit }),
      /** Learns again after a restore; `limit` must be (restores + 1) times the limit. */
      acceptRestore: (limit: number) => this.#send<api.PopulationView>("POST", `${base}/accept-restore`, { limit }),
    }
  }

  /** Lists all webhooks. */
  listWebhooks(): Promise<api.WebhookList> {
    return this.#send("GET", "/v1/webhooks")
  }

  /** Creates a webhook. Only this response has its secret. */
  createWebhook(webhook: api.WebhookCreate): Promise<api.WebhookCreated> {
    return this.#send("POST", "/v1/webhooks", webhook, { isOnce: true })
  }

  /** Lists the people who are signed in; needs the role admin. */
  listPeople(): Promise<api.PeopleList> {
    return this.#send("GET", "/v1/people")
  }

  /** Ends all sessions of a person; needs the role admin. */
  signOutPerson(person: string): Promise<void> {
    return this.#send("POST", `/v1/people/${encodeURIComponent(person)}/sign-out`)
  }

  /** Lists all keys, ended ones too; needs a key with the role admin. */
  listKeys(): Promise<api.KeyList> {
    return this.#send("GET", "/v1/keys")
  }

  /**
   * Creates a key. Only this response has it. With an `idempotencyKey` a repetition makes no second
   * one: it fails with the code `key_created`, and the first can be rotated.
   */
  createKey(key: api.KeyCreate, options: { readonly idempotencyKey?: string } = {}): Promise<api.KeyCreated> {
    const { idempotencyKey } = options
    const headers = idempotencyKey === undefined ? undefined : { "idempotency-key": idempotencyKey }
    return this.#send("POST", "/v1/keys", key, { isOnce: true, headers })
  }

  /** The calls for one key. */
  key(id: string) {
    const base = `/v1/keys/${encodeURIComponent(id)}`
    return {
      id,
      read: () => this.#send<api.KeyView>("GET", base),
      /** Fields that are left out stay as they are. */
      edit: (change: api.KeyEdit) => this.#send<api.KeyView>("PATCH", base, change),
      /** Replaces the key. Only this response has the new one. */
      rotate: (rotation: api.KeyRotate = {}) =>
        this.#send<api.KeyCreated>("POST", `${base}/rotate`, rotation, { isOnce: true }),
      /** Ends the key now. */
      revoke: () => this.#send<api.KeyView>("POST", `${base}/revoke`),
    }
  }

  /** The calls for one webhook. */
  webhook(id: string) {
    const base = `/v1/webhooks/${encodeURIComponent(id)}`
    return {
      id,
      read: () => this.#send<api.WebhookView>("GET", base),
      /** Changes some fields; those left out stay as they are. */
      edit: (change: api.WebhookEdit) => this.#send<api.WebhookView>("PATCH", base, change),
      remove: () => this.#send<void>("DELETE", base),
      /** Sends a test message and returns how that went. */
      test: () => this.#send<api.WebhookDelivery>("POST", `${base}/test`, undefined, { isOnce: true }),
      /** Messages that were sent, the latest first. */
      deliveries: (options: { after?: number; limit?: number } = {}) =>
        this.#send<api.WebhookDeliveries>("GET", `${base}/deliveries${formatQuery(options)}`),
      sendAgain: (delivery: number) =>
        this.#send<api.WebhookDelivery>("POST", `${base}/deliveries/${delivery}/send-again`),
    }
  }

  readonly #send: Send = async <Body>(...call: Parameters<Send>) => (await request(this.#options, ...call)) as Body
}
