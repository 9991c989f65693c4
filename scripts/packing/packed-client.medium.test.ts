// The library and the client, installed without anything else in someone else's strict project.

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { apiTypes } from "../api-types/api-types.ts"
import { root } from "../repository.ts"
import { pack } from "./pack.ts"
import { packageProblems } from "./package-problems.ts"
import { complaints, ways } from "./testing/strict-project.ts"

let folder = ""
let tarballs: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "armistice-strict-"))
  // The service brings the schemas that the client's types are made from.
  const packed = pack(["core", "client", "service"], join(folder, "tarballs"))
  tarballs = packed.map(({ file }) => file)
  for (const { name, file } of packed) {
    if (name === "@armistice/service") continue
    mkdirSync(join(folder, "node_modules", name), { recursive: true })
    execFileSync("tar", ["-xzf", file, "-C", join(folder, "node_modules", name), "--strip-components=1"])
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
  writeFileSync(join(folder, "app.ts"), app)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An `any` anywhere would let the lines through that must not compile. */
const app = `import { ArmisticeClient, type DecisionView, type ExperimentCreate, type Problem } from "@armistice/client"
import { Bandit } from "@armistice/core"

const wanted: ExperimentCreate = { name: "x", arms: ["a", "b"], horizon: 10, answers: "all" as const, privacy: { eta: 1 } }
const client = new ArmisticeClient({ baseUrl: "http://127.0.0.1:4600" })
const made = await client.createExperiment(wanted)
const id: string = made.id
// @ts-expect-error
const wrong: string = made.guarantee.eta
// @ts-expect-error
const missing: ExperimentCreate = { name: "x" }
// @ts-expect-error
const noStatus: DecisionView["status"] = "elsewhere"
const results = await client.experiment(id).results()
const state: "clear" | "leaning" | undefined | string = results.segments[0]?.state
// @ts-expect-error
results.segments[0]?.states
export const code = (problem: Problem): string => problem.code
export const bandit = new Bandit({ arms: ["a", "b"], algorithm: "gdp-imed", parameters: { eta: 1, horizon: 100 } })
export { wrong, missing, noStatus, state }
`

test.each(ways)("$compiler with $resolution: types are whole, and none is any", async (way) => {
  expect(await complaints(folder, ["app.ts"], way)).toBe("")
})

const quickWays = ways.filter(({ compiler }) => compiler === "typescript")

test("a type that does not travel along is noticed", async () => {
  const path = join(folder, "node_modules/@armistice/client/types/api.d.ts")
  const text = readFileSync(path, "utf8")
  try {
    writeFileSync(path, text.replace("export type DecisionCreate =", "export type Gone ="))
    for (const way of quickWays) expect(await complaints(folder, ["app.ts"], way)).toMatch(/DecisionCreate/)
    const entry = join(folder, "node_modules/@armistice/client/types/decide.d.ts")
    const before = readFileSync(entry, "utf8")
    writeFileSync(entry, before.replace('"./api.ts"', '"@armistice/service/api"'))
    for (const way of quickWays)
      expect(await complaints(folder, ["app.ts"], way)).toMatch(/TS2307.*@armistice\/service/)
    writeFileSync(entry, before)
  } finally {
    writeFileSync(path, text)
  }
})

test("the types of the API are those of the service's schemas, each way", async () => {
  const api = await apiTypes()
  const names = [...api.matchAll(/^export type (\w+) =/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  // In the clone, where both are found.
  const here = mkdtempSync(join(root, "node_modules", ".api-types-"))
  try {
    const checks = names.map(
      (name) =>
        `export const check${name}: [Packed.${name}, Own.${name}] extends [Own.${name}, Packed.${name}] ? true : never = true`,
    )
    const head = 'import type * as Packed from "./api.ts"\nimport type * as Own from "@armistice/service/api"\n'
    writeFileSync(join(here, "api.ts"), api)
    writeFileSync(join(here, "same.ts"), `${head}${checks.join("\n")}\n`)
    const inTheClone = { types: ["node"], skipLibCheck: true }
    const way = { compiler: "typescript", resolution: "bundler" } as const
    expect(await complaints(here, ["same.ts"], way, inTheClone)).toBe("")
    writeFileSync(join(here, "api.ts"), api.replace("decisionId: string;", "decisionId: number;"))
    expect(await complaints(here, ["same.ts"], way, inTheClone)).toMatch(
      /check\w+.*not assignable|not assignable to type 'never'/,
    )
  } finally {
    rmSync(here, { recursive: true, force: true })
  }
})

test("no package is needed that is not named, and none is named that must not be", () => {
  expect(tarballs.flatMap(packageProblems)).toEqual([])
  const [core = ""] = tarballs
  const broken = join(folder, "broken")
  mkdirSync(broken)
  execFileSync("tar", ["-xzf", core, "-C", broken])
  const path = join(broken, "package/dist/index.d.ts")
  writeFileSync(path, `import type { Pool } from "pg"\nexport declare const pool: Pool\n${readFileSync(path, "utf8")}`)
  rmSync(join(broken, "package/LICENSE"))
  const again = join(folder, "broken.tgz")
  execFileSync("tar", ["-czf", again, "-C", broken, "package"])
  expect(packageProblems(again)).toEqual([
    "@armistice/core must have a LICENSE",
    "@armistice/core must name pg as a dependency, which dist/index.d.ts imports",
    "@armistice/core must name @types/pg as a dependency, which dist/index.d.ts imports",
  ])
})
