// A running experiment's answers from memory: whether it learns, which arm it serves to whom, its
// releases and its status.

import { ArmisticeError, secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { firstHash } from "../ledger/ledger-entry.ts"
import { demo, testService } from "../testing/test-service.ts"
import { firstJournalHash } from "./journal.ts"
import { type CurrentResult, isStoppedAfterRestore, LiveExperiment } from "./live-experiment.ts"
import { RecordingRandom } from "./recorded-random.ts"
import { leadingArm, recommendedArm, unlearnedArm } from "./served-arms.ts"

async function fresh(more: Partial<ExperimentRequest> = {}, changed: object = {}) {
  const { service } = await testService()
  const { experiment } = (await service.createExperiment({ ...demo, ...more })).live
  return new LiveExperiment({ ...experiment, ...changed }, "running")
}

const random = () => new RecordingRandom(secureRandom())

test("it starts at nothing: no entries, no restores, the hashes of its name, and the latest arm unknown", async () => {
  const live = await fresh()
  const { sequence, swept, discarded, restores, accepted, ledgerIndex, eventNumber, unsaved, restored } = live
  expect([sequence, swept, discarded, restores, accepted, ledgerIndex, eventNumber, unsaved, restored]).toEqual(
    Array(9).fill(0),
  )
  expect(live.journal).toBe(firstJournalHash(live.experiment.id))
  expect(live.ledgerHash).toBe(firstHash(live.experiment.id, live.experiment.limit))
  expect([...live.states()].map(([name, { latest }]) => [name, latest])).toEqual([["", null]])
  expect(live.spent()).toBe(0)
})

test("a large state is first kept when there are entries enough for its length, as later ones are", async () => {
  const large = await fresh({
    arms: Array.from({ length: 500 }, (_, arm) => `arm ${arm}`),
    segments: Array.from({ length: 20 }, (_, segment) => `segment ${segment}`),
  })
  const entries = Math.ceil(large.snapshot().state.length / 32)
  expect(entries).toBeGreaterThan(5000)
  const untouched = new LiveExperiment(large.experiment, "running")
  for (const live of [large, untouched]) {
    live.unsaved = Math.floor(0.9 * entries)
    expect(live.learning.isWorthWriting(live.unsaved, 256)).toBe(false)
    live.unsaved = entries
    expect(live.learning.isWorthWriting(live.unsaved, 256)).toBe(true)
  }
  const small = await fresh()
  small.unsaved = 255
  expect(small.learning.isWorthWriting(small.unsaved, 256)).toBe(false)
  small.unsaved = 256
  expect(small.learning.isWorthWriting(small.unsaved, 256)).toBe(true)
})

test("an experiment made after restores owes nothing to them, and counts those that come", async () => {
  const live = await fresh({ subjectCap: 1 }, { restoresBefore: 3 })
  expect([live.restores, live.accepted, live.restored, live.isStopped]).toEqual([3, 3, 0, false])
  live.restores = 5
  expect([live.restored, live.isStopped]).toEqual([2, true])
  live.accepted = 5
  expect(live.isStopped).toBe(false)
})

test("only where subjects are counted does a restore stop learning", async () => {
  const { experiment } = await fresh()
  const counted = { ...experiment, subjectCap: 1 }
  const sticky = { ...experiment, sticky: true }
  expect(isStoppedAfterRestore({ experiment, restores: 1, accepted: 0 })).toBe(false)
  for (const one of [counted, sticky]) {
    expect(isStoppedAfterRestore({ experiment: one, restores: 1, accepted: 0 })).toBe(true)
    expect(isStoppedAfterRestore({ experiment: one, restores: 1, accepted: 1 })).toBe(false)
  }
})

test("unknown segments and arms are refused, known ones found", async () => {
  const live = await fresh({ segments: ["x", "y"] })
  expect(() => live.segment("z")).toThrow(expect.objectContaining({ code: "unknown_segment" }))
  expect(live.segment("x")).not.toBe(live.segment("y"))
  expect(live.armNumber("c")).toBe(2)
  expect(live.armName(2)).toBe("c")
  expect(() => live.armNumber("d")).toThrow(expect.objectContaining({ code: "unknown_arm" }))
})

test("it learns while it runs, before its horizon and while it is not stopped", async () => {
  const live = await fresh({ horizon: 20, subjectCap: 1 })
  const segment = live.segment("")
  const chance = random()
  for (let round = 0; round < 20; round++) {
    expect(live.isLearning(segment)).toBe(true)
    live.decide("", chance, undefined)
  }
  expect(live.isLearning(segment)).toBe(false)
  const other = await fresh({ subjectCap: 1 })
  other.restores = 1
  expect(other.isLearning(other.segment(""))).toBe(false)
  other.accepted = 1
  expect(other.isLearning(other.segment(""))).toBe(true)
  for (const status of ["paused", "finished", "archived"] as const) {
    other.status = status
    expect(other.isLearning(other.segment(""))).toBe(false)
  }
})

test("pulls number the decisions of each arm from 0, and what a slot releases is what the filter counts", async () => {
  const live = await fresh({ segments: ["x"] })
  const chance = random()
  const seen = [0, 0, 0]
  let released = 0
  for (let round = 0; round < 60; round++) {
    const { arm, pull } = live.decide("x", chance, undefined)
    expect(pull).toBe(seen[arm])
    expect(live.segment("x").latest).toBe(arm)
    seen[arm] = (seen[arm] ?? 0) + 1
    for (const release of live.learning.observe({ segment: "x", arm, pull, context: null }, 1, chance)) {
      released++
      expect(release).toMatchObject({ segment: "x", arm, mechanism: "residual" })
      expect(release.spent).toBeGreaterThan(0)
      expect(release.spent).toBeLessThanOrEqual(live.experiment.limit as number)
      expect(live.spent()).toBe(release.spent)
    }
  }
  expect(released).toBeGreaterThan(3)
})

test("where nothing is promised nothing is counted", async () => {
  const live = await fresh({
    missing: "ignore" as const,
    algorithm: { name: "ucb1" },
    privacy: undefined,
    acceptWeakPrivacy: true,
  } as never)
  const chance = random()
  const { arm, pull } = live.decide("", chance, undefined)
  expect(live.learning.observe({ segment: "", arm, pull, context: null }, 1, chance)).toEqual([])
  expect(live.spent()).toBeNull()
  expect(() => live.respend({ segment: "" } as never)).not.toThrow()
})

test("only an exhausted budget is reported as one; a loss that cannot be counted is another error", async () => {
  const live = await fresh()
  const chance = random()
  const next = live.algorithm.nextReleases.bind(live.algorithm)
  const broken = Object.create(live.algorithm) as typeof live.algorithm
  broken.nextReleases = (...slot) => next(...slot).map((release) => ({ ...release, carried: "0", deviation: "1" }))
  Object.assign(live.learning, { algorithm: broken })
  let thrown: unknown
  try {
    for (let round = 0; round < 30; round++) {
      const { arm, pull } = live.decide("", chance, undefined)
      live.learning.observe({ segment: "", arm, pull, context: null }, 1, chance)
    }
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ArmisticeError)
  expect((thrown as ArmisticeError).code).not.toBe("budget_exhausted")
})

const current: CurrentResult = {
  release: 3,
  at: 1,
  state: "leaning",
  verdict: "leaning",
  leader: 2,
  next: 1,
  difference: 0.1,
  low: -0.2,
  high: 0.4,
  recommended: 2,
  fixed: 0,
}

test("the leader is recommended, and what was recommended when learning ended stays", async () => {
  const live = await fresh()
  expect([recommendedArm(live, ""), leadingArm(live, "")]).toEqual([null, null])
  live.currentResults.set("", current)
  expect(recommendedArm(live, "")).toBe(2)
  live.currentResults.set("", { ...current, recommended: 0, fixed: 1 })
  live.status = "finished"
  expect(recommendedArm(live, "")).toBe(0)
  live.currentResults.set("", { ...current, recommended: null, fixed: 1 })
  expect(recommendedArm(live, "")).toBe(null)
})

test("where an algorithm has no estimates, the arm decided most often is recommended", async () => {
  const live = await fresh({ missing: "ignore" as const, algorithm: { name: "uniform" } })
  expect(recommendedArm(live, "")).toBe(null)
  const { state } = live.segment("")
  state.decided.splice(0, 3, 2, 5, 5)
  state.round = 12
  expect(recommendedArm(live, "")).toBe(1)
  live.status = "finished"
  expect(unlearnedArm(live, "", undefined)).toBe(1)
  expect(unlearnedArm(live, "", new Set([1]))).toBe(2)
  expect(unlearnedArm(live, "", new Set([1, 2]))).toBe(0)
  expect(() => unlearnedArm(live, "", new Set([0, 1, 2]))).toThrow(
    expect.objectContaining({ code: "no_arm_available" }),
  )
})

test("a person who is not learned from gets the latest arm while others are learned from, else the recommended one", async () => {
  const live = await fresh()
  const segment = live.segment("")
  segment.state.decided.splice(0, 3, 1, 5, 2)
  expect(unlearnedArm(live, "", undefined)).toBe(0)
  segment.latest = 2
  expect(unlearnedArm(live, "", undefined)).toBe(2)
  expect(unlearnedArm(live, "", new Set([0]))).toBe(2)
  expect(unlearnedArm(live, "", new Set([2]))).toBe(0)
  live.currentResults.set("", { ...current, fixed: 1 })
  live.status = "finished"
  expect(unlearnedArm(live, "", undefined)).toBe(2)
  expect(unlearnedArm(live, "", new Set([2]))).toBe(1)
})

test("a snapshot is all that another needs to go on, in every segment", async () => {
  const live = await fresh({ segments: ["x", "y"] })
  const chance = random()
  for (const segment of ["x", "x", "y", "x"]) {
    const { arm, pull } = live.decide(segment, chance, undefined)
    live.learning.observe({ segment, arm, pull, context: null }, 1, chance)
  }
  Object.assign(live, { sequence: 8, journal: "j", swept: 3, discarded: 2 })
  const snapshot = live.snapshot()
  expect(snapshot).toMatchObject({ experiment: live.experiment.id, sequence: 8, journal: "j", swept: 3, discarded: 2 })
  const again = new LiveExperiment(live.experiment, "running")
  again.restore(snapshot)
  expect(again.snapshot()).toEqual(snapshot)
  expect([...again.states()]).toEqual([...live.states()])
  live.learning.discard()
  expect(live.snapshot().state).not.toBe(snapshot.state)
})

test("shares of answers are those of all decisions when last none was open, not of those who were quick", async () => {
  const { service, clock } = await testService()
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: 100 })
  const { id } = live.experiment
  const known = () => live.segment("").known[0]
  const decide = (decisionId: string) => service.decide(id, { decisionId, excludeArms: ["b", "c"] }, "k")
  for (const name of ["d1", "d2", "d3"]) await decide(name)
  await service.reward(id, "d2", 1, "k")
  expect(known()).toMatchObject({ decided: 0, answered: 0 })
  clock.forward(100)
  await service.closeWindows()
  expect(known()).toMatchObject({ decided: 3, answered: 1 })
  await decide("d4")
  await decide("d5")
  await service.reward(id, "d5", 1, "k")
  expect(known()).toMatchObject({ decided: 3, answered: 1 })
  await service.reward(id, "d4", 1, "k")
  expect(known()).toMatchObject({ decided: 5, answered: 3 })
})
