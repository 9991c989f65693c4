// An experiment's state after a restart, from its last snapshot and the journal after it.

import { join } from "node:path"
import { expect, test } from "vitest"
import { demo, TestClock, temporaryFolder, testService } from "../testing/test-service.ts"

test.each(["gdp-imed", "gdp-ts"])("a filter remembers what %s spent before the last snapshot", async (name) => {
  const path = join(temporaryFolder(), "filter.db")
  const clock = new TestClock()
  const first = await testService({ path, clockFrom: clock, snapshotEvery: 5 })
  const { id } = (await first.service.createExperiment({ ...demo, missing: "ignore" as const, algorithm: { name } }))
    .live.experiment
  let round = 0
  const live = first.service.live(id)
  // After a release, on until a snapshot has been taken, so that no release is left to be played
  // again.
  for (; live.ledgerIndex < 3 || live.unsaved > 0; round++) {
    await first.service.decide(id, { decisionId: `d${round}` }, "local")
    if (live.ledgerIndex < 3) await first.service.reward(id, `d${round}`, 1, "local")
  }
  const spent = live.spent()
  expect(spent).toBeGreaterThan(0.9)
  const released = first.store.ledger(id, 0, 10)
  first.store.close()
  const again = (await testService({ path, clockFrom: clock, snapshotEvery: 5 })).service.live(id)
  expect(again.spent()).toBe(spent)
  expect(released).toHaveLength(3)
  for (const entry of released) expect(() => again.respend(entry)).toThrow(/exceeds|must follow each other/)
})
