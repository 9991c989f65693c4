// The text of docs/scaling.md about a million decisions a second, and of results/README.md about
// the measurements: every figure is computed from the measured costs.

import { readFileSync } from "node:fs"
import { formatTable } from "../markdown-table.ts"
import {
  type BatchFile,
  type CapacityFile,
  computeIdle,
  findHottestRate,
  fitBatches,
  type Measured,
} from "./measured.ts"
import { computeHottest, findBatchedRow, findSingleRow, million, planCapacity } from "./plan-capacity.ts"
import { compareTails, compareWithRun, loads, type ShardWaits, simulateShard, variants } from "./shard-waits.ts"

const results = new URL("results/", import.meta.url)

const readJson = <Content>(name: string): Content => JSON.parse(readFileSync(new URL(name, results), "utf8")) as Content

export const readMeasured = (): Measured => ({
  capacity: readJson<CapacityFile>("capacity.json"),
  batches: readJson<BatchFile>("batches.json"),
})

const whole = (value: number): string => Math.round(value).toLocaleString("en")
const digits = (value: number): string => whole(Number(value.toPrecision(2)))
const micro = (seconds: number): string => `${whole(seconds * 1e6)} µs`
const milli = (seconds: number): string => (seconds < 0.0095 ? (seconds * 1000).toFixed(1) : whole(seconds * 1000))
const percent = (share: number): string => `${whole(share * 100)} %`
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`

/** The rows of docs/scaling.md that are copied by hand from `npm run bench:store`, by load. */
const storeRates = "27,000 to 62,000"

const heading = "## A million decisions a second"
const next = "## Distributed Postgres"

/** A page with this section in the place of the one that it has. */
export function withSection(page: string, section: string): string {
  const [from, to] = [page.indexOf(heading), page.indexOf(next)]
  if (from < 0 || to < from) throw new Error(`the page must have "${heading}" before "${next}"`)
  return `${page.slice(0, from)}${section}\n${page.slice(to)}`
}

/** The same section of a page, up to spaces and the width of its tables. */
export const plainText = (text: string): string => text.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim()

export function readSection(page: string): string {
  const [from, to] = [page.indexOf(heading), page.indexOf(next)]
  return page.slice(from, to)
}

const shardWaits = (measured: Measured): ShardWaits[] =>
  loads.flatMap((load) => variants.map((variant) => simulateShard(measured, million, load, variant)))

export function formatScalingSection(measured: Measured): string {
  const plan = planCapacity(measured, million)
  const [batched, single] = [findBatchedRow(measured), findSingleRow(measured)]
  const { use, coresPerShard, decisions, experiments } = million
  const rate = decisions / plan.shards
  const without = findHottestRate(measured.batches).decisions
  const load = whole(measured.batches.machine.load)
  const rows = [
    ["replicas, hundreds in a request", `10⁶ × ${micro(batched.replica)} / ${use}`, `${plan.replicas.batches} cores`],
    ["replicas, single requests", `2 × 10⁶ × ${micro(single.replica)} / ${use}`, `${plan.replicas.singles} cores`],
    ["Postgres", `10⁶ × ${micro(batched.server)} / ${use}`, `${plan.postgresCores} cores`],
    ["shards", `${plan.postgresCores} / ${coresPerShard} cores each`, `${plan.shards}`],
    ["log", `10⁶ × ${whole(batched.log)} B`, `${gigabytes(plan.log)}/s, ${megabytes(plan.logPerShard)}/s a shard`],
    ["disk", `10⁶ × ${whole(batched.tables)} B × 86,400 s`, `${whole(plan.diskPerDay / 1e12)} TB a day`],
  ]
  const hottest = [0, 0.5, 0.8, 1].map((skew) => {
    const busiest = computeHottest(million, skew)
    const parts = Math.ceil(busiest / (plan.hottest * use))
    return [String(skew), digits(busiest), parts === 1 ? "no" : `into ${parts} segments`]
  })
  return `${heading}

Nothing of this size was run. The figures are computed from measured costs by \`research/scaling/write-results.ts\`, which
writes this section; [its page](../research/scaling/results/README.md) has the costs and how they were measured. Every
decision has a reward, and processors may be busy for ${percent(use)} of the time.

${formatTable(["need", "from", "result"], rows)}

Each shard is a Postgres of its own with its replicas, and has its share of the ${whole(experiments)} experiments, about
${whole(plan.experimentsPerShard)}. The path of a decision crosses experiments only within a population, so a population
stays on one shard. A shard takes ${digits(rate)} decisions a second with
${plan.replicasPerShard} replicas. At this rate you must archive journals daily.

**Waiting.** A simulation of one shard with the measured costs: requests arrive at random times, wait in the queues of
their replica, and are committed in batches that hold the locks of their experiments. Milliseconds from arrival to
answer, for half and for 99 % of the requests; with a skew s the k-th most popular experiment gets requests in
proportion to k⁻ˢ. ${describeTail(measured)} So read the second number as the least that the slowest requests wait.

${waitsTable(shardWaits(measured))}

Route all requests of an experiment to one replica of its shard. If they go to any replica, many batches share
experiments at once and wait for each other's locks; \`npm run bench:store\` measures this for three replicas.

### One experiment

One experiment is the limit that shards do not move: its batches follow one another. The rates that were measured differ
by what they include. All are without HTTP, and with batches of 1,000:

${formatTable(
  ["decisions a second", "with rewards", "what was measured"],
  [
    [
      storeRates,
      "no",
      "`npm run bench:store` at loads of 8 and 4: two batches at a time, one collects while one commits",
    ],
    [digits(without), "no", `\`service-times.ts\` at a load of ${load}: one batch after the other`],
    [digits(plan.hottest), "one each", "the same, and each batch of decisions is followed by one of its rewards"],
  ],
)}

