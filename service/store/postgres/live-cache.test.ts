// What is cached of an experiment is used only while the head has the same version and the same history.

import { expect, test } from "vitest"
import { defineExperiment } from "../../create-experiment.ts"
import { LiveExperiment } from "../../live/live-experiment.ts"
import { demo } from "../../testing/test-service.ts"
import { LiveCache, type ReadHead } from "./live-cache.ts"

test("an experiment with the same version but another journal is read again", () => {
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
    standings: [],
  }
  const cache = new LiveCache()
  cache.keep(live, 3)
  expect(cache.take(experiment, head, [])).toBe(live)
  cache.keep(live, 3)
  const changed = cache.take(experiment, { ...head, journal: "another", sequence: 6 }, [])
  expect([changed.journal, changed.sequence]).toEqual(["another", 6])
})
