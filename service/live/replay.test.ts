// Journals played again, entry by entry: what follows from the state is taken, whatever does not is
// refused.

import { secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import type { DecisionRow } from "../store/rows.ts"
import { demo, testService } from "../testing/test-service.ts"
import { applyAcceptance, applyDiscard } from "./apply-restore.ts"
import { excludedArms } from "./arm-states.ts"
import { afterAcceptance, afterDecision, afterDiscard } from "./journal.ts"
import { LiveExperiment } from "./live-experiment.ts"
import { loadExperiment } from "./load-experiment.ts"
import { RecordingRandom } from "./recorded-random.ts"
import { replay } from "./replay.ts"
import { subjectEta } from "./subject-loss.ts"

async function fresh(more: Partial<ExperimentRequest> = {}): Promise<() => LiveExperiment> {
  const { service } = await testService()
  const { experiment } = (await service.createExperiment({ ...demo, ...more })).live
  return () => new LiveExperiment(experiment, "running")
}

/** The row of the next decision, as the service would write it. */
function nextRow(live: LiveExperiment, excluded = ""): DecisionRow {
  const random = new RecordingRandom(secureRandom())
  const { arm, pull } = live.decide("", random, excludedArms(excluded))
  const rest = { experiment: "e", segment: "", subject: null, at: 5, due: 9, key: "k" }
  return { ...rest, sequence: 1, id: "d", arm, pull, excluded, context: null, noise: random.takeRecord() }
}

const internal = expect.objectContaining({ code: "internal" })

test("a decision is played again if its place, arm, pull and draws follow; one not learned from moves no state", async () => {
  const make = await fresh()
  const row = nextRow(make(), "1")
  const live = make()
  expect(replay(live, { kind: "decision", row })).toEqual([])
  expect(live.sequence).toBe(1)
  expect(live.journal).toBe(afterDecision(make().journal, row))
  expect(live.segment("").state.round).toBe(1)
  for (const wrong of [{ sequence: 2 }, { arm: 1 }, { pull: 7 }, { noise: "[1,2,3,4,5,6,7,8,9]" }])
    expect(() => replay(make(), { kind: "decision", row: { ...row, ...wrong } })).toThrow(internal)
  const unlearned = make()
  replay(unlearned, { kind: "decision", row: { ...row, pull: null, noise: null, arm: 2 } })
  expect(unlearned.segment("").state.round).toBe(0)
  expect(unlearned.sequence).toBe(1)
  expect(() => replay(make(), { kind: "decision", row: { ...row, pull: null, noise: "[1]" } })).toThrow(internal)
})

test("a decision learned from while learning was stopped is refused", async () => {
  const make = await fresh({ subjectCap: 1 })
  const live = make()
  applyDiscard(live, 1)
  const row = { ...nextRow(make()), sequence: 2 }
  expect(() => replay(live, { kind: "decision", row })).toThrow(internal)
  const unlearned = make()
  applyDiscard(unlearned, 1)
  replay(unlearned, { kind: "decision", row: { ...row, pull: null, noise: null } })
  expect(unlearned.sequence).toBe(2)
})

test("a discard gives up what batches hold and every earlier slot; its restores must grow", async () => {
  const make = await fresh()
  const live = make()
  const random = new RecordingRandom(secureRandom())
  const { arm, pull } = live.decide("", random, undefined)
  live.learning.observe({ segment: "", arm, pull, context: null }, 1, random)
  const before = live.snapshot().state
  expect(replay(live, { kind: "discard", row: { experiment: "e", sequence: 1, restores: 2 } })).toEqual([])
  expect([live.sequence, live.discarded, live.swept, live.restores, live.accepted]).toEqual([1, 1, 1, 2, 0])
  expect(live.journal).toBe(afterDiscard(make().journal, 1, 2))
  expect(live.snapshot().state).not.toBe(before)
  for (const restores of [1, 2]) expect(() => applyDiscard(live, restores)).toThrow(internal)
})

test("an acceptance must name the restores and the loss as they are", async () => {
  const make = await fresh({ subjectCap: 2 })
  const live = make()
  applyDiscard(live, 1)
  const before = live.journal
  const eta = subjectEta(live) as number
  const row = { experiment: "e", sequence: 2, restores: 1, eta, key: "k", at: 7 }
  for (const wrong of [{ restores: 0 }, { restores: 2 }, { eta: eta / 2 }])
    expect(() => applyAcceptance(live, { ...row, ...wrong })).toThrow(internal)
  expect(live.isStopped).toBe(true)
  expect(replay(live, { kind: "acceptance", row })).toEqual([])
  expect([live.sequence, live.accepted, live.isStopped]).toEqual([2, 1, false])
  expect(live.journal).toBe(afterAcceptance(before, row))
})

test("an experiment loaded from its store, with a snapshot and without, is the one that was served", async () => {
  for (const snapshotEvery of [7, 1e9]) {
    const { service, store } = await testService({ snapshotEvery })
    const { id } = (await service.createExperiment({ ...demo, subjectCap: 1000, acceptWeakPrivacy: true })).live
      .experiment
    const asked = Array.from({ length: 1100 }, (_, round) => [
      service.decide(id, { decisionId: `d${round}`, subject: `s${round}` }, "local"),
      service.reward(id, `d${round}`, round % 2, "local"),
    ])
    await Promise.all(asked.flat())
    await service.eraseSubject(id, "nobody")
    const live = service.live(id)
    const stored = store.experiment(id)
    if (stored === undefined) throw new Error("the experiment must be stored")
    const loaded = loadExperiment(store, stored)
    const of = (one: LiveExperiment) => {
      const { sequence, ledgerIndex, ledgerHash, eventNumber, restores, accepted, status, unsaved } = one
      return { sequence, ledgerIndex, ledgerHash, eventNumber, restores, accepted, status, unsaved, spent: one.spent() }
    }
    expect(of(loaded)).toEqual(of(live))
    expect(loaded.snapshot()).toEqual(live.snapshot())
    expect(loaded.sequence).toBe(2200)
    expect(loaded.ledgerIndex).toBeGreaterThan(5)
  }
})

test("excluded arms are read as numbers; none are none", () => {
  expect(excludedArms("")).toBeUndefined()
  expect(excludedArms("1,10")).toEqual(new Set([1, 10]))
})
