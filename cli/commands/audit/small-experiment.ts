// Runs one small experiment through the real service and returns all numbers that the service shows
// about it. The first reward is 0 or 1 (the two neighbouring tables); of the other decisions every
// fifth is never answered and the rest have a reward of one half.

import { collectNumbers, type Numbers } from "./collect-numbers.ts"
import { type ServiceResponse, sendRequest } from "./send-request.ts"

export interface ServiceUnderAudit {
  readonly address: string
  /** Moves the clock, and closes the windows that are over then. */
  advanceClock(seconds: number): Promise<void>
  /** The log since the last call. */
  takeLog(): string[]
  /** The metrics after the previous experiment. */
  metrics: Numbers
}

export interface ExperimentKind {
  readonly name: string
  readonly request: Readonly<Record<string, unknown>> & {
    readonly answers?: "all" | "successes"
    readonly arrivals?: "public" | "private"
    readonly metrics?: readonly { readonly name: string; readonly eta: number }[]
  }
}

/** Rewards sent before each reading. The first are few: one reward weighs most in early batches. */
const rewardsPerReading = [2, 4, 14] as const
/** Decisions made after all rewards; they depend on everything released. */
const furtherDecisions = 12

interface Created {
  readonly id?: string
  readonly rewardWindowSeconds: number
  /** Null where windows end at any moment. */
  readonly tickSeconds: number | null
}

const isSilent = (decision: number): boolean => decision % 5 === 4

/** Whether silence stands for a reward of 0: zeros are never sent, or who answered is private. */
const isSilenceZero = ({ request: { answers, arrivals } }: ExperimentKind): boolean =>
  answers === "successes" || arrivals === "private"

/** Runs one experiment to its end. `world` is the first reward. */
export async function runSmallExperiment(
  service: ServiceUnderAudit,
  kind: ExperimentKind,
  world: 0 | 1,
): Promise<{ readonly seen: Numbers; readonly eta: number }> {
  const experiment = new SmallExperiment(service, kind)
  const windowSeconds = await experiment.create()
  const decided = await experiment.decide(
    "first decisions",
    rewardsPerReading.reduce((sum, count) => sum + count, 0),
  )
  const [record = ""] = decided
  await experiment.reward(decided, world)
  await experiment.tryRewards(record)
  await service.advanceClock(windowSeconds)
  await experiment.readResults("after windows")
  await experiment.decide("further decisions", furtherDecisions)
  const eta = await experiment.readRecords(record)
  await experiment.readStreams()
  return { seen: experiment.seen, eta }
}

/** An experiment, and all that its service has shown about it. */
class SmallExperiment {
  readonly seen: Numbers = {}
  readonly #service: ServiceUnderAudit
  readonly #kind: ExperimentKind
  #id = ""

  constructor(service: ServiceUnderAudit, kind: ExperimentKind) {
    this.#service = service
    this.#kind = kind
  }

