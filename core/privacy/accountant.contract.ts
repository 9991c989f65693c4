// The claims every accountant must satisfy, as one function over its operations, so that a leaky
// one can be run through them too. Truth comes from elsewhere: exact fractions for sums of squares,
// tables of 60 digits for the duality.

import fc from "fast-check"
import { type ExactFraction, exactly, exactlyWhole } from "../numerics/testing/exact-fraction.ts"
import type { Release } from "./release.ts"
import { deltaTable, epsilonTable, etaTable, pureInverseTable, pureTable } from "./testing/gdp-reference.ts"

export interface Accountant {
  composeSequential(etas: readonly number[]): number
  composeParallel(etas: readonly number[]): number
  groupLoss(eta: number, rewards: number): number
  computeDelta(eta: number, epsilon: number): number
  computeLogDelta(eta: number, epsilon: number): number
  computeEpsilon(eta: number, delta: number): number
  computeEta(epsilon: number, delta: number): number
  computeLaplaceEta(epsilon: number): number
  computePureEta(epsilon: number): number
  findLaplaceEpsilon(eta: number): number
  findPureEpsilon(eta: number): number
  attackSuccess(guarantee: { readonly eta: number | null }): number
  /** A fresh filter: whether a request of eta in a block is granted. */
  filter(limit: number): (block: string, eta: number) => boolean
  composeReleases(releases: readonly Release[]): { readonly eta: number | null }
  /** The spend of a fresh filter after these releases. */
  spentAfter(limit: number, releases: readonly Release[]): number
  /** The least deviation, in steps of 2^-60, that residual releases of eta need. */
  leastDeviation(eta: number, carried: bigint): bigint
}

const unit = 2 ** 40

const minus = (one: ExactFraction, two: ExactFraction) => one.plus(exactly(-1).times(two))

/** Residual releases of one arm's line, with what each carries on. */
const createLine = (
  eta: number,
  carried: readonly number[],
  least: Accountant["leastDeviation"],
  line = 0,
): Release[] =>
  carried.map((share, block) => ({
    arm: 0,
    block,
    count: 1,
    mechanism: "residual",
    eta,
    line,
    carried: String(share),
    deviation: least(eta, BigInt(share)).toString(),
    step: 60,
  }))

const shares = fc.array(fc.integer({ min: 0, max: unit - 1 }), { minLength: 1, maxLength: 30 })

const losses = fc.array(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 40 })

/**
 * Equal losses whose squares sum close to a round number: where a rounding in the wrong direction
 * shows.
 */
const equalLosses = fc
  .tuple(fc.double({ min: 0.01, max: 10, noNaN: true }), fc.integer({ min: 2, max: 60 }))
  .map(([total, count]) => Array.from({ length: count }, () => Math.sqrt((total * total) / count)))

const sumOfSquares = (etas: readonly number[]) =>
  etas.map((eta) => exactly(eta).times(exactly(eta))).reduce((one, two) => one.plus(two))

/**
 * The claims that `accountant` violates, each with an example; empty for one that never
 * under-states a loss.
 */
