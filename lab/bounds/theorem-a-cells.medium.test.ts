// Corollary A3 on what is played: gdp-context and one bandit per group keep to (i) in a cell of
// simulated people, and (ii) follows from (i) as rounds grow, slowly.

import type { Algorithm } from "@armistice/core"
import { normalLogCdf } from "@armistice/core/numerics"
import { describe, expect, test } from "vitest"
import { lowerRate, upperRate } from "../audit/lower-bound.ts"
import { prepareSimulation } from "../replication/prepare.ts"
import { peopleStream } from "../replication/run-chunk.ts"
import { computeLimit, noisyCount } from "./noisy-count.ts"
import { findPullsForLevel } from "./private-divergence.ts"

const [horizon, runs] = [400, 600]
const [mean, raised] = [0.1, 0.95]
const claimed = 0.1
/** The chance that a limit of a rate is wrong; a test has 18 of them. */
const doubt = 1e-7
const counts = [10, 15, 20, 25, 30, 40, 60, 90, 120]

/** Pulls of arm 1 by phones in each run, where it pays them `paid` on average. */
function countPulls(name: string, eta: number, paid: number): number[] {
  const environment = {
    kind: "context",
    attributes: { device: { levels: ["phone", "desk"] } },
    people: [
      { context: { device: "phone" }, means: [0.7, paid] },
      { context: { device: "desk" }, means: [0.5, 0.5] },
    ],
  } as const
  const simulation = prepareSimulation({
    algorithm: name,
    parameters: { eta },
    environment,
    horizon,
    runs,
    seed: 5,
    checkpoints: [],
  })
  return Array.from({ length: runs }, (_, run) => {
    const random = simulation.forkRun(run)
    const { algorithm, environment: people } = simulation.forRun(random.fork(peopleStream))
    let pulls = 0
    const counting: Algorithm = {
      ...algorithm,
      choose(state, chance, excluded, point) {
        const arm = algorithm.choose(state, chance, excluded, point)
        if (arm === 1 && point?.[0] === 0) pulls += 1
        return arm
      },
    }
    simulation.run({ algorithm: counting, environment: people, horizon, checkpoints: [], random })
    return pulls
  })
}

/** Events {N ≤ n} that contradict (i) with the claimed loss, beyond doubt, and the closest one. */
function judge(name: string, eta: number) {
  const [here, there] = [mean, raised].map((paid) => countPulls(name, eta, paid))
  const share = (pulls: readonly number[], n: number) => pulls.filter((one) => one <= n).length
  let [contradictions, closest] = [0, 0]
  for (const n of counts) {
    const usual = lowerRate(share(here, n), runs, doubt)
    const limit = computeLimit(usual, n, claimed, noisyCount(n, mean, claimed)) - 1e-9
    const least = noisyCount(n, raised, claimed).under(limit)
    const found = upperRate(share(there, n), runs, doubt)
    if (found < least) contradictions += 1
    closest = Math.max(closest, least / found)
  }
  return { contradictions, closest }
}

describe.each(["gdp-context", "per-group"])("(i): %s", (name) => {
  test("gives up an arm for a level no more surely than privacy of its rewards allows", () => {
    expect(judge(name, claimed).contradictions).toBe(0)
  })

  test("with eight times the claimed loss is found out", () => {
    const { contradictions, closest } = judge(name, 8 * claimed)
    // By far: the least chance is five times the highest that is likely.
    expect(closest).toBeGreaterThan(4)
    expect(contradictions).toBeGreaterThan(0)
  })
})

/** ln E Φ(c - ηB), B binomial, from the logarithms of its terms. */
function logChanceUnder(n: number, p: number, eta: number, c: number): number {
  const odds = Math.log(p / (1 - p))
  let weight = n * Math.log1p(-p)
  let [largest, sum] = [Number.NEGATIVE_INFINITY, 0]
  for (let k = 0; k <= n; k++) {
    const term = weight + normalLogCdf(c - eta * k)
    if (term > largest) [largest, sum] = [term, sum * Math.exp(largest - term) + 1]
    else sum += Math.exp(term - largest)
    if (k < n) weight += Math.log((n - k) / (k + 1)) + odds
  }
  return largest + Math.log(sum)
}

/** The most pulls that all but one in ln T runs must exceed, by (i) with t = share T/2. */
function leastUsualPulls(logHorizon: number, share: number, eta: number, mean: number, raised: number, best: number) {
  // Regret of at most (ln T)² where the cell is raised.
  const logChance = 2 * Math.log(logHorizon) - Math.log((raised - best) * (share / 2)) - logHorizon
  const isRare = (n: number): boolean => {
    let [low, high] = [-60, 60 + eta * n]
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2
      if (logChanceUnder(n, raised, eta, middle) < logChance) low = middle
      else high = middle
    }
    return logChanceUnder(n, mean, eta, high) < -Math.log(logHorizon)
  }
  let [low, high] = [0, Math.ceil(findPullsForLevel(eta, logHorizon, mean, best))]
  expect(isRare(high)).toBe(false)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isRare(middle)) low = middle
    else high = middle
  }
  return low
}

test("(ii): where regret is at most (ln T)² the pulls of a cell come up to n*(ln T), whatever its share", () => {
  const [eta, least, best] = [1, 0.2, 0.6]
  const lengths = [10, 30, 90, 270].map((digits) => digits * Math.log(10))
  /** The part of n* at so many times ln T that is not shown, for each length. */
  const listMissing = (share: number, times: number): number[] =>
    lengths.map((logHorizon) => {
      const pulls = [0.62, 0.65, 0.7].map((above) => leastUsualPulls(logHorizon, share, eta, least, above, best))
      return 1 - Math.max(...pulls) / findPullsForLevel(eta, times * logHorizon, least, best)
    })
  const shrinks = (missing: readonly number[]): boolean =>
    missing.every((part, place) => part > 0 && (place === 0 || part < 0.75 * (missing[place - 1] ?? 0)))
  const whole = listMissing(1, 1)
  const tenth = listMissing(0.1, 1)
  // Three times ln T leaves less than 0.75 of what is missing: about its cube root.
  expect([shrinks(whole), shrinks(tenth)]).toEqual([true, true])
  expect(whole.at(-1)).toBeLessThan(0.26)
  expect((tenth.at(-1) ?? 1) - (whole.at(-1) ?? 0)).toBeLessThan(0.01)
  // More than n*(ln T) is not reached.
  expect(shrinks(listMissing(1, 1.3))).toBe(false)
})
