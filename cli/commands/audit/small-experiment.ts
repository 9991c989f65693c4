// One small experiment through the real service over HTTP, on one of two neighbouring tables: the first decision's reward is 0 or 1, with
// every metric that there is, and every other is one half. What is kept is everything the service gives out about it: answers, decisions,
// results, estimates, privacy, ledger, export, events, activity, the page of metrics and the log.

import type { Answer, Line } from "./ask.ts"
import { addNumbers, type Numbers } from "./numbers-in.ts"

export interface ServiceUnderAudit {
  readonly line: Line
  /** The lines that were logged since the last call. */
  takeLog(): string[]
  /** What the page of metrics showed last. */
  metrics: Numbers
}

export interface ExperimentKind {
  readonly name: string
  readonly request: Readonly<Record<string, unknown>> & {
    readonly metrics?: readonly { readonly name: string; readonly eta: number }[]
  }
}

/**
 * Decisions whose rewards come before each look at the estimates: first batches of one reward and of three are looked at by themselves,
 * when the record's share in what was released is largest. And further decisions, which follow from all of it.
 */
const looks = [2, 4, 14] as const
const further = 12

export async function playSmallExperiment(
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
    addNumbers(name, withoutIds(json), seen)
    return json
  }
  const created = await call("experiment", "POST", "/v1/experiments", {
    name: "audit",
    arms: ["a", "b"],
    horizon: 64,
    ...kind.request,
  })
  const { id } = created.json as { id?: string }
  if (created.status !== 201 || id === undefined)
    throw new Error(`the service must take an experiment of ${kind.name}, got ${created.text}`)
  const base = `/v1/experiments/${id}`
  const decide = async (name: string, count: number): Promise<string[]> => {
    const decisions = Array.from({ length: count }, () => ({}))
    const { json } = await call(name, "POST", `${base}/decisions:batch`, { decisions })
    const { results } = json as { results: { decisionId: string; arm: string }[] }
    const arms = results.map(({ arm }) => (arm === "a" ? 1 : 0))
    addNumbers(name, arms, seen)
    seen[`${name}: pulls of a`] = arms.reduce<number>((sum, one) => sum + one, 0)
    return results.map(({ decisionId }) => decisionId)
  }
  const decided = await decide(
    "first decisions",
    looks.reduce((sum, count) => sum + count, 0),
  )
  const [record = ""] = decided
  let given = 0
  for (const [look, count] of looks.entries()) {
    const some = decided.slice(given, given + count)
    given += count
    const rewards = some.map((decisionId) => ({ decisionId, ...outcome(kind, decisionId === record ? world : 0.5) }))
    const { json } = await call(`rewards ${look}`, "POST", `${base}/rewards:batch`, { rewards })
    addNumbers(`rewards ${look}`, withoutIds(json), seen)
    await read(`estimates ${look}`, `${base}/estimates`)
    await read(`results ${look}`, `${base}/results`)
  }
  await decide("further decisions", further)
  // Whoever shares the key may try values: no answer may tell which was first.
  const again = [0, 1, 0.5, 2].map((value) => ({ decisionId: record, ...outcome(kind, value) }))
  const tried = await call("rewards again", "POST", `${base}/rewards:batch`, { rewards: again })
  addNumbers("rewards again", withoutIds(tried.json), seen)
  addNumbers(
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
  await call("exported decisions", "GET", `${base}/export?format=csv`)
  await call("exported ledger", "GET", `${base}/export?record=ledger&format=csv`)
  const stream = await service.line.ask("GET", `${base}/events`, undefined, (text) =>
    /event: progress\ndata: .*\n\n/.test(text),
  )
  for (const [index, [, data]] of [...stream.text.matchAll(/^data: (.*)$/gm)].entries())
    addNumbers(`event ${index}`, JSON.parse(data ?? "null"), seen)
  const metrics = metricsOf((await service.line.ask("GET", "/metrics")).text, id)
  for (const [name, value] of Object.entries(metrics)) seen[`metric ${name}`] = value - (service.metrics[name] ?? 0)
  for (const [index, text] of service.takeLog().entries())
    addNumbers(`log ${index}`, withoutIds(JSON.parse(text)), seen)
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
function metricsOf(text: string, id: string): Numbers {
  const numbers: Numbers = {}
  for (const line of text.split("\n")) {
    const found = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line.replace(id, "this"))
    if (found !== null && !/_seconds_(sum|bucket)/.test(line)) numbers[found[1] ?? ""] = Number(found[2])
  }
  return numbers
}
