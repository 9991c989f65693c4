// Metrics for Prometheus, by an allow-list: decisions, commits, latency by route, webhooks, spent
// eta by experiment. Rewards count only where arrivals are public, and never by arm; no subject and
// no decision is named. Processor time and memory are left out: they grow with every hidden reward.

import type { Service } from "../service.ts"
import { serviceWarnings } from "../service-warnings.ts"
import type { StoredExperiment } from "../store/rows.ts"
import type { Committed } from "../transaction/commit-batch.ts"
import { version } from "../version.ts"

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const

class Histogram {
  readonly #counts = new Array<number>(bounds.length).fill(0)
  #sum = 0
  #count = 0

  add(seconds: number): void {
    this.#sum += seconds
    this.#count += 1
    for (let index = bounds.length - 1; index >= 0 && seconds <= (bounds[index] as number); index--)
      this.#counts[index] = (this.#counts[index] as number) + 1
  }

  lines(name: string, labels: string): string[] {
    const join = labels === "" ? "" : `${labels},`
    return [
      ...bounds.map((bound, index) => `${name}_bucket{${join}le="${bound}"} ${this.#counts[index]}`),
      `${name}_bucket{${join}le="+Inf"} ${this.#count}`,
      `${name}_sum${labels === "" ? "" : `{${labels}}`} ${this.#sum}`,
      `${name}_count${labels === "" ? "" : `{${labels}}`} ${this.#count}`,
    ]
  }
}

export class Metrics {
  readonly #service: Service
  readonly #commits = new Histogram()
  /** By route, status and method: a combined text would have to be made for each request. */
  readonly #requests = new Map<string, Map<number, Map<string, Histogram>>>()
  #decisions = 0
  #rewards = 0

  constructor(service: Service) {
    this.#service = service
    service.storeEvents.on("committed", ({ seconds, decisions, rewards }: Committed) => {
      // The count of a transaction with only private rewards would reveal them.
      if (decisions + rewards > 0) this.#commits.add(seconds)
      this.#decisions += decisions
      this.#rewards += rewards
    })
  }

  addRequest(method: string, route: string, status: number, seconds: number): void {
    const byStatus = entry(this.#requests, route, () => new Map<number, Map<string, Histogram>>())
    const byMethod = entry(byStatus, status, () => new Map<string, Histogram>())
    entry(byMethod, method, () => new Histogram()).add(seconds)
  }

  /** `experiments`: that the caller may see; null: all, with counts over all of them. */
  async text(experiments: readonly string[] | null): Promise<string> {
    const lines = this.#healthLines()
    if (experiments === null) {
      lines.push(...this.#activityLines(), ...(await this.#webhookLines()), ...(await this.#replicaLines()))
    }
    const spent: Sample[] = []
    const limits: Sample[] = []
    for (const { experiment } of await this.#runningExperiments(experiments)) {
      const live = await this.#service.live(experiment.id)
      const labels = `experiment="${experiment.id}"`
      spent.push([live.spent() ?? "NaN", labels])
      limits.push([experiment.limit ?? "NaN", labels])
    }
    lines.push(
      ...gauge("eta_spent", "Filter counter of an experiment; its limit is armistice_eta_limit.", ...spent),
      ...gauge("eta_limit", "Promised loss of an experiment.", ...limits),
    )
    return `${lines.join("\n")}\n`
  }

  async #runningExperiments(ids: readonly string[] | null): Promise<StoredExperiment[]> {
    const { store } = this.#service
    if (ids === null) return store.experiments({ limit: 1000, status: "running" })
    const found: StoredExperiment[] = []
    for (const id of new Set(ids)) {
      const stored = await store.experiment(id)
      if (stored?.status === "running") found.push(stored)
    }
    return found
  }

  #healthLines(): string[] {
    const warnings = this.#service.warnings()
    return [
      ...gauge("info", "Always 1; its label is the version of the service.", [1, `version="${version}"`]),
      ...gauge(
        "clock_lead_seconds",
        "How far the service's time is ahead of the clock of its machine, or of its database server.",
        [Math.floor(this.#service.clockLeadMs() / 1000)],
      ),
      ...gauge(
        "warning",
        "1 while /readyz warns of it.",
        ...serviceWarnings.map((name): Sample => [warnings.includes(name) ? 1 : 0, `name="${name}"`]),
      ),
    ]
  }

  /** The same from every replica: those that have sent a heartbeat lately. */
  async #replicaLines(): Promise<string[]> {
    const replicas = await this.#service.store.replicas?.()
    if (replicas === undefined) return []
    const counts = new Map<string, number>()
    for (const { isRunning, version, format } of replicas) {
      const labels = `version="${version}",format="${format}"`
      if (isRunning) counts.set(labels, (counts.get(labels) ?? 0) + 1)
    }
    const samples = [...counts].map(([labels, count]): Sample => [count, labels])
    return gauge("replicas", "Replicas that serve the store, by the version of their program.", ...samples)
  }

  /** Messages are written with public changes only, so their number is public too. */
  async #webhookLines(): Promise<string[]> {
    const { outbox } = this.#service.store
    let waiting = 0
    let oldest = Number.POSITIVE_INFINITY
    for (const { id } of await outbox.webhooks()) {
      const summary = await outbox.summary(id)
      waiting += summary.waiting
      oldest = Math.min(oldest, summary.oldestQueuedAt ?? oldest)
    }
    const age = waiting === 0 ? 0 : Math.max(0, (await this.#service.time()) - oldest) / 1000
    return [
      ...gauge("webhook_waiting", "Messages to webhooks that are not delivered yet.", [waiting]),
      ...gauge("webhook_oldest_seconds", "How long the oldest of them has waited.", [age]),
    ]
  }

  /** Counts of all experiments together since the start. */
  #activityLines(): string[] {
    const lines = [
      ...counter("decisions_total", "Decisions stored since start.", this.#decisions),
      ...counter("rewards_total", "Rewards stored since start, of experiments with public arrivals.", this.#rewards),
      ...head("commit_seconds", "histogram", "Time a transaction with decisions or public rewards took to be on disk."),
      ...this.#commits.lines("armistice_commit_seconds", ""),
      ...head("request_seconds", "histogram", "Time from request to answer."),
    ]
    for (const [route, byStatus] of this.#requests)
      for (const [status, byMethod] of byStatus)
        for (const [method, histogram] of byMethod)
          lines.push(
            ...histogram.lines("armistice_request_seconds", `method="${method}",route="${route}",status="${status}"`),
          )
    return lines
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

type Sample = readonly [value: number | string, labels?: string]

const head = (name: string, type: string, help: string): string[] => [
  `# HELP armistice_${name} ${help}`,
  `# TYPE armistice_${name} ${type}`,
]

const gauge = (name: string, help: string, ...samples: Sample[]): string[] => [
  ...head(name, "gauge", help),
  ...samples.map(([value, labels]) => `armistice_${name}${labels === undefined ? "" : `{${labels}}`} ${value}`),
]

const counter = (name: string, help: string, value: number): string[] => [
  ...head(name, "counter", help),
  `armistice_${name} ${value}`,
]
