// One small experiment through the real service over HTTP, on one of two neighbouring tables: the first decision's reward is 0 or 1, with
// every metric that there is; of all others every fifth is never answered and the rest are one half. Where it is private who answered, a first
// reward of 0 is silence. What is kept is everything the service gives out about it, before and after the windows end: answers, decisions,
// results, estimates, privacy, ledger, statement, export, events, activity, the page of metrics and the log.

import type { Answer, Line } from "./ask.ts"
import { collectNumbers, type Numbers } from "./numbers-in.ts"

export interface ServiceUnderAudit {
  readonly line: Line
  /** Lets so many seconds pass, and closes the windows that are over then. */
  pass(seconds: number): Promise<void>
  /** The lines that were logged since the last call. */
  takeLog(): string[]
  /** What the page of metrics showed last. */
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

/**
 * Decisions whose rewards come before each look at the estimates: first batches of one reward and of three are looked at by themselves,
 * when the record's share in what was released is largest. And further decisions, which follow from all of it.
 */
const looks = [2, 4, 14] as const
const further = 12

interface Created {
  readonly id?: string
  readonly rewardWindowSeconds: number
  /** Null where windows end at any moment. */
  readonly tickSeconds: number | null
}

const isSilent = (decision: number): boolean => decision % 5 === 4

/** Whether an answer of 0 and silence are the same: zeros are never sent, or nobody may see who answered. */
const isSilenceZero = ({ request: { answers, arrivals } }: ExperimentKind): boolean =>
  answers === "successes" || arrivals === "private"

export async function runSmallExperiment(
  service: ServiceUnderAudit,
  kind: ExperimentKind,
  world: 0 | 1,
): Promise<{ readonly seen: Numbers; readonly eta: number }> {
  const seen: Numbers = {}
  const call = async (name: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await service.line.ask(method, path, body)
    // A service that fails gives out little, and must not pass for one that keeps its promise.
    if (answer.status >= 500) throw new Error(`the service must answer what is asked for ${name}, got ${answer.text}`)
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
    throw new Error(`the service must take an experiment of ${kind.name}, got ${created.text}`)
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
    looks.reduce((sum, count) => sum + count, 0),
  )
  const [record = ""] = decided
  // Only whoever sends it sees that request, so it is no part of what is seen; whether it shows anywhere else is the question.
  const isRecordApart = isSilenceZero(kind)
  if (isRecordApart && world === 1)
    await service.line.ask("PUT", `${base}/decisions/${record}/reward`, outcome(kind, world))
  let given = 0
  for (const [look, count] of looks.entries()) {
    const places = Array.from({ length: count }, (_, place) => given + place)
    given += count
    const answered = places.filter((place) => !isSilent(place) && !(place === 0 && isRecordApart))
    const rewards = answered.map((place) => ({
      decisionId: decided[place],
      ...outcome(kind, place === 0 ? world : 0.5),
    }))
    const { json } = await call(`rewards ${look}`, "POST", `${base}/rewards:batch`, { rewards })
    collectNumbers(`rewards ${look}`, withoutIds(json), seen)
    await read(`estimates ${look}`, `${base}/estimates`)
    await read(`results ${look}`, `${base}/results`)
  }
  // Whoever shares the key may try values: no answer may tell which was first. The first that is tried counts where there was none.
  const again = [0, 1, 0.5, 2].map((value) => ({ decisionId: record, ...outcome(kind, value) }))
  const tried = await call("rewards again", "POST", `${base}/rewards:batch`, { rewards: again })
  collectNumbers("rewards again", withoutIds(tried.json), seen)
  await read("decision in its window", `${base}/decisions/${record}`)
  await service.pass(rewardWindowSeconds + (tickSeconds ?? 0))
  await read("estimates after windows", `${base}/estimates`)
  await read("results after windows", `${base}/results`)
  await decide("further decisions", further)
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
  const stream = await service.line.ask("GET", `${base}/events`, undefined, (text) =>
    /event: progress\ndata: .*\n\n/.test(text),
  )
  for (const [index, [, data]] of [...stream.text.matchAll(/^data: (.*)$/gm)].entries())
    collectNumbers(`event ${index}`, JSON.parse(data ?? "null"), seen)
  const metrics = parseMetrics((await service.line.ask("GET", "/metrics")).text, id)
  for (const [name, value] of Object.entries(metrics)) seen[`metric ${name}`] = value - (service.metrics[name] ?? 0)
  for (const [index, text] of service.takeLog().entries())
    collectNumbers(`log ${index}`, withoutIds(JSON.parse(text)), seen)
  // Finished ones are in no metric, and what was counted so far is where the next one starts.
  await service.line.ask("POST", `${base}/finish`)
  service.takeLog()
  service.metrics = Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.includes("this")))
  return { seen, eta: privacy.guarantee.eta ?? Number.POSITIVE_INFINITY }
}

/** The same value for the reward and every metric. */
const outcome = ({ request: { metrics = [] } }: ExperimentKind, value: number) => ({
  value,
  ...(metrics.length === 0 ? {} : { metrics: Object.fromEntries(metrics.map(({ name }) => [name, value])) }),
})

/** Ids are random, and would only be noise. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, one) => (/^(id|decisionId|experiment)$/.test(key) ? undefined : one))

/** Numbers of the page, without times; those of this experiment under one name. */
function parseMetrics(text: string, id: string): Numbers {
  const numbers: Numbers = {}
  for (const line of text.split("\n")) {
    const found = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line.replace(id, "this"))
    if (found !== null && !/_seconds_(sum|bucket)/.test(line)) numbers[found[1] ?? ""] = Number(found[2])
  }
  return numbers
}
