// The service as typed calls. Every decision gets an id of this client's own before it is sent, so that a request whose answer was lost
// can be repeated and gives the same arm, and a reward counts once however often it is sent.

import type {
  ActivityPage,
  DecisionBatchResult,
  DecisionCreate,
  DecisionDetail,
  DecisionView,
  Estimates,
  ExperimentCopy,
  ExperimentCreate,
  ExperimentDetail,
  ExperimentList,
  ExperimentView,
  FinishOptions,
  LedgerPage,
  ListOptions,
  Me,
  MetadataEdit,
  PauseOptions,
  PopulationList,
  PopulationView,
  PrivacyView,
  PurgedExperiment,
  Results,
  ResultsHistory,
  RewardBatchResult,
  StatementView,
  WebhookCreate,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEdit,
  WebhookList,
  WebhookView,
} from "@armistice/service/api"
import { decideWith } from "./decide.ts"
import { eventStream, type ServiceEvent } from "./event-stream.ts"
import { type Outcome, outcomeOf } from "./outcome.ts"
import { type CallOptions, type Method, type RequestOptions, request } from "./request.ts"
import { type QueuedReward, type QueueStorage, RewardQueue } from "./reward-queue.ts"

export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:4600. */
  readonly baseUrl: string
  readonly key?: string
  readonly fetch?: typeof fetch
  /** Per attempt; 10 seconds if left out. */
  readonly timeoutMs?: number
  /** Repetitions after a lost line, a 408, a 429 or a 5xx; 4 if left out. */
  readonly retries?: number
  readonly signal?: AbortSignal
  /** Where rewards wait that could not be sent; in memory if left out. */
  readonly queue?: QueueStorage
  /** Milliseconds until queued rewards are tried again, doubling up to half a minute; a second if left out. */
  readonly queueRetryMs?: number
  /** Told about queued rewards that the service refuses for good. */
  readonly onRefused?: (reward: QueuedReward, code: string) => void
}

export interface RewardOptions {
  /** Sent to its end though the page is being closed. */
  readonly keepalive?: boolean
}

interface StopArmOptions {
  /** For the record. */
  readonly reason?: string
}

interface ResumeArmOptions {
  /** For the record. */
  readonly reason: string
}

