// npm run bench:waits: how long others wait while one asks for much. A thousand arms, then a
// thousand arms in twenty segments; for each kind of request the time it took, the longest stretch
// for which the process was busy with one thing by the clock and what the thread that answers had
// of a processor in it (much less: the machine stood still, not we), the longest by processor time,
// and the longest that a single decision of another experiment took beside it.

import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { steadyLoad } from "./steady-load.ts"

const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), "armistice-"))
const server = spawn(
  process.execPath,
  [new URL("./waits-server.mjs", import.meta.url).pathname, join(folder, "waits.db")],
  { stdio: ["pipe", "pipe", "inherit"] },
)
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
const nextLine = async <Value>() => JSON.parse((await lines.next()).value as string) as Value
type Started = Readonly<Record<"address" | "owner" | "decider" | "evaluator", string>>
const { address, owner, decider, evaluator } = await nextLine<Started>()

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const token = /decisions|rewards/.test(path) && method === "POST" ? decider : owner
  const answer = await fetch(`${address}/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  return (/^[[{]/.test(text) && !path.includes("export") ? JSON.parse(text) : text) as Answer
}

/** `used`: processor time of the whole process since the last call. */
async function busy(): Promise<Readonly<Record<"longest" | "usedInLongest" | "busiest" | "used", number>>> {
  server.stdin.write("\n")
  return nextLine()
}

const { id: other } = await call<{ id: string }>("POST", "experiments", {
  ...{ name: "other", arms: ["a", "b"], horizon: 1e6, answers: "all" as const, privacy: { eta: 1 } },
})

type Times = [took: number, longest: number, usedInLongest: number, busiest: number, waited: number]

const worst = new Map<string, Times>()
const used = new Map<string, number>()

/** The work, beside single decisions one after the other. */
async function measure<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  await busy()
  let [isOver, waited] = [false, 0]
  const beside = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await call("POST", `experiments/${other}/decisions`, {})
      waited = Math.max(waited, performance.now() - asked)
    }
  })()
  const started = performance.now()
  const result = await work()
  const took = performance.now() - started
  isOver = true
  await beside
  const now = await busy()
  used.set(what, now.used)
  const before = worst.get(what) ?? [0, 0, 0, 0, 0]
  const [longest, usedInLongest] = now.longest > before[1] ? [now.longest, now.usedInLongest] : [before[1], before[2]]
  const [most, busiest, wait] = [
    Math.max(took, before[0]),
    Math.max(now.busiest, before[3]),
    Math.max(waited, before[4]),
  ]
  worst.set(what, [most, longest, usedInLongest, busiest, wait])
  return result
}

async function experiment(label: string, armCount: number, segments: readonly string[] | null): Promise<void> {
  const arms = Array.from({ length: armCount }, (_, arm) => `arm ${arm}`)
  const request = { name: label, arms, horizon: 8 * armCount, answers: "all" as const, privacy: { eta: 1 } }
  const { id } = await measure(`${label}: create`, () =>
    call<{ id: string }>("POST", "experiments", segments === null ? request : { ...request, segments }),
  )
  const path = `experiments/${id}`
  // Three segments have answers; the state and the answers are as large as those of all.
  for (const segment of segments?.slice(0, 3) ?? [null])
    for (let round = 0; round < 3; round++) {
      const decisions = Array.from({ length: 1000 }, () => (segment === null ? {} : { segment }))
      const { results } = await measure(`${label}: 1,000 decisions`, () =>
        call<{ results: { decisionId: string }[] }>("POST", `${path}/decisions:batch`, { decisions }),
      )
      const rewards = results.map(({ decisionId }, index) => ({ decisionId, value: (index * 7919) % 3 === 0 ? 1 : 0 }))
      await measure(`${label}: 1,000 rewards`, () => call("POST", `${path}/rewards:batch`, { rewards }))
      await measure(`${label}: estimates`, () => call("GET", `${path}/estimates`))
      await measure(`${label}: results`, () => call("GET", `${path}/results`))
      await measure(`${label}: results as CSV`, () => call("GET", `${path}/results?format=csv`))
    }
  for (const asked of ["results/history?limit=200", "export?record=decisions", "export?record=ledger", "statement"])
    await measure(`${label}: ${asked.replace(/[?].*=/, ", ")}`, () => call("GET", `${path}/${asked}`))
  await measure(`${label}: list`, () => call("GET", "experiments?limit=50"))
  await measure(`${label}: finish`, () => call("POST", `${path}/finish`, {}))
}

say(`load ${loadavg()[0]?.toFixed(1)}; milliseconds`)
// "bulk": that part alone.
if (process.argv[2] !== "bulk") {
  await experiment("1,000 arms", 1000, null)
  await experiment(
    "1,000 arms in 20 segments",
    1000,
    Array.from({ length: 20 }, (_, index) => `segment ${index}`),
  )
}
/**
 * 20 flags for each of 1,000 people in a second, one of twenty of them new, beside decisions of
 * another experiment.
 */
async function bulkEvaluations(): Promise<void> {
  const [flagCount, rate, seconds, known, label] = [20, 1000, 10, 2000, "1,000 bulk evaluations a second"] as const
  for (let flag = 0; flag < flagCount; flag++)
    await call("POST", "experiments", {
      ...{ name: `flag ${flag}`, arms: ["a", "b", "c"], horizon: 1e6, answers: "all", privacy: { eta: 1 } },
      ...{ sticky: true, bulk: true },
    })
  const url = `${address}/ofrep/v1/evaluate/flags`
  const headers = { authorization: `Bearer ${evaluator}`, "content-type": "application/json" }
  const bodyFor = (person: string) => JSON.stringify({ context: { targetingKey: person } })
  const makeBody = (request: number) => bodyFor(request % 20 === 0 ? `new ${request}` : `known ${request % known}`)
  for (let person = 0; person < known; person++)
    await fetch(url, { method: "POST", headers, body: bodyFor(`known ${person}`) }).then((answer) => answer.text())
  const { took, fromDue } = await measure(label, () => steadyLoad({ url, headers, rate, seconds, makeBody }))
  const at = (list: Float64Array, share: number) => (list[Math.floor(share * (list.length - 1))] as number).toFixed(1)
  const shares = [0.5, 0.99, 0.999, 1]
  say(`${label}, ${flagCount} flags each, 5 % for new people, for ${seconds} seconds; milliseconds`)
  say(`  of half, 99 %, 99.9 % and all of them: ${shares.map((share) => at(took, share)).join(", ")}`)
  say(`  the same from when they were due: ${shares.map((share) => at(fromDue, share)).join(", ")}`)
  const each = (used.get(label) as number) / took.length
  say(`  processor time of the server for each, with the decisions beside it: ${each.toFixed(2)}`)
}

await bulkEvaluations()
const row = (cells: readonly string[]) =>
  say(cells.map((cell, at) => (at === 0 ? cell.padEnd(46) : cell.padStart(11))).join(""))
row(["", "took", "busy", "of it used", "most used", "others"])
for (const [what, times] of worst) row([what, ...times.map((time) => time.toFixed(0))])
const all = [...worst.values()]
const most = (at: number) => Math.max(...all.map((times) => times[at] as number)).toFixed(0)
const [, , usedInLongest = 0] = all.reduce((one, other) => (other[1] > one[1] ? other : one))
row(["longest of all", "", most(1), usedInLongest.toFixed(0), most(3), most(4)])
server.stdin.end()
await new Promise((resolve) => server.once("exit", resolve))
rmSync(folder, { recursive: true })
