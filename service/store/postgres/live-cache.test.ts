// The cache of an experiment is used only where the rows go on from it.

import { expect, test } from "vitest"
import { defineExperiment } from "../../create-experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import { LiveExperiment } from "../../live/live-experiment.ts"
import { demo } from "../../testing/test-service.ts"
import { LiveCache, type ReadHead } from "./live-cache.ts"

test("rows that are behind what is cached, or beside it, do not go on from it", () => {
  const experiment = defineExperiment(demo, 0)
  const live = new LiveExperiment(experiment, "running")
  live.sequence = 7
  live.journal = "seen"
  const snapshot = live.snapshot()
  const head: ReadHead = {
    ...snapshot,
    status: "running",
    version: 3,
    restores: 0,
    accepted: 0,
    last_event: 0,
    current_results: [],
    state_texts: null,
  }
  const cache = new LiveCache()
  const leadsTo = (more: Partial<ReadHead>, previous?: string) =>
    cache.leadsTo(
      experiment.id,
      { ...head, ...more },
      previous === undefined ? undefined : ({ previous } as unknown as LedgerEntry),
    )
  expect(leadsTo({ version: 0, sequence: 0, journal: null })).toBe(true)
  cache.keep(live, 3, new Map())
  expect(leadsTo({})).toBe(true)
  expect(leadsTo({ version: 4, sequence: 8, journal: "next" }, live.ledgerHash)).toBe(true)
  expect(leadsTo({ journal: "another" })).toBe(false)
  expect(leadsTo({ journal: null, sequence: 0 })).toBe(false)
  expect(leadsTo({ version: 2 })).toBe(false)
  expect(leadsTo({ version: 4, sequence: 6, journal: "another" })).toBe(false)
  expect(leadsTo({ version: 4, sequence: 8, journal: "next" }, "of another release")).toBe(false)
  expect(cache.take(experiment, head, []).live).toBe(live)
})
