// docs/scaling.md and results/README.md say what follows from the measured costs, and the
// simulation agrees with the measured run.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { Measured } from "./measured.ts"
import { million, planCapacity } from "./plan-capacity.ts"
import {
  formatScalingResults,
  formatScalingSection,
  plainText,
  readMeasured,
  readSection,
  withSection,
} from "./scaling-markdown.ts"
import { compareTails, compareWithRun } from "./shard-waits.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const measured = readMeasured()

test("the pages say what write-results.ts computes from the measured costs", () => {
  const page = read("../../docs/scaling.md")
  const section = formatScalingSection(measured)
  expect(plainText(readSection(page))).toBe(plainText(section))
  expect(plainText(read("results/README.md"))).toBe(plainText(formatScalingResults(measured)))
  expect(readSection(withSection(page, section)).trim()).toBe(section.trim())
})

test("a plan is the product of costs and load", () => {
  const row = { experiments: 50, replica: 30e-6, server: 48e-6, log: 1000, tables: 500, perCommit: 20 }
  const rows = ["single decisions, 50 experiments", "hundreds with rewards, 50"].map((name) => ({ ...row, name }))
  const batches = (["decisions", "rewards"] as const).map((kind) => ({
    ...{ kind, requests: 1000, experiments: 1, wall: 0.02, server: 0.01, replica: 0.01 },
  }))
  const given: Measured = {
    capacity: { load: 0, rows },
    batches: { machine: { cores: 2, node: "", load: 0 }, batches, waits: [] },
  }
  expect(planCapacity(given, million)).toEqual({
    replicas: { batches: 50, singles: 100 },
    postgresCores: 80,
    shards: 10,
    replicasPerShard: 5,
    experimentsPerShard: 1000,
    log: 1e9,
    logPerShard: 1e8,
    diskPerDay: 43.2e12,
    hottest: 25_000,
  })
})

test("the simulation of the measured run comes within a factor of three of half of its waits", () => {
  for (const { measured: run, simulated } of compareWithRun(measured)) {
    const what = `${run.rate} a second in ${run.experiments}`
    expect(simulated.p50 / run.p50, what).toBeGreaterThan(1 / 3)
    expect(simulated.p50 / run.p50, what).toBeLessThan(3)
  }
})

test("99 % of decisions were answered within 1.8 to 12 times the simulated time, and the pages say so", () => {
  const { least, most } = compareTails(compareWithRun(measured))
  // Never shorter: the simulation leaves out pauses and adds none.
  expect([least.toFixed(1), most.toFixed(0)]).toEqual(["1.8", "12"])
  const stated = "were answered was 1.8 to 12 times as long in the measured run (on a busy machine, load 20)"
  for (const page of ["../../docs/scaling.md", "results/README.md"]) expect(plainText(read(page))).toContain(stated)
})