export function violatedClaims(accountant: Accountant): string[] {
  const violated: string[] = []
  const claim = (text: string, check: () => void) => {
    try {
      check()
    } catch (error) {
      violated.push(`${text}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
    }
  }
  const atLeast = (got: number, truth: number, what: string) => {
    if (!(got >= truth)) throw new Error(`${what} must be at least ${truth}, got ${got}`)
  }
  const atMost = (got: number, truth: number, what: string) => {
    if (!(got <= truth)) throw new Error(`${what} must be at most ${truth}, got ${got}`)
  }
  const near = (got: number, truth: number, tolerance: number, what: string) => {
    if (!(Math.abs(got - truth) <= tolerance))
      throw new Error(`${what} must be within ${tolerance} of ${truth}, got ${got}`)
  }

  claim("losses on the same rewards compose to the root of the sum of squares, rounded up by at most a bit", () => {
    fc.assert(
      fc.property(fc.oneof(losses, equalLosses), (etas) => {
        const eta = accountant.composeSequential(etas)
        const truth = sumOfSquares(etas)
        const square = (x: number) => exactly(x).times(exactly(x))
        if (square(eta).compare(truth) < 0) throw new Error(`the loss of ${etas.join(", ")} is above ${eta}`)
        if (square(eta * (1 - 4 * Number.EPSILON)).compare(truth) > 0)
          throw new Error(`${eta} is too much for ${etas.join(", ")}`)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  claim("a single release costs exactly its own loss", () => {
    for (const eta of [0, 0.1, 1 / 3, 2.875, 1e4]) near(accountant.composeSequential([eta]), eta, 0, "eta")
  })

  claim("losses on different rewards compose to the largest", () => {
    fc.assert(
      fc.property(losses, (etas) => accountant.composeParallel(etas) === Math.max(...etas)),
      { seed: 2 },
    )
  })

  claim("a person with k rewards loses at least k times as much", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
        fc.integer({ min: 0, max: 1000 }),
        (eta, rewards) => {
          const loss = accountant.groupLoss(eta, rewards)
          if (exactly(loss).compare(exactly(eta).times(exactly(rewards))) < 0)
            throw new Error(`${rewards} times ${eta} is above ${loss}`)
          near(loss, eta * rewards, 1e-15 * loss, "loss")
        },
      ),
      { seed: 3 },
    )
  })

  claim("delta is never under-stated, and over-stated by no more than 1e-11 of itself", () => {
    for (const [eta, epsilon, delta] of deltaTable) {
      const got = accountant.computeDelta(eta, epsilon)
      atLeast(got, delta, `delta of eta ${eta} at epsilon ${epsilon}`)
      if (delta > 1e-300) near(got, delta, 1e-11 * delta, `delta of eta ${eta} at epsilon ${epsilon}`)
    }
  })

  claim("ln delta is never under-stated, also below the smallest number", () => {
    for (const [eta, epsilon, , log] of deltaTable) {
      const got = accountant.computeLogDelta(eta, epsilon)
      atLeast(got, log, `ln delta of eta ${eta} at epsilon ${epsilon}`)
      near(got, log, 1e-12 + 4e-15 * Math.abs(log), `ln delta of eta ${eta} at epsilon ${epsilon}`)
    }
  })

  claim("epsilon is never under-stated, and over-stated by no more than 1e-12 of itself", () => {
    for (const [eta, delta, epsilon] of epsilonTable) {
      const got = accountant.computeEpsilon(eta, delta)
      atLeast(got, epsilon, `epsilon of eta ${eta} at delta ${delta}`)
      near(got, epsilon, 1e-12 * epsilon, `epsilon of eta ${eta} at delta ${delta}`)
    }
  })

  claim("the eta of an (epsilon, delta) target is never above the true one, and within 1e-12 of it", () => {
    for (const [epsilon, delta, eta] of etaTable) {
      const got = accountant.computeEta(epsilon, delta)
      atMost(got, eta, `eta for (${epsilon}, ${delta})`)
      // Targets below 1e-140 may be answered with 0.
      if (eta > 1e-140) near(got, eta, 1e-12 * eta, `eta for (${epsilon}, ${delta})`)
    }
  })

  claim("an eta chosen for (epsilon, delta) gives them back", () => {
    for (const [epsilon, delta] of etaTable) {
      const eta = accountant.computeEta(epsilon, delta)
      if (eta === 0) continue
      atMost(accountant.computeDelta(eta, epsilon), delta * (1 + 1e-10), `delta of eta ${eta} at epsilon ${epsilon}`)
      near(
        accountant.computeEpsilon(eta, delta),
        epsilon,
        1e-11 * epsilon + 1e-15 * eta,
        `epsilon of eta ${eta} at ${delta}`,
      )
    }
  })

  claim("Laplace and pure DP on the GDP scale are never under-stated, and within 1e-14", () => {
    for (const [epsilon, laplace, pure] of pureTable) {
      atLeast(accountant.computeLaplaceEta(epsilon), laplace, `eta of Laplace ${epsilon}`)
      near(accountant.computeLaplaceEta(epsilon), laplace, 1e-14 * laplace, `eta of Laplace ${epsilon}`)
      atLeast(accountant.computePureEta(epsilon), pure, `eta of pure ${epsilon}`)
      near(accountant.computePureEta(epsilon), pure, 1e-14 * pure, `eta of pure ${epsilon}`)
    }
  })

  claim("an epsilon chosen for eta is never above the true one, and stays within eta", () => {
    for (const [eta, laplace, pure] of pureInverseTable) {
      const [laplaceEpsilon, pureEpsilon] = [accountant.findLaplaceEpsilon(eta), accountant.findPureEpsilon(eta)]
      atMost(laplaceEpsilon, laplace, `Laplace epsilon for eta ${eta}`)
      atMost(pureEpsilon, pure, `pure epsilon for eta ${eta}`)
      near(laplaceEpsilon, laplace, 1e-13 * laplace, `Laplace epsilon for eta ${eta}`)
      near(pureEpsilon, pure, 1e-13 * pure, `pure epsilon for eta ${eta}`)
      atMost(accountant.computeLaplaceEta(laplaceEpsilon), eta, "eta of that Laplace epsilon")
      atMost(accountant.computePureEta(pureEpsilon), eta, "eta of that pure epsilon")
    }
  })

  claim("an attack's success is never under-stated", () => {
    for (const [eta, , , success] of pureInverseTable) {
      atLeast(accountant.attackSuccess({ eta }), success, `success at eta ${eta}`)
      near(accountant.attackSuccess({ eta }), success, 1e-14, `success at eta ${eta}`)
    }
    near(accountant.attackSuccess({ eta: null }), 1, 0, "success without a promise")
  })

  claim("a filter grants exactly what stays within its limit in every block", () => {
    // Sixteenths hit the limit exactly, the others pass it by little.
    const eta = fc.oneof(
      fc.integer({ min: 1, max: 12 }).map((k) => k / 16),
      fc.integer({ min: 1, max: 60 }).map((k) => k / 100),
    )
    const request = fc.tuple(fc.constantFrom("a", "b"), eta)
    fc.assert(
      fc.property(fc.array(request, { minLength: 20, maxLength: 60 }), (requests) => {
        const limit = 1
        const grants = accountant.filter(limit)
        const spent = new Map<string, number[]>()
        for (const [block, eta] of requests) {
          const after = [...(spent.get(block) ?? []), eta]
          const fits = sumOfSquares(after).compare(exactly(limit)) <= 0
          if (grants(block, eta) !== fits)
            throw new Error(`${fits ? "refused" : "granted"} ${eta} after ${spent.get(block)}`)
          if (fits) spent.set(block, after)
        }
      }),
      { numRuns: 300, seed: 5 },
    )
  })

  claim(
    "noise of residual releases is the least that eta (with room for the lattice) and what is carried on allow",
    () => {
      fc.assert(
        fc.property(
          fc.double({ min: 1e-12, max: 1e4, noNaN: true }),
          fc.integer({ min: 0, max: unit - 1 }),
          (eta, share) => {
            const least = accountant.leastDeviation(eta, BigInt(share))
            // τ² (4^40 - p²) η² 2^78 ≥ 4^40 4^60 (2^39 + 1)², exactly.
            const rest = minus(exactly(2 ** 80), exactly(share).times(exactly(share)))
            const room = exactly(2 ** 39 + 1)
            const needed = exactly(2 ** 200)
              .times(room)
              .times(room)
            const has = (deviation: bigint) => {
              const value = exactlyWhole(deviation)
              return value
                .times(value)
                .times(rest)
                .times(exactly(eta))
                .times(exactly(eta))
                .times(exactly(2 ** 78))
            }
            if (has(least).compare(needed) < 0) throw new Error(`${least} is too little for eta ${eta} and ${share}`)
            if (has(least - 1n).compare(needed) >= 0)
              throw new Error(`${least} is more than eta ${eta} and ${share} need`)
          },
        ),
        { numRuns: 300, seed: 6 },
      )
    },
  )

  claim(
    "residual releases of one line cost eta √(1 - Π p²/4^40), rounded up by little, and never more than eta",
    () => {
      fc.assert(
        fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), shares, (eta, carried) => {
          const releases = createLine(eta, carried, accountant.leastDeviation)
          const left = carried.reduce(
            (product, share) => product.times(exactly(share / unit)).times(exactly(share / unit)),
            exactly(1),
          )
          const square = exactly(eta)
            .times(exactly(eta))
            .times(minus(exactly(1), left))
          for (const loss of [accountant.composeReleases(releases).eta ?? 0, accountant.spentAfter(eta, releases)]) {
            if (exactly(loss).times(exactly(loss)).compare(square) < 0)
              throw new Error(`${loss} is too little for ${carried}`)
            atMost(loss, eta, "the loss of a line")
            const lower = exactly(loss * (1 - 1e-14))
            if (loss < eta && lower.times(lower).compare(square) > 0)
              throw new Error(`${loss} is too much for ${carried}`)
          }
        }),
        { numRuns: 300, seed: 7 },
      )
    },
  )

  claim("what cannot be a line of residual releases is refused", () => {
    const good = createLine(1, [5e11, 4e11, 3e11], accountant.leastDeviation)
    const [first, second, third] = good
    const less = (BigInt(second.deviation ?? "0") - 1n).toString()
    const bad: readonly Release[][] = [
      [first, { ...second, deviation: less }, third],
      [first, { ...second, carried: String(unit) }, third],
      [first, { ...second, block: 0 }, third],
      [first, { ...second, eta: 0.5 }, third],
      [first, { arm: 0, block: 1, count: 1, mechanism: "gaussian", eta: 0.4 }, third],
      [{ arm: 0, block: 0, count: 1, mechanism: "gaussian", eta: 0.4 }, second, third],
      [first, { arm: 0, block: 1, count: 1, mechanism: "residual", eta: 0.4 }, third],
    ]
    for (const releases of bad)
      for (const count of [accountant.composeReleases, (list: readonly Release[]) => accountant.spentAfter(1, list)])
        if (!refuses(() => count(releases))) throw new Error(`${JSON.stringify(releases)} was counted`)
    if (!refuses(() => accountant.spentAfter(0.9, good))) throw new Error("a line beyond the limit was granted")
  })

  return violated
}

function refuses(call: () => unknown): boolean {
  try {
    call()
    return false
  } catch {
    return true
  }
}
