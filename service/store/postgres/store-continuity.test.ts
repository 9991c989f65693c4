import { expect, onTestFinished, test } from "vitest"
import { testDatabase } from "../../testing/test-database.ts"
import { openPostgresStore } from "./postgres-store.ts"
import { StoreContinuity } from "./store-continuity.ts"

test("a commit before the store was last looked at is looked for, whenever its answer comes", async () => {
  const store = await openPostgresStore(await testDatabase())
  onTestFinished(() => store.close())
  const continuity = new StoreContinuity(store)
  expect(await continuity.start(async () => undefined)).toBeNull()
  const before = continuity.era
  continuity.suspect()
  const isSame = async () => continuity.isSame(await store.serverTime(false))
  await continuity.settle()
  continuity.note("exp_now", { version: 1, sequence: 1, journal: "a" }, continuity.era)
  expect(await isSame()).toBe(true)
  // A commit of the era before, whose answer was late: the server may have been replaced in
  // between.
  continuity.note("exp_late", { version: 1, sequence: 1, journal: "a" }, before)
  expect(await isSame()).toBe(false)
})

test("a look at an unchanged store leaves everyone else in the same era", async () => {
  const store = await openPostgresStore(await testDatabase())
  onTestFinished(() => store.close())
  const continuity = new StoreContinuity(store)
  await continuity.start(async () => undefined)
  const { era } = continuity
  await continuity.settle()
  expect(continuity.era).toBe(era)
  continuity.suspect()
  await continuity.settle()
  expect(continuity.era).not.toBe(era)
})
