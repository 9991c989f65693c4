// npm run bench:context [seconds] [rounds]: decisions a second of an experiment with context beside GDP-IMED's with as many arms, on both
// stores at the service's interface, with rewards and without; and the size of the state. Both take turns; medians of the rounds.

import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import type { ExperimentRequest } from "../experiment-request.ts"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { startPostgres } from "../testing/postgres-server.ts"

const seconds = Number(process.argv[2] ?? 2)
const rounds = Number(process.argv[3] ?? 5)
const callers = 500
const arms = Array.from({ length: 10 }, (_, arm) => `arm ${arm}`)
const levels = Array.from({ length: 30 }, (_, level) => `level ${level}`)
const say = (text: string) => process.stdout.write(`${text}\n`)

const plain = {
  name: "without context",
  arms,
  horizon: 1e7,
  answers: "all",
  privacy: { eta: 1 },
} as const satisfies ExperimentRequest

const threeOfTen = Object.fromEntries(["one", "two", "three"].map((name) => [name, { levels: levels.slice(0, 10) }]))
const tenNumbers = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, { range: [0, 1] as const }]))
const declare = (attributes: NonNullable<ExperimentRequest["context"]>["attributes"]): ExperimentRequest => ({
  ...plain,
  context: { protection: "none", attributes },
})

interface Setting {
  readonly request: ExperimentRequest
  readonly draw: () => Record<string, string | number>
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

const settings: Readonly<Record<string, Setting>> = {
  "GDP-IMED, 10 arms": { request: plain, draw: () => ({}) },
  "one attribute of 30 levels": {
    request: declare({ level: { levels } }),
    draw: () => ({ level: anyOf(levels) }),
  },
  "three attributes of 10 levels": {
    request: declare(threeOfTen),
    draw: () => Object.fromEntries(Object.keys(threeOfTen).map((name) => [name, anyOf(levels.slice(0, 10))])),
  },
  "30 numbers": {
    request: declare(tenNumbers),
    draw: () => Object.fromEntries(Object.keys(tenNumbers).map((name) => [name, Math.random()])),
  },
}

interface Running {
  readonly service: Service
  readonly id: string
  readonly setting: Setting
}

async function decideOne({ service, id, setting }: Running, isAnswered: boolean): Promise<void> {
  const context = setting.draw()
  const { decisionId, arm } = await service.decide(
    id,
    setting.request.context === undefined ? {} : { context },
    "local",
  )
  const rate = 0.3 + 0.04 * arms.indexOf(arm)
  if (isAnswered) await service.reward(id, decisionId, Math.random() < rate ? 1 : 0, "local")
}

/** Decisions a second of so many callers that each wait for their answers. */
async function rateOf(running: Running, isAnswered: boolean): Promise<number> {
  let count = 0
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < seconds * 1000) {
      await decideOne(running, isAnswered)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (count / (performance.now() - start)) * 1000
}

async function warm(service: Service, setting: Setting): Promise<Running> {
  const running = { service, setting, id: (await service.createExperiment(setting.request)).live.experiment.id }
  for (let made = 0; made < 5_000; made += callers)
    await Promise.all(Array.from({ length: callers }, () => decideOne(running, true)))
  return running
}

const medianOf = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

async function measure(kind: string, service: Service): Promise<void> {
  const running: Running[] = []
  for (const setting of Object.values(settings)) running.push(await warm(service, setting))
  const rates = running.map((): [number[], number[]] => [[], []])
  for (let round = 0; round < rounds; round++)
    for (const [at, one] of running.entries())
      for (const isAnswered of [false, true]) rates[at]?.[Number(isAnswered)]?.push(await rateOf(one, isAnswered))
  const medians = rates.map((both) => both.map(medianOf)) as [number, number][]
  const [usual] = medians as [[number, number]]
  say(`\n${kind}: decisions a second, unanswered and answered; beside GDP-IMED's (at least 0.33); kilobytes of state`)
  for (const [at, name] of Object.keys(settings).entries()) {
    const [decided, answered] = medians[at] as [number, number]
    const size = (await service.live(running[at]?.id as string)).snapshot().state.length / 1000
    const figures = [decided, answered].map(
      (rate, which) => `${Math.round(rate)} (${(rate / (usual[which] as number)).toFixed(2)})`,
    )
    say(`${name.padEnd(32)} ${figures.map((text) => text.padStart(16)).join("")} ${size.toFixed(0).padStart(8)} kB`)
  }
}

const options = { subjectKey: new Uint8Array(32), largestBatch: 1000, requestTimeoutMs: 60_000 }
const folder = mkdtempSync(join(tmpdir(), "armistice-bench-"))
const server = await startPostgres({ shared_buffers: "256MB" })
const open: Service[] = []
try {
  say(`medians of ${rounds} rounds of ${seconds} s, ${callers} callers; load ${loadavg()[0]?.toFixed(1)}`)
  open.push(await Service.start({ ...options, store: openSqliteStore(join(folder, "bench.db"), { owns: true }) }))
  await measure("SQLite", open[0] as Service)
  open.push(await Service.start({ ...options, store: await openPostgresStore(server.url) }))
  await measure("Postgres", open[1] as Service)
} finally {
  for (const service of open) await service.close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
