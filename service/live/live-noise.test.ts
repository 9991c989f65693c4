// Rule 7: live noise is exact on a lattice, for sums and for draws; rewards are rounded to it
// first; its inflation is in eta; what cannot be done so is refused.

import {
  catalogue,
  findAlgorithm,
  type HiddenSum,
  noiseLatticeBits,
  type ResidualPlan,
  type ResidualRelease,
  rewardLatticeBits,
  secureRandom,
  seededRandom,
} from "@armistice/core"
import { expect, test } from "vitest"
import { demo, testServer, testService } from "../testing/test-service.ts"
import { liveNames } from "./live-algorithms.ts"
import { beforeInflation, liveGuarantee, liveRelease } from "./live-loss.ts"
import { RecordingRandom } from "./recorded-random.ts"
import { rewardToSteps, stepsToReward } from "./reward-lattice.ts"

/**
 * Whether a value is a whole number of the steps that noise of this spread has: floating-point
 * noise almost never is.
 */
const isOnLattice = (value: number, spread: number): boolean =>
  Number.isInteger(value * 2 ** Math.max(rewardLatticeBits, noiseLatticeBits - Math.floor(Math.log2(spread))))

/**
 * A secure generator whose floating-point noise is forbidden, and that notes which values were on
 * the lattice.
 */
class LatticeOnly extends RecordingRandom {
  values: boolean[] = []
  override gaussianAround(centre: number, deviation: number): number {
    const value = super.gaussianAround(centre, deviation)
    this.values.push(isOnLattice(value, deviation))
    return value
  }
  override residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const release = super.residual(hidden, joined, plan)
    this.values.push(/^-?\d+$/.test(release.steps ?? "") && typeof release.hidden === "string")
    return release
  }
  override laplaceAround(centre: number, scale: number): number {
    const value = super.laplaceAround(centre, scale)
    this.values.push(isOnLattice(value, scale))
    return value
  }
  override laplace(): number {
    throw new Error("floating-point noise")
  }
}

const noisy = catalogue.filter(({ live: { noise } }) => noise === "sums" || noise === "draws")

test.each(noisy.map((entry) => [entry.name, entry] as const))(
  "%s adds its noise on the lattice only",
  (name, entry) => {
    const horizon = "horizon" in entry.parameters ? { horizon: 2000 } : {}
    const algorithm = entry.create({ ...entry.example, ...horizon })
    const random = new LatticeOnly(secureRandom())
    // Thompson sampling on what was released is post-processing and may use any noise; a draw
    // around an exact mean may not.
    if (entry.live.noise === "draws")
      Object.assign(random, {
        gaussian: () => {
          throw new Error("floating-point noise")
        },
      })
    const state = algorithm.start(2)
    const chance = seededRandom(1)
    for (let round = 0; round < 1500; round++) {
      const arm = algorithm.choose(state, random)
      algorithm.observe(
        state,
        arm,
        stepsToReward(chance.integer(2 ** 20 + 1)),
        random,
        (state.decided[arm] as number) - 1,
      )
    }
    if (name !== "dp-se") expect(random.values.length).toBeGreaterThan(0)
    expect(random.values).not.toContain(false)
  },
)

test("floating-point noise would be seen", () => {
  const random = secureRandom()
  const values = Array.from({ length: 20 }, () => isOnLattice(0.5 + random.gaussian(), 1))
  expect(values).toContain(false)
})

test("the stored noise of sums and draws is on the lattice", async () => {
  for (const name of ["gdp-imed", "dp-imed", "dp-ts-ucb-anytime"]) {
    const { service, store } = await testService()
    const target = name === "dp-imed" ? { epsilon: 1 } : { eta: 1 }
    const request = { ...demo, privacy: target, missing: "ignore" as const, algorithm: { name } }
    const { id } = (await service.createExperiment(request)).live.experiment
    const decisions = Array.from({ length: 120 }, (_, round) => `d${round}`)
    for (let from = 0; from < decisions.length; from += 40) {
      const group = decisions.slice(from, from + 40)
      await Promise.all(group.map((decisionId) => service.decide(id, { decisionId }, "local")))
      await Promise.all(
        group.map((decisionId, index) => service.reward(id, decisionId, index % 4 === 0 ? 1 : 0.25, "local")),
      )
    }
    const isDraws = findAlgorithm(name).live.noise === "draws"
    const rows = isDraws ? store.rowsAfter("decisions", id, 0, 1000) : store.rowsAfter("observations", id, 0, 1000)
    const noise = rows.flatMap((row) => (row.noise === null ? [] : (JSON.parse(row.noise) as (number | string)[])))
    // Every arm has its first batch by then; how many follow depends on chance.
    expect(noise.length).toBeGreaterThanOrEqual(3)
    // Residual releases are whole numbers of steps. Sums have a spread of 1; draws around means
    // have smaller ones, and a finer lattice.
    for (const value of noise)
      if (name === "gdp-imed") expect(value).toMatch(/^-?\d+$/)
      else expect(isOnLattice(value as number, isDraws ? 2 ** -8 : 1)).toBe(true)
  }
})

test("algorithms whose noise cannot be exact are not offered", async () => {
  expect(liveNames()).not.toContain("dp-ucb")
  expect(liveNames()).not.toContain("m-ts-gaussian")
  const { call } = await testServer()
  for (const { name } of catalogue.filter(({ live }) => live.noise === null)) {
    const { body } = await call("POST", "/v1/experiments", {
      ...demo,
      privacy: undefined,
      missing: "ignore" as const,
      algorithm: { name },
      acceptWeakPrivacy: true,
    })
    expect(body.code).toBe("algorithm_not_live")
  }
})

test("rewards are rounded to the lattice before anything sees them", async () => {
  expect(stepsToReward(rewardToSteps(1 / 3, { min: 0, max: 1 }))).toBe(Math.round(2 ** 20 / 3) / 2 ** 20)
  expect(rewardToSteps(-5, { min: -5, max: 5 })).toBe(0)
  expect(rewardToSteps(5, { min: -5, max: 5 })).toBe(2 ** 20)
  const { service, store } = await testService()
  const { live } = await service.createExperiment({ ...demo, reward: { min: 0, max: 3 } })
  await service.decide(live.experiment.id, { decisionId: "d" }, "local")
  await service.reward(live.experiment.id, "d", 1, "local")
  expect(store.rowsAfter("observations", live.experiment.id, 0, 1)[0]?.steps).toBe(Math.round(2 ** 20 / 3))
})

test("the inflation of the lattice is in eta, and a target is kept with it", () => {
  const release = { arm: 0, block: 0, count: 1, mechanism: "gaussian", eta: 1 } as const
  expect(liveRelease(release).eta).toBeGreaterThan(1 + 2 ** (-2 * noiseLatticeBits) / 24)
  expect(liveRelease({ arm: 0, block: 0, count: 1, mechanism: "laplace", epsilon: 1 }).eta).toBeGreaterThan(0)
  for (const eta of [0.001, 0.5, 1, 3.7]) {
    const kept = liveGuarantee({ kind: "gdp", eta: beforeInflation(eta)[1] }).eta as number
    expect(kept).toBeLessThanOrEqual(eta)
    expect(kept).toBeGreaterThan(eta * (1 - 1e-12))
  }
})
