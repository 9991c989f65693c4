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

export async function runSmallExperiment(
  service: ServiceUnderAudit,
  kind: ExperimentKind,
  world: 0 | 1,
): Promise<{ readonly seen: Numbers; readonly eta: number }> {
  const seen: Numbers = {}
  const call = async (name: string, method: string, path: string, body?: unknown): Promise<ServiceResponse> => {
    const answer = await sendRequest(service.address, method, path, body)
    // A failing service shows little, and must not pass for a private one.
    if (answer.status >= 500) throw new Error(`the service failed at ${name}: ${answer.text}`)
    seen[`${name}: status`] = answer.status
    seen[`${name}: length`] = answer.text.length
    return answer
  }
  const read = async (name: string, path: string): Promise<unknown> => {
    const { json } = await call(name, "GET", path)
    collectNumbers(name, withoutIds(json), seen)
    return json
  }
  const created = await call("experiment", "POST", "/v1/experiments", {
    name: "audit",
    arms: ["a", "b"],
    horizon: 64,
    answers: "all",
    ...kind.request,
  })
  const { id, rewardWindowSeconds, tickSeconds } = created.json as Created
  if (created.status !== 201 || id === undefined)
    throw new Error(`the service refused the experiment "${kind.name}": ${created.text}`)
  const base = `/v1/experiments/${id}`
  const decide = async (name: string, count: number): Promise<string[]> => {
    const decisions = Array.from({ length: count }, () => ({}))
    const { json } = await call(name, "POST", `${base}/decisions:batch`, { decisions })
    const { results } = json as { results: { decisionId: string; arm: string }[] }
    const arms = results.map(({ arm }) => (arm === "a" ? 1 : 0))
    collectNumbers(name, arms, seen)
    seen[`${name}: pulls of a`] = arms.reduce<number>((sum, one) => sum + one, 0)
    return results.map(({ decisionId }) => decisionId)
  }
  const decided = await decide(
    "first decisions",
    rewardsPerReading.reduce((sum, count) => sum + count, 0),
  )
  const [record = ""] = decided
  // The request itself is not public; the audit asks whether anything else reveals it.
  const isRecordApart = isSilenceZero(kind)
  if (isRecordApart && world === 1)
    await sendRequest(service.address, "PUT", `${base}/decisions/${record}/reward`, outcome(kind, world))
  let sent = 0
  for (const [reading, count] of rewardsPerReading.entries()) {
    const indices = Array.from({ length: count }, (_, offset) => sent + offset)
    sent += count
    const answered = indices.filter((index) => !isSilent(index) && !(index === 0 && isRecordApart))
    const rewards = answered.map((index) => ({
      decisionId: decided[index],
      ...outcome(kind, index === 0 ? world : 0.5),
    }))
    const { json } = await call(`rewards ${reading}`, "POST", `${base}/rewards:batch`, { rewards })
    collectNumbers(`rewards ${reading}`, withoutIds(json), seen)
    await read(`estimates ${reading}`, `${base}/estimates`)
    await read(`results ${reading}`, `${base}/results`)
  }
  // An attacker with the key may try values: no answer may reveal the first one.
  const again = [0, 1, 0.5, 2].map((value) => ({ decisionId: record, ...outcome(kind, value) }))
  const tried = await call("rewards again", "POST", `${base}/rewards:batch`, { rewards: again })
  collectNumbers("rewards again", withoutIds(tried.json), seen)
  await read("decision in its window", `${base}/decisions/${record}`)
  await service.advanceClock(rewardWindowSeconds + (tickSeconds ?? 0))
  await read("estimates after windows", `${base}/estimates`)
  await read("results after windows", `${base}/results`)
  await decide("further decisions", furtherDecisions)
  collectNumbers(
    "reward again",
    (await call("reward again", "PUT", `${base}/decisions/${record}/reward`, { value: 1 })).json,
    seen,
  )
  await read("history", `${base}/results/history`)
  await read("activity", `${base}/activity`)
  await read("decision", `${base}/decisions/${record}`)
  const privacy = (await read("privacy", `${base}/privacy`)) as { guarantee: { eta: number | null } }
  await read("ledger", `${base}/ledger`)
  await read("view", base)
  await read("statement", `${base}/statement`)
  await call("exported decisions", "GET", `${base}/export?format=csv`)
  await call("exported ledger", "GET", `${base}/export?record=ledger&format=csv`)
  const stream = await sendRequest(service.address, "GET", `${base}/events`, undefined, (text) =>
    /event: progress\ndata: .*\n\n/.test(text),
  )
  for (const [index, [, data]] of [...stream.text.matchAll(/^data: (.*)$/gm)].entries())
    collectNumbers(`event ${index}`, JSON.parse(data ?? "null"), seen)
  const metrics = parseMetrics((await sendRequest(service.address, "GET", "/metrics")).text, id)
  for (const [name, value] of Object.entries(metrics)) seen[`metric ${name}`] = value - (service.metrics[name] ?? 0)
  for (const [index, text] of service.takeLog().entries())
    collectNumbers(`log ${index}`, withoutIds(JSON.parse(text)), seen)
  // Finishing removes the experiment from the metrics; the next one starts from these counters.
  await sendRequest(service.address, "POST", `${base}/finish`)
  service.takeLog()
  service.metrics = Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.includes("this")))
  return { seen, eta: privacy.guarantee.eta ?? Number.POSITIVE_INFINITY }
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
