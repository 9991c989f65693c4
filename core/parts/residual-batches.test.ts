// The residual releases of GDP-IMED, step by step against docs/theory.md: what is carried on, what
// is forgotten, and that nothing but the hidden sums themselves depends on rewards otherwise than
// through releases.

import { expect, test } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { gdpImed } from "../algorithms/gdp-imed.ts"
import type { GdpImedState } from "../algorithms/gdp-imed-state.ts"
import { estimateArms } from "../estimates/estimates.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import { leastDeviation } from "../privacy/residual-loss.ts"
import type { Random } from "../random/random.ts"
import {
  computeCarriedSum,
  type HiddenSum,
  type ResidualPlan,
  residualDeviation,
  residualInDoubles,
} from "../random/residual-noise.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runLate } from "../testing/late-rewards.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { discardOpenBatches } from "./discard-open-batches.ts"

const unit = 2 ** 40

/**
 * Chance whose releases are the given function of their number, whatever was summed; it keeps what
 * it was asked for.
 */
function scripted(seed: number, released: (number: number, joined: number, hidden: HiddenSum) => number) {
  const inner = seededRandom(seed)
  const asked: { hidden: HiddenSum; joined: number; plan: ResidualPlan }[] = []
  const random: Random = {
    uniform: () => inner.uniform(),
    integer: (bound) => inner.integer(bound),
    gaussian: () => inner.gaussian(),
    exponential: () => inner.exponential(),
    laplace: (scale) => inner.laplace(scale),
    gaussianAround: (centre, deviation) => inner.gaussianAround(centre, deviation),
    laplaceAround: (centre, scale) => inner.laplaceAround(centre, scale),
    gamma: (shape) => inner.gamma(shape),
    beta: (a, b) => inner.beta(a, b),
    binomial: (trials, p) => inner.binomial(trials, p),
    residual(hidden, sum, plan) {
      const joined = Number(sum)
      asked.push({ hidden, joined, plan: { ...plan } })
      return { released: released(asked.length, joined, hidden), hidden: computeCarriedSum(hidden, joined, plan) }
    },
  }
  return { random, asked }
}

/** Everything but what must stay secret. */
const publicPart = (state: GdpImedState) => JSON.stringify({ ...state, hidden: null, sum: null })

/** Rewards that the next release of arm 0 waits for: one more is refused. */
function readNextSize(algorithm: Algorithm, state: GdpImedState): number {
  for (let size = 1; ; size++)
    try {
      algorithm.observeMany(structuredClone(state), 0, size, 0, seededRandom(1))
    } catch {
      return size - 1
    }
}

test("sizes, choices, shares that are carried on and estimates are the same whatever the rewards, if releases are", () => {
  const played = (reward: (round: number) => number) => {
    const algorithm = gdpImed.create({ eta: 0.8, horizon: 4000 })
    const state = algorithm.start(3) as GdpImedState
    const order = seededRandom(5)
    const { random, asked } = scripted(3, (number) => 3 + ((number * 7) % 11) * number ** 1.2)
    const seen: string[] = []
    const waiting: { arm: number; pull: number }[] = []
    for (let round = 0; round < 1500; round++) {
      const arm = algorithm.choose(state, random)
      waiting.push({ arm, pull: state.decided[arm] - 1 })
      while (waiting.length > 25) {
        const [late] = waiting.splice(order.integer(waiting.length), 1)
        seen.push(JSON.stringify(algorithm.nextReleases(state, late.arm, late.pull)))
        algorithm.observe(state, late.arm, reward(round), random, late.pull)
      }
      if (round % 50 === 0) seen.push(publicPart(state), JSON.stringify(estimateArms(algorithm, state)))
    }
    seen.push(publicPart(state), JSON.stringify(algorithm.releases(state)))
    return { seen, asked, state }
  }
  const [one, other] = [played((round) => (round % 4) / 4), played((round) => 1 - (round % 3) / 3)]
  expect(one.asked.length).toBeGreaterThan(20)
  expect(one.asked.map(({ plan }) => plan)).toEqual(other.asked.map(({ plan }) => plan))
  expect(one.seen).toEqual(other.seen)
  expect(one.state.hidden).not.toEqual(other.state.hidden)
})

test("the hidden sum follows theory to the last step: floor of what was carried, plus the batch, with the noise of the same share", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 20_000 })
  const state = algorithm.start(2) as GdpImedState
  const { random, asked } = scripted(8, (number) => 2 * number)
  runLate(algorithm, state, random, { window: 30, rounds: 3000 })
  const hidden = new Map<number, bigint>()
  const lines = new Map<number, { count: number; weight: number }>()
  // Releases as they were made, arm by arm, and what was asked for each.
  const pending = algorithm.releases(state).map((release) => ({ ...release, isTaken: false }))
  expect(asked).toHaveLength(pending.length)
  for (const { hidden: before, joined, plan } of asked) {
    const release = pending.find(
      ({ arm, isTaken, carried }) =>
        !isTaken && String(before) === String(hidden.get(arm) ?? 0) && carried === String(plan.carried),
    )
    if (release === undefined) throw new Error("a release must go on from a hidden sum")
    release.isTaken = true
    const line = lines.get(release.arm) ?? { count: 0, weight: 0 }
    line.count += release.count
    line.weight += release.count
    // p is 2^40 · 0.4 n/H rounded down, which is below 1 as H is at least n's share.
    expect(plan.carried).toBe(Math.floor((unit * 0.4 * line.count) / line.weight))
    line.weight *= plan.carried / unit
    lines.set(release.arm, line)
    expect(release.deviation).toBe(leastDeviation(1, BigInt(plan.carried), 60).toString())
    const sum = BigInt(before) + BigInt(joined * 2 ** 60)
    hidden.set(release.arm, (sum * BigInt(plan.carried)) / BigInt(unit))
  }
  expect(state.hidden).toEqual([String(hidden.get(0)), String(hidden.get(1))])
})