  /** Creates it, and returns for how long rewards are waited for, in seconds. */
  async create(): Promise<number> {
    const request = { name: "audit", arms: ["a", "b"], horizon: 64, answers: "all", ...this.#kind.request }
    const created = await this.#call("experiment", "POST", "/v1/experiments", request)
    const { id, rewardWindowSeconds, tickSeconds } = created.json as Created
    if (created.status !== 201 || id === undefined)
      throw new Error(`the service refused the experiment "${this.#kind.name}": ${created.text}`)
    this.#id = id
    return rewardWindowSeconds + (tickSeconds ?? 0)
  }

  /** Decides so often, and returns the ids of the decisions. */
  async decide(name: string, count: number): Promise<string[]> {
    const decisions = Array.from({ length: count }, () => ({}))
    const { json } = await this.#call(name, "POST", this.#path("/decisions:batch"), { decisions })
    const { results } = json as { results: { decisionId: string; arm: string }[] }
    const arms = results.map(({ arm }) => (arm === "a" ? 1 : 0))
    collectNumbers(name, arms, this.seen)
    this.seen[`${name}: pulls of a`] = arms.reduce<number>((sum, one) => sum + one, 0)
    return results.map(({ decisionId }) => decisionId)
  }

  /** Sends the rewards in parts, and reads what is known after each part. */
  async reward(decided: readonly string[], world: 0 | 1): Promise<void> {
    // The request itself is not public; the audit asks whether anything else reveals it.
    const isRecordApart = isSilenceZero(this.#kind)
    if (isRecordApart && world === 1) {
      const path = this.#path(`/decisions/${decided[0]}/reward`)
      await sendRequest(this.#service.address, "PUT", path, outcome(this.#kind, world))
    }
    let sent = 0
    for (const [reading, count] of rewardsPerReading.entries()) {
      const indices = Array.from({ length: count }, (_, offset) => sent + offset)
      sent += count
      const answered = indices.filter((index) => !isSilent(index) && !(index === 0 && isRecordApart))
      const rewards = answered.map((index) => ({
        decisionId: decided[index],
        ...outcome(this.#kind, index === 0 ? world : 0.5),
      }))
      await this.#send(`rewards ${reading}`, "POST", "/rewards:batch", { rewards })
      await this.readResults(String(reading))
    }
  }

  /** An attacker with the key may try values: no answer may reveal the first one. */
  async tryRewards(record: string): Promise<void> {
    const rewards = [0, 1, 0.5, 2].map((value) => ({ decisionId: record, ...outcome(this.#kind, value) }))
    await this.#send("rewards again", "POST", "/rewards:batch", { rewards })
    await this.#send("decision in its window", "GET", `/decisions/${record}`)
  }

  async readResults(when: string): Promise<void> {
    await this.#send(`estimates ${when}`, "GET", "/estimates")
    await this.#send(`results ${when}`, "GET", "/results")
  }

  /** Reads everything else that the service keeps, and returns the promised loss. */
  async readRecords(record: string): Promise<number> {
    await this.#send("reward again", "PUT", `/decisions/${record}/reward`, { value: 1 })
    await this.#send("history", "GET", "/results/history")
    await this.#send("activity", "GET", "/activity")
    await this.#send("decision", "GET", `/decisions/${record}`)
    const privacy = (await this.#send("privacy", "GET", "/privacy")) as { guarantee: { eta: number | null } }
    await this.#send("ledger", "GET", "/ledger")
    await this.#send("view", "GET", "")
    await this.#send("statement", "GET", "/statement")
    await this.#call("exported decisions", "GET", this.#path("/export?format=csv"))
    await this.#call("exported ledger", "GET", this.#path("/export?record=ledger&format=csv"))
    return privacy.guarantee.eta ?? Number.POSITIVE_INFINITY
  }

  /** Reads events, metrics and the log, and finishes the experiment. */
  async readStreams(): Promise<void> {
    const { address } = this.#service
    const stream = await sendRequest(address, "GET", this.#path("/events"), undefined, (text) =>
      /event: progress\ndata: .*\n\n/.test(text),
    )
    for (const [index, [, data]] of [...stream.text.matchAll(/^data: (.*)$/gm)].entries())
      collectNumbers(`event ${index}`, JSON.parse(data ?? "null"), this.seen)
    const metrics = parseMetrics((await sendRequest(address, "GET", "/metrics")).text, this.#id)
    for (const [name, value] of Object.entries(metrics))
      this.seen[`metric ${name}`] = value - (this.#service.metrics[name] ?? 0)
    for (const [index, text] of this.#service.takeLog().entries())
      collectNumbers(`log ${index}`, withoutIds(JSON.parse(text)), this.seen)
    // Finishing removes the experiment from the metrics; the next one starts from these counters.
    await sendRequest(address, "POST", this.#path("/finish"))
    this.#service.takeLog()
    this.#service.metrics = Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.includes("this")))
  }

  #path(rest: string): string {
    return `/v1/experiments/${this.#id}${rest}`
  }

  /** Sends a request about the experiment, and collects the numbers in the answer. */
  async #send(name: string, method: string, rest: string, body?: unknown): Promise<unknown> {
    const { json } = await this.#call(name, method, this.#path(rest), body)
    collectNumbers(name, withoutIds(json), this.seen)
    return json
  }

  async #call(name: string, method: string, path: string, body?: unknown): Promise<ServiceResponse> {
    const answer = await sendRequest(this.#service.address, method, path, body)
    // A failing service shows little, and must not pass for a private one.
    if (answer.status >= 500) throw new Error(`the service failed at ${name}: ${answer.text}`)
    this.seen[`${name}: status`] = answer.status
    this.seen[`${name}: length`] = answer.text.length
    return answer
  }
}

/** The same value for the reward and every metric. */
const outcome = ({ request: { metrics = [] } }: ExperimentKind, value: number) => ({
  value,
  ...(metrics.length === 0 ? {} : { metrics: Object.fromEntries(metrics.map(({ name }) => [name, value])) }),
})

/** Ids are random and would only add noise. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, one) => (/^(id|decisionId|experiment)$/.test(key) ? undefined : one))

/** Metrics without times; labels of this experiment become "this". */
function parseMetrics(text: string, id: string): Numbers {
  const numbers: Numbers = {}
  for (const line of text.split("\n")) {
    const found = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line.replace(id, "this"))
    if (found !== null && !/_seconds_(sum|bucket)/.test(line)) numbers[found[1] ?? ""] = Number(found[2])
  }
  return numbers
}