The plan uses the last of them, and lets an experiment use ${percent(use)} of it. The most popular of
${whole(experiments)} experiments gets:

${formatTable(["skew", "decisions a second", "must be split"], hottest)}

Split such an experiment into experiments by segment: each learns by itself and has its own guarantee.
`
}

/** How far the slowest requests of the simulation are from the measured ones. */
function describeTail(measured: Measured): string {
  const { least, most } = compareTails(compareWithRun(measured))
  return `The simulation has no pauses of the disk and no other programs: the time within which 99 % of the decisions
were answered was ${least.toFixed(1)} to ${most.toFixed(0)} times as long in the measured run (on a busy machine, load ${whole(measured.batches.machine.load)}).`
}

function waitsTable(rows: readonly ShardWaits[]): string {
  const shown = ({ p50, p99, isOverloaded }: ShardWaits) =>
    isOverloaded ? "grows without end" : `${milli(p50)} / ${milli(p99)}`
  const lines = loads.map((load) => {
    const own = rows.filter((row) => row.load === load)
    const [even] = own as [ShardWaits]
    return [
      percent(load),
      percent(even.serverUse),
      percent(even.replicaUse),
      `${digits(even.requestsPerBatch)} in ${digits(even.experimentsPerBatch)}`,
      ...own.map(shown),
    ]
  })
  const head = ["load", "Postgres busy", "replicas busy", "requests in experiments, per batch"]
  return formatTable([...head, ...variants.map(({ name }) => name)], lines)
}

export function formatScalingResults(measured: Measured): string {
  const { machine } = measured.batches
  const costs = (["decisions", "rewards"] as const).map((kind) => {
    const fitted = fitBatches(measured.batches, kind)
    const { server, replica } = fitted
    const parts = [server, replica].flatMap((cost) => [micro(cost.batch), micro(cost.experiment), micro(cost.request)])
    return [kind, ...parts, micro(computeIdle(fitted))]
  })
  const compared = compareWithRun(measured).map(({ measured: { experiments, rate, p50, p99 }, simulated }) => [
    whole(experiments),
    whole(rate),
    `${milli(p50)} / ${milli(p99)}`,
    `${milli(simulated.p50)} / ${milli(simulated.p99)}`,
  ])
  return `# Scaling

The inputs of [docs/scaling.md](../../../docs/scaling.md#a-million-decisions-a-second), measured on ${machine.cores} cores
with Node ${machine.node}, which clients, replica and Postgres shared (load ${machine.load.toFixed(1)} at the end).

\`\`\`sh
node --conditions=source --import=tsx service/verify/capacity.ts 5 research/scaling/results/capacity.json
node --conditions=source --import=tsx service/verify/service-times.ts 4 research/scaling/results/batches.json
node --conditions=source --import=tsx research/scaling/write-results.ts
\`\`\`

\`capacity.ts\` measures whole requests over HTTP. Per decision, with its reward where there is one:

${formatTable(
  ["requests", "replica", "Postgres", "log", "tables with indexes", "decisions per commit"],
  measured.capacity.rows.map((row) => [
    row.name,
    micro(row.replica),
    micro(row.server),
    `${whole(row.log)} B`,
    `${whole(row.tables)} B`,
    whole(row.perCommit),
  ]),
)}

\`service-times.ts\` measures single batches of a replica, from one request in one experiment to a thousand in a thousand.
The cost of a batch is fitted as so much for each batch, for each of its experiments and for each of its requests, with
the least squares of relative errors:

${formatTable(
  [
    "batch of",
    "Postgres: batch",
    "experiment",
    "request",
    "replica: batch",
    "experiment",
    "request",
    "disk and network",
  ],
  costs,
)}

It then sends decisions at random times. The simulation with the same costs, and a replica and Postgres on the same
cores, beside what was measured; milliseconds for half and for 99 % of the decisions:

${formatTable(["experiments", "decisions a second", "measured", "simulated"], compared)}

${describeTail(measured)}

\`simulate-store.test.ts\` compares the simulation with the exact waiting times of M/D/1 and M/G/1 queues.
`
}
