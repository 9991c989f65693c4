// The text of a state tells all of it, although parts that did not change are not written again.

import { secureRandom, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { demo, testService } from "../testing/test-service.ts"
import { LiveExperiment } from "./live-experiment.ts"
import { RecordingRandom } from "./recorded-random.ts"

const levels = Array.from({ length: 20 }, (_, level) => `level ${level}`)
const context: ExperimentRequest["context"] = { protection: "none", attributes: { level: { levels } } }

async function create(more: Partial<ExperimentRequest>): Promise<LiveExperiment> {
  const { service } = await testService()
  const { experiment } = (await service.createExperiment({ ...demo, horizon: 5000, ...more })).live
  return new LiveExperiment(experiment, "running")
}

const random = () => new RecordingRandom(secureRandom())

function decide(live: LiveExperiment, segment: string, point?: readonly number[]) {
  const { arm, pull } = live.decide(segment, random(), undefined, point)
  return { segment, arm, pull, context: point === undefined ? null : JSON.stringify(point) }
}

/** An experiment that has only the text of this one. */
function loaded(live: LiveExperiment): LiveExperiment {
  const other = new LiveExperiment(live.experiment, "running")
  other.restore(live.snapshot())
  return other
}

const copyStates = (live: LiveExperiment) => JSON.parse(JSON.stringify([...live.states()])) as unknown

test("with context an experiment and one loaded from its text have the same state, whatever happened", async () => {
  const live = await create({ context, maxArms: 4 })
  const people = seededRandom(1)
  let [rewards, releases] = [0, 0]
  for (let round = 0; round < 400; round++) {
    const slot = decide(live, "", [people.integer(20)])
    if (people.uniform() < 0.7) {
      rewards += 1
      releases += live.learning.observe(slot, Math.round(people.uniform()), random()).length
      live.learning.settle(slot, "caller")
    } else if (people.uniform() < 0.5) live.learning.expire(slot)
    if (round === 100) live.learning.addArm()
    if (round === 200) live.learning.stopArm(0)
    if (round === 250) live.learning.dropOutstanding()
    if (round === 300) live.learning.discard()
    if (round === 350) live.learning.purge()
    if (round % 10 === 0 || [100, 200, 250, 300, 350].includes(round))
      expect(copyStates(loaded(live)), `round ${round}`).toEqual(copyStates(live))
  }
  expect(rewards).toBeGreaterThan(200)
  expect(releases).toBeGreaterThan(50)
})

test("a decision with context writes no arm again, and an answer that of its arm alone", async () => {
  const live = await create({ context, arms: ["a", "b", "c"] })
  const people = seededRandom(2)
  for (let round = 0; round < 300; round++)
    live.learning.observe(decide(live, "", [people.integer(20)]), people.uniform() < 0.5 ? 1 : 0, random())
  const before = live.learning.write()
  const slot = decide(live, "", [3])
  const decided = live.learning.write()
  expect(decided[0]).not.toBe(before[0])
  expect(decided.slice(1)).toEqual(before.slice(1))
  live.learning.observe(slot, 1, random())
  const answered = live.learning.write()
  const changed = answered.filter((line) => !decided.includes(line))
  expect(changed.length).toBeLessThan(answered.length / 2)
  // The first line, which changes with every decision, is short beside the arms.
  expect(answered[0]?.length).toBeLessThan(0.2 * answered.join("").length)
})

test("segments without context are one line, of which only a changed one is written again", async () => {
  const live = await create({ segments: ["b", "a", "2"] })
  live.learning.observe(decide(live, "a"), 1, random())
  expect(live.learning.write()).toHaveLength(1)
  for (const segment of ["2", "b", "a", "b"]) {
    live.learning.observe(decide(live, segment), 0, random())
    expect(copyStates(loaded(live))).toEqual(copyStates(live))
  }
})
