// Where choices are certain once rewards and noise are known, leap must do exactly what step does.
// Both see the same recorded rewards and draw their noise from one stream.

import { type Algorithm, createAlgorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { replayEnvironment } from "../environments/replay.ts"
import type { RunResult } from "./engine.ts"
import { runLeap } from "./leap.ts"
import { certainCases, long, means } from "./same-law.contract.ts"
import { runStep } from "./step.ts"

const { horizon } = long
const checkpoints = Array.from({ length: 100 }, (_, k) => ((k + 1) * horizon) / 100)
const names = means.map((mean) => String(mean))

/**
 * Multiples of 2^-20, whose sums are exact in any order. They hardly ever tie: ties are broken by
 * draws that a leap need not make.
 */
function drawRewards(random: SeededRandom): number[][] {
  const grain = 2 ** -20
  const near = (mean: number) => Math.min(1, Math.max(0, mean + 0.6 * (random.uniform() - 0.5)))
  return means.map((mean) => Array.from({ length: horizon }, () => Math.round(near(mean) / grain) * grain))
}

/** The course of one run on each engine, and what it has released. */
function courses(stepped: Algorithm, leapt: Algorithm, seed: number): unknown[] {
  const environment = replayEnvironment({ names, rewards: drawRewards(seededRandom(seed).fork(1)) })
  const request = { environment, horizon, checkpoints }
  // Step takes its noise from the first fork of what it is given.
  const step = runStep({ ...request, algorithm: stepped, random: seededRandom(seed) })
  const leap = runLeap({ ...request, algorithm: leapt, random: seededRandom(seed).fork(0) })
  const selectCourse = ({ pulls, curve, state }: RunResult) => ({
    pulls,
    // Sums of the same gaps in another order differ in their last digits.
    curve: curve.map((regret) => regret.toFixed(6)),
    releases: stepped.releases(state),
  })
  return [selectCourse(step), selectCourse(leap)]
}

describe("leap and step take one path", () => {
  test.each(certainCases)("%s %j", (name, parameters) => {
    const algorithm = createAlgorithm(name, { ...parameters, ...("horizon" in parameters ? { horizon } : {}) })
    for (let seed = 1; seed <= 12; seed++) {
      const [step, leap] = courses(algorithm, algorithm, seed)
      expect(leap).toEqual(step)
    }
  })

  test("a stretch that is one pull too long is found out at once", () => {
    const algorithm = createAlgorithm("ucb1", {})
    const tooLong: Algorithm = {
      ...algorithm,
      laws(state) {
        const law = algorithm.laws(state)
        return law.kind === "batch" ? { ...law, pulls: law.pulls + 1 } : law
      },
    }
    const [step, leap] = courses(algorithm, tooLong, 1)
    expect(leap).not.toEqual(step)
  })
})
