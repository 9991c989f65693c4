// npm run bench:list [experiments]: how long a page of the list takes with many experiments, on
// SQLite and on Postgres, without HTTP.

import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { defineExperiment } from "../create-experiment.ts"
import { Service } from "../service.ts"
import { noChanges } from "../store/changes.ts"
import type { ListQuery } from "../store/list.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import { newExperiment } from "../store/rows.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { startPostgres } from "../testing/postgres-server.ts"

const count = Number(process.argv[2] ?? 10_000)
const say = (text: string) => process.stdout.write(`${text}\n`)
const states = ["no_answers", "too_early", "leaning", "no_difference", "clear", "guardrail"] as const

const queries: Readonly<Record<string, Omit<ListQuery, "limit">>> = {
  "first page": { sort: "created" },
  "by release": { sort: "released" },
  "search, many": { sort: "created", q: "experiment 1" },
  "search, none": { sort: "created", q: "nowhere" },
  "by label": { sort: "created", label: "team 3" },
  "by state": { sort: "created", state: "guardrail" },
  "all together": { sort: "released", q: "what it", label: "all", state: "clear", status: "running", createdAfter: 0 },
}

async function fill(store: Store): Promise<void> {
  for (let number = 0; number < count; number += 100) {
    const made = Array.from({ length: 100 }, (_, index) => {
      const name = `experiment ${number + index}`
      return defineExperiment(
        { name, arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } },
        number + index,
      )
    })
    const labels = [`team ${(number / 100) % 7}`, "all"]
    await store.commit({
      ...noChanges(),
      experiments: made.map((one) => newExperiment(one, { name: one.name, description: "what it is for", labels })),
      currentResults: made.map(({ id }, index) => current(id, index)),
    })
  }
}

const current = (experiment: string, index: number): CurrentResultRow => ({
  experiment,
  segment: "",
  release: 1,
  at: (index * 7919) % 10_007,
  state: states[index % states.length] as CurrentResultRow["state"],
  verdict: "too_early",
  leader: 0,
  next: 1,
  difference: 0.1,
  low: 0,
  high: 0.2,
  recommended: 0,
  fixed: 0,
  body: JSON.stringify({ verdict: "x".repeat(1500) }),
})

async function measure(name: string, store: Store): Promise<void> {
  await fill(store)
  const service = await Service.start({ store, subjectKey: new Uint8Array(32) })
  for (const [what, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let again = 0; again < 25; again++) {
      const started = performance.now()
      await service.list({ ...query, limit: 50 })
      times.push(performance.now() - started)
    }
    times.sort((one, other) => one - other)
    say(`${name}, ${what}: quickest ${times[0]?.toFixed(1)} ms, median ${times[12]?.toFixed(1)} ms`)
  }
  await service.close()
}

say(`${count} experiments, load ${loadavg()[0]?.toFixed(1)}`)
const folder = mkdtempSync(join(tmpdir(), "armistice-"))
await measure("SQLite", openSqliteStore(join(folder, "list.db"), { owns: true }))
rmSync(folder, { recursive: true })
const server = await startPostgres()
try {
  await measure("Postgres", await openPostgresStore(server.url))
} finally {
  await server.remove()
}
