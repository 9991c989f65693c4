import { describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import { type Accountant, violatedClaims } from "./accountant.contract.ts"
import { attackSuccess } from "./attack.ts"
import { composeParallel, composeReleases, composeSequential, groupLoss } from "./compose.ts"
import { GdpFilter } from "./filter.ts"
import { computeDelta, computeEpsilon, computeEta, computeLogDelta } from "./gdp.ts"
import { computeLaplaceEta, computePureEta, findLaplaceEpsilon, findPureEpsilon } from "./laplace.ts"
import type { Release } from "./release.ts"
import { leastDeviation } from "./residual-loss.ts"

const ours: Accountant = {
  composeSequential,
  composeParallel,
  groupLoss,
  computeDelta,
  computeLogDelta,
  computeEpsilon,
  computeEta,
  computeLaplaceEta,
  computePureEta,
  findLaplaceEpsilon,
  findPureEpsilon,
  attackSuccess,
  composeReleases,
  spentAfter(limit, releases) {
    const filter = new GdpFilter(limit)
    filter.spend(withEta(releases))
    return filter.spent()
  },
  leastDeviation: (eta, carried) => leastDeviation(eta, carried, 60),
  filter(limit) {
    const filter = new GdpFilter(limit)
    return (block, eta) => {
      try {
        filter.request(block, eta)
        return true
      } catch (error) {
        if (error instanceof ArmisticeError && error.code === "budget_exhausted") return false
        throw error
      }
    }
  },
}

const withEta = (releases: readonly Release[]) => releases.map((release) => ({ ...release, eta: release.eta ?? 0 }))

/** The loss of a residual release by itself: as if no reward were in another. */
const alone = ({ carried, eta }: Release): number => (eta ?? 0) * Math.sqrt(1 - (Number(carried) / 2 ** 40) ** 2)

test("the accountant never under-states a loss and never over-states it by more than rounding", () => {
  expect(violatedClaims(ours)).toEqual([])
})

/** A filter over plain floating-point sums, granted while `within`. */
const plainFilter = (within: (sum: number, limit: number, eta: number) => boolean) => (limit: number) => {
  const sums = new Map<string, number>()
  return (block: string, eta: number) => {
    const sum = sums.get(block) ?? 0
    if (!within(sum, limit, eta)) return false
    sums.set(block, sum + eta * eta)
    return true
  }
}

const down = (value: number) => value * (1 - 4 * Number.EPSILON)

describe("a leaky accountant is found out", () => {
  const leaks: Record<string, Partial<Accountant>> = {
    "takes the largest loss instead of the root of the sum of squares": {
      composeSequential: (etas) => Math.max(...etas),
    },
    "rounds a composition to nearest": { composeSequential: (etas) => Math.hypot(...etas) },
    "rounds a composition down": { composeSequential: (etas) => down(composeSequential(etas)) },
    "averages over blocks": { composeParallel: (etas) => etas.reduce((sum, eta) => sum + eta, 0) / etas.length },
    "counts a person's rewards as if all were apart": { groupLoss: (eta, rewards) => eta * Math.sqrt(rewards) },
    "rounds delta down": { computeDelta: (eta, epsilon) => computeDelta(eta, epsilon) * (1 - 1e-12) },
    "forgets the second term's weight": { computeDelta: (eta, epsilon) => computeDelta(eta, epsilon * 1.000001) },
    "rounds ln delta down": { computeLogDelta: (eta, epsilon) => computeLogDelta(eta, epsilon) * (1 + 1e-12) },
    "rounds epsilon down": { computeEpsilon: (eta, delta) => computeEpsilon(eta, delta) * (1 - 1e-12) },
    "takes epsilon from zCDP for eta": {
      computeEta: (epsilon, delta) => epsilon / Math.sqrt(2 * Math.log(1.25 / delta)),
    },
    "rounds a target up": { computeEta: (epsilon, delta) => computeEta(epsilon, delta) * (1 + 1e-12) },
    "takes a Laplace release for half of what it is": {
      computeLaplaceEta: (epsilon) => computeLaplaceEta(epsilon / 2),
    },
    "takes any pure mechanism for Laplace": { computePureEta: computeLaplaceEta },
    "rounds a Laplace target up": { findLaplaceEpsilon: (eta) => findLaplaceEpsilon(eta) * (1 + 1e-12) },
    "rounds a pure target up": { findPureEpsilon: (eta) => findPureEpsilon(eta) * (1 + 1e-12) },
    "promises too much against attacks": {
      attackSuccess: ({ eta }) => (eta === null ? 1 : down(attackSuccess({ eta }))),
    },
    "takes the blocks of residual releases for disjoint": {
      composeReleases: (releases) => ({ eta: Math.max(...releases.map(alone)) }),
    },
    "has a filter that takes the blocks of residual releases for disjoint": {
      spentAfter: (limit, releases) => {
        const filter = new GdpFilter(limit)
        for (const release of releases)
          filter.spend([{ ...release, mechanism: "gaussian", eta: Math.min(limit, alone(release)) }])
        return filter.spent()
      },
    },
    "begins a new line with every release": {
      composeReleases: (releases) => composeReleases(releases.map((release, line) => ({ ...release, line }))),
    },
    "rounds what residual releases have lost down": {
      composeReleases: (releases) => ({ eta: down(down(down(composeReleases(releases).eta ?? 0))) }),
    },
    "has noise for a little more than eta": { leastDeviation: (eta, carried) => leastDeviation(eta, carried, 60) - 1n },
    "forgets that noise must allow for the lattice": {
      leastDeviation: (eta, carried) => leastDeviation(eta * (1 + 2 ** -39), carried, 60),
    },
    "does not look at the noise of a residual release": {
      composeReleases: (releases) =>
        composeReleases(releases.map((release) => ({ ...release, deviation: String(10n ** 60n) }))),
    },
    "has a filter that asks afterwards": { filter: plainFilter((sum, limit) => sum < limit * limit) },
    "has a filter that adds losses instead of squares": {
      filter: plainFilter((sum, limit, eta) => Math.sqrt(sum) + eta <= limit),
    },
  }

  test.each(Object.entries(leaks))("one that %s", (_, leak) => {
    expect(violatedClaims({ ...ours, ...leak })).not.toEqual([])
  })
})
