// Section 6 of docs/theory.md: Lemmas 10 and 11 at random points, and Theorem B against simulations
// of the variant it is about.

import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { computePrivateDivergence } from "./private-divergence.ts"

/** An estimate after m batches: weights of rewards, how many have them, and the noise variance. */
interface Estimate {
  readonly total: number
  readonly weights: readonly (readonly [weight: number, rewards: number])[]
  readonly variance: number
  readonly information: number
}

interface Batch {
  readonly size: number
  readonly weight: number
  readonly carried: number
}

/** Residual releases of these sizes, and Lemma 3's estimate after each. */
function residual(sizes: readonly number[], share: number, eta: number): { batches: Batch[]; estimates: Estimate[] } {
  const batches: Batch[] = []
  const estimates: Estimate[] = []
  let [total, left, information] = [0, 0, 0]
  for (const size of sizes) {
    const weight = left + size
    total += size
    left = share * total
    batches.push({ size, weight, carried: left / weight })
    information += weight ** 2 - left ** 2
    let later = 0
    const weights = [...batches].reverse().map(({ size: rewards, weight: own, carried }) => {
      later = (1 - carried ** 2) * own + carried * later
      return [later / information, rewards] as const
    })
    estimates.push({ total, weights, variance: 1 / (eta ** 2 * information), information })
  }
  return { batches, estimates }
}

/** The largest value of a concave function of θ ≥ 0. */
function supremum(f: (theta: number) => number): number {
  let high = 1
  while (f(2 * high) > f(high)) high *= 2
  let [low, top] = [0, 2 * high]
  for (let step = 0; step < 60; step++) {
    const [a, b] = [low + (top - low) * 0.382, low + (top - low) * 0.618]
    if (f(a) < f(b)) low = a
    else top = b
  }
  return Math.max(0, f((low + top) / 2))
}

/** D_m(u, y): the exponent of the chance that the estimate of a mean y is u or less. */
function exponent({ weights, variance }: Omit<Estimate, "total" | "information">, u: number, y: number): number {
  if (u >= y) return 0
  return supremum((theta) => {
    let value = -theta * u - (theta * theta * variance) / 2
    for (const [weight, rewards] of weights) value -= rewards * Math.log1p(y * Math.expm1(-theta * weight))
    return value
  })
}

const random = seededRandom("upper bound")
const between = (low: number, high: number) => low + (high - low) * random.uniform()

test("Lemma 10: evidence adds up over means, and is at least that of a Gaussian", () => {
  for (let trial = 0; trial < 150; trial++) {
    const sizes = Array.from({ length: 1 + random.integer(8) }, () => 1 + random.integer(60))
    const { estimates } = residual(sizes, between(0.1, 0.9), 10 ** between(-1, 1))
    const estimate = estimates[estimates.length - 1]
    const y1 = between(0.1, 0.8)
    const y2 = between(y1, 0.95)
    const u = between(-0.5, y1)
    const whole = exponent(estimate, u, y2)
    expect(whole).toBeGreaterThanOrEqual(exponent(estimate, u, y1) + exponent(estimate, y1, y2) - 1e-6 * (1 + whole))
    const variance = estimate.variance + estimate.weights.reduce((sum, [w, count]) => sum + (w * w * count) / 4, 0)
    expect(whole).toBeGreaterThanOrEqual((y2 - u) ** 2 / (2 * variance) - 1e-6 * (1 + whole))
  }
})

test("Lemma 10 holds for what is drawn: an estimate is as low as u no more often than e^-D; with a third of the noise it would be", () => {
  const eta = 0.25
  const { batches, estimates } = residual([6, 3, 5, 8], 0.4, eta)
  const estimate = estimates[3]
  const mean = 0.6
  const chance = seededRandom(3)
  const runs = 40_000
  const u = 0.1
  let low = 0
  for (let run = 0; run < runs; run++) {
    let [hidden, x] = [0, 0]
    for (const { size, weight, carried } of batches) {
      hidden += chance.binomial(size, mean)
      const beta = 1 - carried ** 2
      x += beta * weight * (hidden + chance.gaussian() / (eta * Math.sqrt(beta)))
      hidden *= carried
    }
    if (x / estimate.information <= u) low += 1
  }
  const error = (4 * Math.sqrt(low)) / runs
  expect(low / runs).toBeLessThanOrEqual(Math.exp(-exponent(estimate, u, mean)) + error)
  const quieter = { ...estimate, variance: estimate.variance / 9 }
  expect(low / runs).toBeGreaterThan(Math.exp(-exponent(quieter, u, mean)) + error)
})

