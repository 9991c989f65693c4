// Two builds on one database: the one in this checkout, and a next one with one more step of the
// tables (testing/second-build.ts). Real processes.

import { hostname } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { listReplicas } from "../../store-commands/list-replicas.ts"
import { selectRows } from "../../testing/run-sql.ts"
import { buildSecond, nextFormat } from "../../testing/second-build.ts"
import { endProcess, type ProcessOptions, type ServiceProcess, startProcess } from "../../testing/service-process.ts"
import { testDatabase } from "../../testing/test-database.ts"
import { version } from "../../version.ts"

const format = nextFormat - 1
let breaking = ""
let adding = ""
beforeAll(async () => {
  breaking = await buildSecond({ version: "9.0.0", oldestProgram: nextFormat })
  adding = await buildSecond({ version: "8.0.0", oldestProgram: format })
}, 60_000)

async function start(url: string, options: ProcessOptions = {}, upgradeWaitMs = 0): Promise<ServiceProcess> {
  const args = ["16", JSON.stringify({ heartbeatMs: 150, upgradeWaitMs })]
  const started = await startProcess(url, { ...options, args })
  onTestFinished(() => endProcess(started, "SIGKILL"))
  return started
}

async function send({ address }: ServiceProcess, path: string, body: object) {
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${address}/v1/experiments${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { id: string; detail?: string } }
}

const request = { name: "x", arms: ["a", "b"], horizon: 1000, answers: "all", privacy: { eta: 1 } }

const listed = async (url: string) =>
  (await listReplicas(url)).map(({ process, version, format, isRunning }) => ({ process, version, format, isRunning }))

test("a migration past an older replica names it, waits for it, and happens once it has stopped", async () => {
  const url = await testDatabase()
  const old = await start(url)
  const { id } = (await send(old, "", request)).body
  const named = `only once this replica has stopped: ${hostname()} (process ${old.process.pid}, version ${version}, format version ${format}, since 20`
  await expect(start(url, { file: breaking })).rejects.toThrow(named)
  let warned = ""
  const waits = new Promise<void>((resolve) => {
    const onWarning = (text: string) => {
      warned += text
      resolve()
    }
    void start(url, { file: breaking, onWarning }, 60_000).then((started) => {
      next = started
    })
  })
  let next: ServiceProcess | undefined
  await waits
  expect(warned).toContain(named)
  // Meanwhile the older one goes on as before.
  expect((await send(old, `/${id}/decisions`, {})).status).toBe(201)
  expect(next).toBeUndefined()
  await endProcess(old, "SIGTERM")
  await expect.poll(() => next?.address, { timeout: 20_000 }).toBeDefined()
  expect((await send(next as unknown as ServiceProcess, `/${id}/decisions`, {})).status).toBe(201)
  expect(await listed(url)).toEqual([
    { process: next?.process.pid, version: "9.0.0", format: nextFormat, isRunning: true },
  ])
  await expect(start(url)).rejects.toThrow(/knows only version \d+: use a newer program/)
}, 60_000)

/** Stops a replica between two transactions: within one it would hold locks. */
async function freeze({ process }: ServiceProcess, url: string): Promise<void> {
  const busySql =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
  for (let attempt = 0; attempt < 50; attempt++) {
    process.kill("SIGSTOP")
    if ((await selectRows(url, busySql)).length === 0) return
    process.kill("SIGCONT")
    await sleep(50)
  }
  throw new Error("the replica was in a transaction each time")
}

test("a killed replica goes by its heartbeat, and one that only stood still answers nothing after it", async () => {
  const url = await testDatabase()
  const [killed, stopped] = [await start(url), await start(url)]
  const { id } = (await send(stopped, "", request)).body
  await freeze(stopped, url)
  await endProcess(killed, "SIGKILL")
  const next = await start(url, { file: breaking }, 60_000)
  const row = (one: ServiceProcess) => ({ process: one.process.pid, version, format, isRunning: false })
  // On a busy machine its own heartbeat may be late for a moment.
  await expect
    .poll(() => listed(url), { timeout: 10_000 })
    .toEqual([
      row(killed),
      row(stopped),
      { process: next.process.pid, version: "9.0.0", format: nextFormat, isRunning: true },
    ])
  stopped.process.kill("SIGCONT")
  const late = await send(stopped, `/${id}/decisions`, {})
  expect(late).toMatchObject({ status: 503, body: { detail: expect.stringMatching(/use a newer program/) } })
  expect(await selectRows(url, "SELECT 1 FROM armistice.decisions")).toEqual([])
  expect((await send(next, `/${id}/decisions`, {})).status).toBe(201)
  // It is on the list again, so that someone stops it.
  await expect.poll(async () => (await listed(url))[1]?.isRunning, { timeout: 10_000 }).toBe(true)
}, 60_000)

test("an addition lets both versions run side by side", async () => {
  const url = await testDatabase()
  const old = await start(url)
  const next = await start(url, { file: adding })
  const { id } = (await send(next, "", request)).body
  for (const one of [old, next, old]) expect((await send(one, `/${id}/decisions`, {})).status).toBe(201)
  expect(await listed(url)).toEqual([
    { process: old.process.pid, version, format, isRunning: true },
    { process: next.process.pid, version: "8.0.0", format: nextFormat, isRunning: true },
  ])
  const metrics = await (await fetch(`${old.address}/metrics`)).text()
  expect(metrics).toContain(`armistice_replicas{version="${version}",format="${format}"} 1\n`)
  expect(metrics).toContain(`armistice_replicas{version="8.0.0",format="${nextFormat}"} 1\n`)
}, 60_000)