test("the noise of every release is that of its own carried share, and is announced before", () => {
  const algorithm = gdpImed.create({ eta: 2, horizon: 20_000 })
  const state = algorithm.start(2) as GdpImedState
  const random = recordingRandom(4)
  const waiting: { arm: number; pull: number }[] = []
  const made: (string | undefined)[] = []
  for (let round = 0; round < 3000; round++) {
    const arm = algorithm.choose(state, random)
    waiting.push({ arm, pull: state.decided[arm] - 1 })
    while (waiting.length > 60) {
      const [late] = waiting.splice(random.integer(waiting.length), 1)
      const announced = algorithm.nextReleases(state, late.arm, late.pull)
      const before = random.deviations.length
      algorithm.observe(state, late.arm, 0.5, random, late.pull)
      expect(random.deviations.length - before).toBe(announced.length)
      if (announced.length === 0) continue
      const after = algorithm.releases(state).filter((release) => release.arm === late.arm)
      expect(after.slice(after.length - announced.length)).toEqual(announced)
      made.push(...announced.map(({ carried }) => carried))
    }
  }
  expect(made.length).toBeGreaterThan(20)
  expect(random.deviations).toEqual(made.map((carried) => residualDeviation({ eta: 2, carried: Number(carried) })))
})

test.each(["a copy", "a retired arm"])(
  "%s forgets what was hidden: its next release holds new rewards only, in a new line",
  (which) => {
    const algorithm = gdpImed.create({ eta: 1, horizon: 20_000 })
    const state = algorithm.start(2) as GdpImedState
    const random = recordingRandom(6)
    runLate(algorithm, state, random, { window: 1, rounds: 500 })
    expect(Number(state.hidden[0])).toBeGreaterThan(1)
    const { closed, lines } = structuredClone(state)
    if (which === "a copy") discardOpenBatches(state)
    else algorithm.retireArm?.(state, 0)
    expect([state.hidden[0], state.hiddenCount[0], state.hiddenWeight[0], state.carried[0]]).toEqual([0, 0, 0, 0])
    expect(state.lines[0]).toEqual([...lines[0], closed[0]])
    for (const sum of [0, 3]) {
      const before = algorithm.releases(state).length
      const total = state.total[0]
      const size = readNextSize(algorithm, state)
      algorithm.observeMany(state, 0, size, sum, random)
      const list = algorithm.releases(state)
      expect(list).toHaveLength(before + 1)
      const last = list.filter(({ arm }) => arm === 0).at(-1)
      expect(last).toMatchObject({ line: 1, block: state.closed[0] - 1 })
      expect(state.last[0]).toBe(sum)
      expect(state.total[0]).toBeCloseTo(total + sum, 9)
      if (sum === 0) expect(last?.carried).toBe(String(Math.floor(0.4 * unit)))
    }
  },
)

test("one algorithm serves many experiments: what it remembers of one never answers for another", () => {
  const shared = gdpImed.create({ eta: 1, horizon: 20_000 })
  const start = (change: (state: GdpImedState) => void) => {
    const state = shared.start(2) as GdpImedState
    const [wide] = state.filters
    Object.assign(state, { closed: [1, 1], count: [60, 30] })
    wide.mean = [0.5, 0.1]
    wide.sampling[0] = [1 / 60, 1 / 30]
    wide.noise[0] = [1e-4, 1e-4]
    change(state)
    return state
  }
  const chosen = (algorithm: typeof shared, change: (state: GdpImedState) => void) =>
    algorithm.choose(start(change), seededRandom(1))
  const other: Record<string, (state: GdpImedState) => void> = {
    noise: ({ filters: [wide] }) => (wide.noise[0][1] = 100),
    rewards: ({ filters: [wide] }) => (wide.sampling[0][1] = 10),
    mean: ({ filters: [wide] }) => (wide.mean[1] = 0.49),
    best: ({ filters: [wide] }) => (wide.mean[0] = 0.11),
    count: ({ count }) => (count[1] = 1e-6),
  }
  for (const [name, change] of Object.entries(other)) {
    const fresh = gdpImed.create({ eta: 1, horizon: 20_000 })
    expect([name, chosen(shared, () => {}), chosen(fresh, change)]).toEqual([name, 0, 1])
    expect([name, chosen(shared, change)]).toEqual([name, 1])
  }
})

test("the noise that estimates allow for is the noise that is in the total, release by release, also where a line has ended", () => {
  const algorithm = gdpImed.create({ eta: 20, horizon: 20_000 })
  const played = (noisy: number) => {
    const state = algorithm.start(2) as GdpImedState
    let number = 0
    const random = Object.assign(seededRandom(1), {
      residual: (hidden: HiddenSum, joined: number, plan: ResidualPlan) =>
        residualInDoubles(hidden, joined, plan, number++ === noisy ? 1 : 0),
    })
    for (let batch = 0; batch < 9; batch++) {
      if (batch === 4) discardOpenBatches(state)
      const size = readNextSize(algorithm, state)
      algorithm.observeMany(state, 0, size, size, random)
    }
    return readReleasedSums(algorithm, state)?.[0]
  }
  const quiet = played(-1)
  expect(quiet?.parts).toHaveLength(9)
  for (let noisy = 0; noisy < 9; noisy++) {
    const moved = (played(noisy)?.value ?? 0) - (quiet?.value ?? 0)
    expect(moved).toBeCloseTo((noisy === 8 ? quiet?.passing : quiet?.parts[noisy]?.scale) ?? 0, 9)
    expect(moved).toBeGreaterThan(0.01)
  }
})