test("Lemma 11: residual releases tell at least what one release of √J rewards would", () => {
  for (let trial = 0; trial < 100; trial++) {
    const eta = 10 ** between(-1, 1)
    const sizes = Array.from({ length: 1 + random.integer(8) }, () => 1 + random.integer(60))
    const { estimates } = residual(sizes, between(0.1, 0.9), eta)
    const estimate = estimates[estimates.length - 1]
    const y = between(0.2, 0.95)
    const u = between(0.01, y)
    const one = computePrivateDivergence(eta, Math.sqrt(estimate.information), u, y)
    expect(exponent(estimate, u, y)).toBeGreaterThanOrEqual(one * (1 - 1e-5) - 1e-9)
  }
})

const setting = {
  means: [0.9, 0.4] as const,
  eta: 1,
  horizon: 20_000,
  ratio: 1.5,
  first: 8,
  share: 0.5,
  ceiling: 1 - 1e-3,
}

function schedule() {
  const sizes: number[] = [setting.first]
  let total = setting.first
  while (total < setting.horizon) {
    const next = Math.ceil(setting.ratio * total)
    sizes.push(next - total)
    total = next
  }
  return residual(sizes, setting.share, setting.eta)
}

/** Pulls of the worse arm in one run of the variant. `noise` above 1 plants too much noise. */
function playVariant({ batches, estimates }: ReturnType<typeof schedule>, seed: number, noise = 1): number {
  const chance = seededRandom(seed)
  const arms = setting.means.map((mean) => ({ mean, done: 0, hidden: 0, sum: 0, x: 0, pulls: 0 }))
  let round = 0
  const play = (arm: (typeof arms)[0]) => {
    const { size, weight, carried } = batches[arm.done]
    const beta = 1 - carried ** 2
    arm.pulls += Math.min(size, setting.horizon - round)
    round += size
    arm.hidden += chance.binomial(size, arm.mean)
    arm.sum += beta * weight * (arm.hidden + (noise * chance.gaussian()) / (setting.eta * Math.sqrt(beta)))
    arm.hidden *= carried
    arm.x = Math.max(-1, arm.sum / estimates[arm.done].information)
    arm.done += 1
  }
  for (const arm of arms) play(arm)
  while (round < setting.horizon) {
    const best = Math.min(setting.ceiling, Math.max(0, ...arms.map(({ x }) => x)))
    const index = arms.map(
      ({ x, done }) => exponent(estimates[done - 1], x, best) + Math.log(estimates[done - 1].total),
    )
    play(arms[index[0] <= index[1] ? 0 : 1])
  }
  return arms[1].pulls
}

/** Theorem B for the worse arm, with the best of some ε. */
function theoremB({ estimates }: ReturnType<typeof schedule>): number {
  const { means, horizon, ratio } = setting
  const [best, worse] = means
  const level = Math.log(horizon)
  const played = estimates.filter(({ total }) => total <= horizon)
  const bounds = [0.05, 0.1, 0.15, 0.2].map((epsilon) => {
    let reached = -1
    for (const [m, estimate] of played.entries())
      if (exponent(estimate, worse + epsilon, best - epsilon) + Math.log(estimate.total) <= level) reached = m
    let bound = estimates[reached + 1].total
    for (const [m, estimate] of played.entries()) {
      const variance = estimate.variance + estimate.weights.reduce((sum, [w, count]) => sum + (w * w * count) / 4, 0)
      bound += (estimates[m + 1].total - estimate.total) * Math.exp(-(epsilon ** 2) / (2 * variance))
      const lowest = Math.min(exponent(estimate, -1, best - epsilon), level)
      bound += (ratio + 1) * estimate.total * (1 + lowest) * Math.exp(-exponent(estimate, best - epsilon, best))
    }
    return bound
  })
  return Math.min(...bounds)
}

test("Theorem B: the variant pulls a worse arm no more often than its bound; with more noise than it allows for it does", () => {
  const plan = schedule()
  const runs = 100
  const meanPulls = (noise: number) =>
    Array.from({ length: runs }, (_, seed) => playVariant(plan, seed, noise)).reduce((a, b) => a + b) / runs
  const bound = theoremB(plan)
  expect(bound).toBeLessThan(setting.horizon / 20)
  expect(meanPulls(1)).toBeLessThan(bound)
  expect(meanPulls(30)).toBeGreaterThan(bound)
})
