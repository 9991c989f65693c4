// The limit of an experiment holds over all its segments, and what would exceed it is refused
// before anything changes.

import { secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"
import { LiveExperiment } from "./live-experiment.ts"
import { RecordingRandom } from "./recorded-random.ts"

async function withLimit(request: object, limit?: number): Promise<LiveExperiment> {
  const { service } = await testService()
  const { experiment } = (await service.createExperiment({ ...demo, ...request } as never)).live
  return new LiveExperiment({ ...experiment, limit: limit ?? experiment.limit }, "running")
}

test("a release beyond the limit is refused with spent, requested and limit, and the state stays", async () => {
  const live = await withLimit(
    { privacy: undefined, missing: "ignore" as const, algorithm: { name: "adac-ucb", eta: 1 } },
    0.5,
  )
  const random = new RecordingRandom(secureRandom())
  const { arm, pull } = live.decide("", random, undefined)
  const before = live.snapshot()
  expect(() => live.learning.observe({ segment: "", arm, pull, context: null }, 1, random)).toThrow(
    expect.objectContaining({
      code: "privacy_budget_exhausted",
      details: { spent: 0, requested: expect.closeTo(1, 9), limit: 0.5 },
    }),
  )
  expect(live.snapshot()).toEqual(before)
  expect(live.spent()).toBe(0)
})

test("segments release the same blocks of the same arms without being taken for one another", async () => {
  const live = await withLimit({ segments: ["x", "y"] })
  const random = new RecordingRandom(secureRandom())
  const released = { x: 0, y: 0 }
  for (let round = 0; round < 40; round++)
    for (const segment of ["x", "y"] as const) {
      const { arm, pull } = live.decide(segment, random, undefined)
      released[segment] += live.learning.observe({ segment, arm, pull, context: null }, 1, random).length
    }
  expect(released.x).toBeGreaterThan(2)
  expect(released.y).toBeGreaterThan(2)
  expect(live.spent()).toBeLessThanOrEqual(live.experiment.limit as number)
})
