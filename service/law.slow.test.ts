// Over HTTP, with rewards that are late, out of order, doubled and lost, an experiment makes the
// same choices in law as the library played with the same delays: 16,000 decisions in eighty
// segments, each an independent learner.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { rankSumZ } from "./testing/rank-sum.ts"
import { testServer } from "./testing/test-service.ts"

const means = [0.9, 0.5, 0.2]
const segments = Array.from({ length: 80 }, (_, number) => `s${number}`)
const steps = 50
const perStep = 4
const windowSteps = 12

interface Fate {
  readonly value: number
  /** Steps until the reward comes; null: never. */
  readonly delay: number | null
  readonly isDoubled: boolean
}

const chance = seededRandom("law")

function drawFate(arm: number): Fate {
  const value = chance.uniform() < (means[arm] as number) ? 1 : 0
  const delay = chance.uniform() < 0.15 ? null : chance.integer(10)
  return { value, delay, isDoubled: chance.uniform() < 0.2 }
}

/** How often the best arm was chosen, and how often the arm changed. */
interface Choices {
  readonly best: number
  readonly changes: number
}

function summary(arms: readonly number[]): Choices {
  return {
    best: arms.filter((arm) => arm === 0).length,
    changes: arms.filter((arm, round) => round > 0 && arm !== arms[round - 1]).length,
  }
}

/**
 * One learner of the library with the same delays: nobody answers a lost decision any more once its
 * window is over. By mistake (`isHeld`) all join then, with a constant for those who did not
 * answer.
 */
function playLibrary(parameters: Record<string, unknown>, seed: number, isHeld: boolean): Choices {
  const algorithm = createAlgorithm("gdp-imed", parameters)
  const random = seededRandom(`law ${seed}`)
  const state = algorithm.start(means.length, isHeld ? undefined : 0)
  const arms: number[] = []
  const coming: { step: number; arm: number; pull: number; value: number | null }[] = []
  for (let step = 0; step < steps; step++) {
    const due = coming.filter((one) => one.step === step)
    for (const { arm, pull, value } of due)
      if (isHeld) algorithm.observe(state, arm, value ?? 0, random, pull)
      else if (value === null) algorithm.expire?.(state, arm, pull)
    for (let round = 0; round < perStep; round++) {
      const arm = algorithm.choose(state, random)
      arms.push(arm)
      const { value, delay } = drawFate(arm)
      const pull = (state.decided[arm] as number) - 1
      const comes = delay === null || isHeld ? windowSteps : delay
      coming.push({ step: step + comes, arm, pull, value: delay === null ? null : value })
    }
    const now = coming.filter((one) => one.step === step && one.value !== null)
    for (const one of now.sort(() => chance.uniform() - 0.5))
      algorithm.observe(state, one.arm, one.value as number, random, one.pull)
  }
  return summary(arms)
}

async function playService(): Promise<{ choices: Choices[]; parameters: Record<string, unknown> }> {
  const { call, clock, service } = await testServer()
  const request = {
    name: "law",
    arms: ["0", "1", "2"],
    horizon: 1000,
    answers: "all" as const,
    privacy: { eta: 2 },
    segments,
    rewardWindowSeconds: windowSteps - 0.5,
  }
  const created = (await call("POST", "/v1/experiments", request)).body
  const { name, ...parameters } = created.algorithm
  expect(name).toBe("gdp-imed")
  const base = `/v1/experiments/${created.id}`
  const arms = segments.map((): number[] => [])
  const coming: { step: number; decisionId: string; value: number }[] = []
  for (let step = 0; step < steps; step++) {
    clock.forward(1)
    await service.closeWindows()
    const wanted = Array.from({ length: perStep }, (_, round) =>
      segments.map((segment, number) => ({ segment, decisionId: `${step}.${round}.${number}` })),
    ).flat()
    const { results } = (await call("POST", `${base}/decisions:batch`, { decisions: wanted })).body as {
      results: { arm: string; decisionId: string }[]
    }
    for (const { arm, decisionId } of results) {
      arms[Number(decisionId.split(".")[2])]?.push(Number(arm))
      const { value, delay, isDoubled } = drawFate(Number(arm))
      if (delay === null) continue
      coming.push({ step: step + delay, decisionId, value })
      if (isDoubled) coming.push({ step: step + delay + chance.integer(3), decisionId, value })
    }
    const now = coming.filter((one) => one.step === step).sort(() => chance.uniform() - 0.5)
    if (now.length === 0) continue
    const given = (
      await call("POST", `${base}/rewards:batch`, {
        rewards: now.map(({ decisionId, value }) => ({ decisionId, value })),
      })
    ).body as { results: { status: number }[] }
    expect(given.results.filter(({ status }) => status !== 204 && status !== 200)).toEqual([])
  }
  return { choices: arms.map(summary), parameters }
}

test("driven through HTTP with late, doubled and lost rewards, choices have the law of the library", async () => {
  const { choices, parameters } = await playService()
  expect(choices).toHaveLength(80)
  const distance = (isHeld: boolean): number => {
    const library = Array.from({ length: 1000 }, (_, seed) => playLibrary(parameters, seed, isHeld))
    const distances = (["best", "changes"] as const).map((what) =>
      Math.abs(
        rankSumZ(
          choices.map((one) => one[what]),
          library.map((one) => one[what]),
        ),
      ),
    )
    return Math.max(...distances)
  }
  expect(distance(false)).toBeLessThan(4.5)
  // The test sees a service that would hold every answer until its window is over.
  expect(distance(true)).toBeGreaterThan(4.5)
})
