// The disks that a loss of power can leave, rebuilt from the recorded order of writes, flushes and
// renames, and opened by the real service. Needs no disk that can be cut off; `npm run
// verify:power` has those. The long form is crash-images.slow.test.ts.

import { expect, test } from "vitest"
import { temporaryFolder } from "../test-service.ts"
import { examineRestores, examineScenario } from "./examine-scenario.ts"
import { scenarios } from "./record.ts"
import type { DiskOperation } from "./recorded-disk.ts"

test.each(scenarios)("nothing acknowledged is lost where the power goes: %s", async (scenario) => {
  const count = scenario === "serve" ? 80 : 16
  const report = await examineScenario(scenario, temporaryFolder(), count)
  expect(report.problems).toEqual([])
  expect(report.images).toBe(count)
})

test("an older file that is put back after a loss of power is noticed", async () => {
  const report = await examineRestores(temporaryFolder(), 20)
  expect(report).toMatchObject({ images: 20, problems: [] })
})

/** The files that ever had a name that ends so. */
function filesNamed(operations: readonly DiskOperation[], ending: string): Set<number> {
  const named = operations.flatMap((one) => (one.kind === "names" ? one.set : []))
  return new Set(named.flatMap(([name, file]) => (file !== null && name.endsWith(ending) ? [file] : [])))
}

const dropFlush = (ending: string) => (operations: readonly DiskOperation[]) => {
  const files = filesNamed(operations, ending)
  return operations.filter((one) => !(one.kind === "flush" && files.has(one.file)))
}

test("a key that is not flushed before its fingerprint is committed is found out", async () => {
  const { problems } = await examineScenario("serve", temporaryFolder(), 30, dropFlush(".key"))
  expect(problems.filter((problem) => /the store does not start.*empty or cut off/.test(problem))).not.toEqual([])
})

test("names that are not flushed are found out: a key that is gone, a witness that is gone, a backup that is gone", async () => {
  const plant = (operations: readonly DiskOperation[]) =>
    operations.filter((one) => !(one.kind === "flush names" && one.by === "program"))
  const { problems } = await examineScenario("serve", temporaryFolder(), 30, plant)
  expect(
    problems.filter((problem) => /no key of the store's subjects: it must be in .* or be given/.test(problem)),
  ).not.toEqual([])
  const backup = await examineScenario("backup", temporaryFolder(), 30, plant)
  expect(backup.problems.filter((problem) => /the backup was acknowledged and is lost/.test(problem))).not.toEqual([])
})

test("a log that is not flushed with each commit is found out", async () => {
  const { problems } = await examineScenario("serve", temporaryFolder(), 30, dropFlush("-wal"))
  expect(problems.filter((problem) => /is lost$/.test(problem))).not.toEqual([])
})
