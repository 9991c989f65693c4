import { expect, test } from "vitest"
import type { DrawnLaw } from "../laws.ts"
import { composeReleases } from "../privacy/compose.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { dpTsUcbAnytime, type PhasedEpochs, phaseEnd } from "./dp-ts-ucb-anytime.ts"

const means = [0.9, 0.5, 0.2]

/**
 * Draws that each epoch (arm, number) may have taken by now, as a loss: the sum over its phases of
 * draws·deviation^-2/n².
 */
function watchLosses(eta: number, rounds: number, seed: number): number[] {
  const algorithm = dpTsUcbAnytime.create({ eta })
  const state = algorithm.start(3) as PhasedEpochs
  const random = seededRandom(seed)
  const losses = new Map<string, number>()
  let before = ""
  for (let round = 0; round < rounds; round++) {
    const arm = algorithm.choose(state, random)
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
    const now = `${state.closed.join()} ${state.phase}`
    if (now === before) continue
    for (let k = 0; k < 3; k++) {
      if (state.closed[k] === 0) continue
      const granted = `${k} ${state.closed[k]} ${state.phase}`
      const count = 2 ** (state.closed[k] - 1)
      if (!losses.has(granted)) losses.set(granted, state.drawsLeft[k] / (count * state.deviation[k]) ** 2)
    }
    before = now
  }
  const perEpoch = new Map<string, number>()
  for (const [granted, loss] of losses) {
    const epoch = granted.replace(/ \d+$/, "")
    perEpoch.set(epoch, (perEpoch.get(epoch) ?? 0) + loss)
  }
  return [...perEpoch.values()].map(Math.sqrt)
}

test("over all phases an epoch's draws lose less than eta, and over the first phase alone at most eta/√2", () => {
  for (const eta of [0.5, 2]) {
    const losses = watchLosses(eta, 3000, 1)
    expect(Math.max(...losses)).toBeLessThan(eta)
    // Some epoch lived in two phases and used the second share: without shares this one would
    // exceed eta.
    expect(Math.max(...losses)).toBeGreaterThan(eta * Math.SQRT1_2)
    expect(Math.min(...watchLosses(eta, 1000, 1))).toBeLessThanOrEqual(eta * Math.SQRT1_2)
  }
})

test("at the end of a phase means stay and every arm draws again", () => {
  const algorithm = dpTsUcbAnytime.create({ eta: 1 })
  const state = algorithm.start(3) as PhasedEpochs
  const random = seededRandom(2)
  runAlgorithm(algorithm, state, means, 1023, random)
  expect([state.phase, phaseEnd(0)]).toEqual([0, 1024])
  expect((algorithm.laws(state) as DrawnLaw).roundsLeft).toBe(1)
  const mean = [...state.mean]
  const deviation = [...state.deviation]
  runAlgorithm(algorithm, state, means, 1, random)
  expect(state.phase).toBe(1)
  expect(state.best).toEqual([0, 0, 0])
  for (let arm = 0; arm < 3; arm++) {
    expect(state.drawsLeft[arm]).toBeGreaterThan(1)
    if (state.openedIn[arm] === 0) expect(state.mean[arm]).toBe(mean[arm])
    expect(state.deviation[arm]).toBeGreaterThanOrEqual(deviation[arm])
  }
  expect((algorithm.laws(state) as DrawnLaw).roundsLeft).toBe(2 ** 20 - 1024)
})

test("late rewards do not hold time back: a decision after the end of a phase belongs to the next", () => {
  const algorithm = dpTsUcbAnytime.create({ eta: 1 })
  const state = algorithm.start(2) as PhasedEpochs
  const random = seededRandom(3)
  runAlgorithm(algorithm, state, [0.5, 0.5], 10, random)
  for (let round = 10; round < 1025; round++) algorithm.choose(state, random)
  expect(state.phase).toBe(1)
})

test("every epoch reserves eta, and the whole is eta-GDP", () => {
  const algorithm = dpTsUcbAnytime.create({ eta: 0.7 })
  const state = algorithm.start(3)
  runAlgorithm(algorithm, state, means, 2000, seededRandom(4))
  expect(new Set(algorithm.releases(state).map(({ eta }) => eta))).toEqual(new Set([0.7]))
  expect(composeReleases(algorithm.releases(state)).eta).toBeLessThanOrEqual(0.7)
  expect(algorithm.guarantee(3)).toMatchObject({ kind: "gdp", eta: 0.7 })
})