export type ExperimentHandle = ReturnType<ArmisticeClient["experiment"]>

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
      ...(key === undefined ? {} : { key }),
      ...(signal === undefined ? {} : { signal }),
    }
    this.queue = new RewardQueue({
      send: (experiment, rewards, more) => this.experiment(experiment).rewards(rewards, more),
      sendSubject: (experiment, subject, outcome, more) =>
        this.experiment(experiment).rewardSubject(subject, outcome, more),
      ...(options.queue === undefined ? {} : { storage: options.queue }),
      ...(options.onRefused === undefined ? {} : { onRefused: options.onRefused }),
      ...(options.queueRetryMs === undefined ? {} : { retryMs: options.queueRetryMs }),
    })
    if (typeof document !== "undefined") {
      addEventListener("pagehide", () => this.queue.sendBeforeUnload())
      addEventListener("online", () => void this.queue.flush())
    }
  }

  /** One whole, or `like` another one, with what is given over it. */
  async createExperiment(experiment: ExperimentCreate | ExperimentCopy): Promise<ExperimentView> {
    return this.#send<ExperimentView>("POST", "/v1/experiments", experiment, {
      headers: { "idempotency-key": newId() },
    })
  }

  async listExperiments(options: Omit<ListOptions, "limit"> & { limit?: number } = {}): Promise<ExperimentList> {
    return this.#send<ExperimentList>("GET", `/v1/experiments${queryOf(options)}`)
  }

  /** The key that asks, and what it may do. */
  async me(): Promise<Me> {
    return this.#send<Me>("GET", "/v1/me")
  }

  /** Who changed what, and what was refused to whom, in all experiments that the key may see. */
  async activity(options: ActivityOptions = {}): Promise<ActivityPage> {
    return this.#send<ActivityPage>("GET", `/v1/activity${queryOf(options)}`)
  }

  async listPopulations(options: { after?: string } = {}): Promise<PopulationList> {
    const query = new URLSearchParams(options)
    return this.#send<PopulationList>("GET", `/v1/populations${query.size === 0 ? "" : `?${query}`}`)
  }

  /** A limit on what several experiments together may lose about one person. */
  population(name: string) {
    const base = `/v1/populations/${encodeURIComponent(name)}`
    return {
      name,
      read: () => this.#send<PopulationView>("GET", base),
      /** Makes it, or lowers its limit. */
      setLimit: (limit: number, more: { readonly subjectNormalisation?: "none" | "nfkc" } = {}) =>
        this.#send<PopulationView>("PUT", base, { ...more, limit }),
      /** Its experiments learn again after the store was restored; `limit` must be (restores + 1) times the limit. */
      acceptRestore: (limit: number) => this.#send<PopulationView>("POST", `${base}/accept-restore`, { limit }),
    }
  }

  async listWebhooks(): Promise<WebhookList> {
    return this.#send<WebhookList>("GET", "/v1/webhooks")
  }

  /** Someone is told when something happens. The secret is in this answer alone. */
  async createWebhook(webhook: WebhookCreate): Promise<WebhookCreated> {
    return this.#send<WebhookCreated>("POST", "/v1/webhooks", webhook, { isOnce: true })
  }

  /** Everything about one webhook. */
  webhook(id: string) {
    const base = `/v1/webhooks/${encodeURIComponent(id)}`
    return {
      id,
      read: () => this.#send<WebhookView>("GET", base),
      /** What is left out stays as it is. */
      edit: (change: WebhookEdit) => this.#send<WebhookView>("PATCH", base, change),
      remove: async (): Promise<void> => {
        await this.#send("DELETE", base)
      },
      /** Sends a test and says how that went. */
      test: () => this.#send<WebhookDelivery>("POST", `${base}/test`, undefined, { isOnce: true }),
      /** What was sent, the latest first. */
      deliveries: async (options: { after?: number; limit?: number } = {}) =>
        this.#send<WebhookDeliveries>("GET", `${base}/deliveries${queryOf(options)}`),
      sendAgain: (delivery: number) => this.#send<WebhookDelivery>("POST", `${base}/deliveries/${delivery}/send-again`),
    }
  }

  /** Everything about one experiment. */
  experiment(id: string) {
    const base = `/v1/experiments/${encodeURIComponent(id)}`
    const change = (what: string, options?: object) => this.#send<ExperimentView>("POST", `${base}/${what}`, options)
    return {
      id,
      read: () => this.#send<ExperimentDetail>("GET", base),
      /** The arm for this subject; with a `fallback`, that where the service cannot be reached. */
      decide: decideWith(
        (decision, withinMs) =>
          this.#send<DecisionView>("POST", `${base}/decisions`, withId(decision), within(withinMs)),
        this.#options.timeoutMs,
      ),
      /** Many at once; each has its own answer. */
      decideMany: async (decisions: readonly DecisionCreate[]) =>
        this.#send<DecisionBatchResult>("POST", `${base}/decisions:batch`, {
          decisions: decisions.map(withId),
        }),
      readDecision: async (decisionId: string) =>
        this.#send<DecisionDetail>("GET", `${base}/decisions/${encodeURIComponent(decisionId)}`),
      /** Resolves once the reward is durable. */
      reward: async (decisionId: string, given: number | Outcome, options: RewardOptions = {}): Promise<void> => {
        await this.#send("POST", `${base}/rewards`, { decisionId, ...outcomeOf(given) }, options)
      },
      /** In a sticky experiment, for whoever it is: resolves alike whether it counts or not. */
      rewardSubject: async (subject: string, given: number | Outcome, options: RewardOptions = {}): Promise<void> => {
        await this.#send("POST", `${base}/rewards`, { subject, ...outcomeOf(given) }, options)
      },
      rewards: (rewards: readonly ({ decisionId: string } & Outcome)[], options: RewardOptions = {}) =>
        this.#send<RewardBatchResult>("POST", `${base}/rewards:batch`, { rewards }, options),
      /** Keeps the reward and sends it now or, if the service cannot be reached, as soon as it is back. */
      rewardLater: (decisionId: string, given: number | Outcome): void => {
        this.queue.add({ experiment: id, decisionId, ...outcomeOf(given) })
        void this.queue.flush()
      },
      /** The same for a subject of a sticky experiment. */
      rewardSubjectLater: (subject: string, given: number | Outcome): void => {
        this.queue.add({ experiment: id, subject, ...outcomeOf(given) })
        void this.queue.flush()
      },
      /** Changes its name, description or labels; what is left out stays as it is. */
      edit: (metadata: MetadataEdit) => this.#send<ExperimentView>("PATCH", base, metadata),
      /** Everyone gets the control; with `serve: "sticky"` people keep their sticky arm. Nothing new is learned. */
      pause: (options?: PauseOptions) => change("pause", options),
      resume: () => change("resume"),
      /** Serves the recommended arm, or `arm`, from now on; with `everyone` also to people with a sticky arm. */
      finish: (options?: FinishOptions) => change("finish", options),
      /** Learns from more decisions than planned: `horizon` in each segment, those so far included. */
      extend: (horizon: number) => change("extend", { horizon }),
      /** Someone has seen the harm that was found: lists no longer show the experiment first. */
      markHarmSeen: () => change("harm/seen"),
      /** Answers count from this age of their decision on; it can be raised while the experiment runs, never lowered. */
      raiseRipe: (ripeSeconds: number) => this.#send<ExperimentView>("POST", `${base}/ripe`, { ripeSeconds }),
      /** From the next decision on nobody gets this arm, people with a sticky arm included. */
      stopArm: (arm: string, options: StopArmOptions = {}) => change(`arms/${encodeURIComponent(arm)}/stop`, options),
      /** Serves it again, to new people. */
      resumeArm: (arm: string, options: ResumeArmOptions) => change(`arms/${encodeURIComponent(arm)}/resume`, options),
      /** A new arm, in an experiment that was created with `maxArms` and has room. */
      addArm: (name: string) => change("arms", { name }),
      archive: () => change("archive"),
      /** Removes rewards, noise and subjects once it is over; what was public stays. */
      purge: () => this.#send<PurgedExperiment>("POST", `${base}/purge`),
      /** Learns again after the store was restored; `subjectEta` must be what `privacy()` has as `subject.eta`. */
      acceptRestore: (subjectEta: number) =>
        this.#send<ExperimentView>("POST", `${base}/accept-restore`, { subjectEta }),
      eraseSubject: async (subject: string): Promise<void> => {
        await this.#send("POST", `${base}/subjects:erase`, { subject })
      },
      /** Who changed it, and what was refused to whom. */
      activity: async (options: ActivityOptions = {}) =>
        this.#send<ActivityPage>("GET", `${base}/activity${queryOf(options)}`),
      privacy: () => this.#send<PrivacyView>("GET", `${base}/privacy`),
      estimates: () => this.#send<Estimates>("GET", `${base}/estimates`),
      /** The verdict in each segment, from releases alone. */
      results: () => this.#send<Results>("GET", `${base}/results`),
      /** What was known after each release, from the one after `after` on. */
      resultsHistory: async (options: { after?: number; limit?: number } = {}) => {
        const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
        return this.#send<ResultsHistory>("GET", `${base}/results/history?${query}`)
      },
      /** The most that anyone can learn about one person, checked against the ledger. */
      statement: () => this.#send<StatementView>("GET", `${base}/statement`),
      ledger: (after = 0) => this.#send<LedgerPage>("GET", `${base}/ledger?after=${after}`),
      /** Status changes, releases, verdicts that changed and progress as they happen, for as long as one listens. */
      events: (options: { from?: string; signal?: AbortSignal } = {}): AsyncGenerator<ServiceEvent> =>
        eventStream(this.#options, `${base}/events`, options.from, options.signal),
    }
  }

  async #send<Answer>(method: Method, path: string, body?: unknown, call?: CallOptions): Promise<Answer> {
    return (await request(this.#options, method, path, body, call)).body as Answer
  }
}

const within = (withinMs: number | undefined): CallOptions => (withinMs === undefined ? {} : { withinMs })

export interface ActivityOptions {
  readonly after?: number
  readonly limit?: number
  /** Oldest first if left out. */
  readonly sort?: "oldest" | "newest"
}

function queryOf(options: object): string {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? "" : `?${query}`
}

const withId = (decision: DecisionCreate): DecisionCreate => ({
  ...decision,
  decisionId: decision.decisionId ?? newId(),
})

/** Not `randomUUID`, which browsers keep from pages that came over plain HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `c-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
