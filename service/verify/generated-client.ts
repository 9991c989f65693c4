// A client generated from /openapi.json by openapi-typescript compiles and works against the
// service. Needs the npm registry, since the generator wants another TypeScript than ours. Part of
// npm run verify.

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startService } from "../start-service.ts"

const folder = mkdtempSync(join(tmpdir(), "armistice-generated-"))
const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] })

const program = `import createClient from "openapi-fetch"
import type { paths } from "./schema.ts"

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" })
const created = await client.POST("/v1/experiments", { body: { name: "generated", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } } })
const id = created.data?.id
if (id === undefined) throw new Error("no experiment")
const path = { id }
const decided = await client.POST("/v1/experiments/{id}/decisions", { params: { path }, body: { decisionId: "d-1" } })
const arm: string | undefined = decided.data?.arm
if (arm !== "a" && arm !== "b") throw new Error("no arm")
const rewarded = await client.PUT("/v1/experiments/{id}/decisions/{decisionId}/reward", { params: { path: { id, decisionId: "d-1" } }, body: { value: 1 } })
if (rewarded.response.status !== 204) throw new Error("no reward")
const batch = await client.POST("/v1/experiments/{id}/decisions:batch", { params: { path }, body: { decisions: [{}, {}] } })
if (batch.data?.results.length !== 2) throw new Error("no batch")
const privacy = await client.GET("/v1/experiments/{id}/privacy", { params: { path } })
if (privacy.data?.guarantee.eta !== 1) throw new Error("no guarantee")
// Everything that came later: metrics, one address for rewards, results, words, the list, activity, populations, the end and the purge.
const limited = await client.PUT("/v1/populations/{name}", { params: { path: { name: "p" } }, body: { limit: 2 } })
if (limited.data?.limit !== 2) throw new Error("no population")
const metric = { name: "complaint", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0 } as const
const more = { description: "words", labels: ["shop"], evenShare: 0.2, worthwhile: 0.01, control: "a", stopWhen: "clear" } as const
const watched = await client.POST("/v1/experiments", { body: { name: "watched", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 }, sticky: true, population: "p", rewardWindowSeconds: 0.05, metrics: [metric], ...more } })
const other = { id: watched.data?.id ?? "" }
if (watched.data?.guarantee.kind !== "gdp" || watched.data.metrics[0]?.name !== "complaint") throw new Error("no metrics")
const seen = await client.POST("/v1/experiments/{id}/decisions", { params: { path: other }, body: { subject: "someone" } })
if (seen.data?.status !== "running") throw new Error("no status")
const told = await client.POST("/v1/experiments/{id}/rewards", { params: { path: other }, body: { subject: "someone", value: 1, metrics: { complaint: 0 } } })
if (told.response.status !== 204) throw new Error("no reward by subject")
const results = await client.GET("/v1/experiments/{id}/results", { params: { path: other } })
if (typeof results.data !== "object") throw new Error("no results")
const state: "no_answers" | "too_early" | "leaning" | "clear" | "guardrail" | "no_difference" | "ended_undecided" | undefined = results.data.segments[0]?.state
if (state !== "no_answers") throw new Error("no verdict")
const history = await client.GET("/v1/experiments/{id}/results/history", { params: { path: other } })
if (history.data?.results.length !== 0) throw new Error("no history")
const edited = await client.PATCH("/v1/experiments/{id}", { params: { path: other }, body: { labels: ["shop", "autumn"] } })
if (edited.data?.labels.length !== 2) throw new Error("no words")
const found = await client.GET("/v1/experiments", { params: { query: { q: "watched", label: "autumn" } } })
if (found.data?.experiments[0]?.id !== other.id || found.data.counts === undefined) throw new Error("no list")
await client.POST("/v1/experiments/{id}/finish", { params: { path: other } })
await new Promise((resolve) => setTimeout(resolve, 200))
const purged = await client.POST("/v1/experiments/{id}/purge", { params: { path: other } })
if (purged.data?.purgedAt === undefined) throw new Error("no purge")
const activity = await client.GET("/v1/experiments/{id}/activity", { params: { path: other } })
if (activity.data?.activity.at(-1)?.action !== "purge") throw new Error("no activity")
const people = await client.GET("/v1/populations/{name}", { params: { path: { name: "p" } } })
if (people.data?.people !== 1) throw new Error("no people")
const refused = await client.GET("/v1/experiments/{id}", { params: { path: { id: "exp_nothing" } } })
if (refused.response.status !== 404) throw new Error("no refusal")
console.log("the generated client works")
`

const service = await startService({ store: join(folder, "test.db"), port: 0 })
try {
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${service.address}/openapi.json`)).text())
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}')
  writeFileSync(join(folder, "try.ts"), program)
  run("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "openapi-typescript@7.9.1",
    "openapi-fetch@0.14.0",
    "typescript@5.9.3",
    "@types/node@20.19.43",
  ])
  run("npx", ["openapi-typescript", "openapi.json", "-o", "schema.ts"])
  const compile = "tsc --strict --target es2022 --module nodenext --skipLibCheck try.ts".split(" ")
  run("npx", [...compile, "--allowImportingTsExtensions", "--noEmit"])
  run("npx", [...compile, "--rewriteRelativeImportExtensions"])
  // Not spawnSync: the service lives in this process.
  const { spawn } = await import("node:child_process")
  const code = await new Promise<number | null>((resolve) =>
    spawn(process.execPath, ["try.js", service.address], { cwd: folder, stdio: "inherit" }).on("exit", resolve),
  )
  process.exitCode = code ?? 1
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
