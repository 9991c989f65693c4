// With leases an experiment makes the same choices in law as the library: forty segments, each an independent learner that is asked for
// twenty decisions at a time and whose rewards come some steps late.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { rankSumZ } from "../testing/rank-sum.ts"
import { testReplicas } from "../testing/test-replica.ts"

const means = [0.8, 0.5, 0.3]
const segments = Array.from({ length: 40 }, (_, number) => `s${number}`)
const steps = 20
const perStep = 20
const lateness = 1
const algorithm = { name: "dp-imed", epsilon: 2, firstBatch: 4, batchRatio: 3 }
const chance = seededRandom("lease law")

const rewardOf = (arm: number): number => (chance.uniform() < (means[arm] as number) ? 1 : 0)

interface Choices {
  readonly best: number
  readonly changes: number
}

const summary = (arms: readonly number[]): Choices => ({
  best: arms.filter((arm) => arm === 0).length,
  changes: arms.filter((arm, round) => round > 0 && arm !== arms[round - 1]).length,
})

/** A learner of the library; by mistake it goes on with an arm for `beyond` decisions after its choice has changed. */
function playLibrary(parameters: Record<string, unknown>, seed: number, beyond = 0): Choices {
  const algorithm = createAlgorithm("dp-imed", parameters)
  const random = seededRandom(`lease law ${seed}`)
  const state = algorithm.start(means.length)
  const arms: number[] = []
  const coming: { step: number; arm: number; pull: number }[] = []
  let held = 0
  for (let step = 0; step < steps; step++) {
    for (let round = 0; round < perStep; round++) {
      const last = arms.at(-1)
      const wanted = held > 0 && last !== undefined ? new Set(means.keys()) : undefined
      wanted?.delete(last as number)
      const arm = algorithm.choose(state, random, wanted)
      held = arm === last ? Math.max(held - 1, 0) : beyond
      arms.push(arm)
      coming.push({ step: step + lateness, arm, pull: (state.decided[arm] as number) - 1 })
    }
    for (const one of coming.filter((late) => late.step === step))
      algorithm.observe(state, one.arm, rewardOf(one.arm), random, one.pull)
  }
  return summary(arms)
}

async function playReplica() {
  const leases = { atLeast: 2, atMost: 1000, timesGroup: 3, seconds: 1e6 }
  const { replicas, problems } = await testReplicas(1, { leases })
  const [replica] = replicas
  const request = { name: "law", arms: ["0", "1", "2"], horizon: 10_000, algorithm, segments }
  const { live } = await replica.createExperiment({ ...request, rewardWindowSeconds: 1e6 })
  const { id } = live.experiment
  const coming: { step: number; decisionId: string; arm: string }[] = []
  for (let step = 0; step < steps; step++) {
    // In two parts: the first takes leases, the second is served from them.
    for (let part = 0; part < 2; part++) {
      const asked = segments.flatMap((segment) => Array.from({ length: perStep / 2 }, () => ({ segment })))
      const decided = await Promise.all(asked.map((one) => replica.decide(id, one, "local")))
      for (const { decisionId, arm } of decided) coming.push({ step: step + lateness, decisionId, arm })
    }
    const now = coming.filter((late) => late.step === step)
    await Promise.all(now.map(({ decisionId, arm }) => replica.reward(id, decisionId, rewardOf(Number(arm)), "local")))
  }
  const rows = await replica.store.decisionsAfter(id, 0, 1e6)
  const taken = await replica.store.leasesAfter(id, 0, 1e6)
  const slots = new Set(taken.flatMap(({ sequence, count }) => Array.from({ length: count }, (_, at) => sequence + at)))
  const choices = segments.map((segment) =>
    summary(rows.filter((row) => row.segment === segment).map(({ arm }) => arm)),
  )
  const leased = rows.filter(({ sequence }) => slots.has(sequence)).length
  return {
    choices,
    parameters: live.experiment.algorithm.parameters,
    leased,
    made: rows.length,
    problems: await problems(),
  }
}

test("choices from leases have the law of choices made one by one", async () => {
  const { choices, parameters, leased, made, problems } = await playReplica()
  expect(problems).toEqual([null])
  expect(made).toBe(segments.length * steps * perStep)
  expect(leased / made).toBeGreaterThan(0.2)
  const z = (others: readonly Choices[], what: keyof Choices) =>
    Math.abs(
      rankSumZ(
        choices.map((one) => one[what]),
        others.map((one) => one[what]),
      ),
    )
  const library = Array.from({ length: 1000 }, (_, seed) => playLibrary(parameters, seed))
  for (const what of ["best", "changes"] as const) expect(z(library, what), what).toBeLessThan(4.5)
  // The test sees leases that reach beyond what is settled.
  const mistaken = Array.from({ length: 1000 }, (_, seed) => playLibrary(parameters, seed, 60))
  expect(Math.max(z(mistaken, "best"), z(mistaken, "changes"))).toBeGreaterThan(4.5)
})
