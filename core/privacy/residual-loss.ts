// The cost of residual releases (docs/theory.md, sections 3 and 4). A release carries a share
// p/2^40 of its sum into the next release, so one reward is in all later releases of its line, each
// time with less weight. All in whole numbers: the noise is checked against the share exactly, and
// what is left of a budget is never over-stated.

import { ArmisticeError } from "../errors.ts"
import { roundUp } from "./rounding.ts"

/** A share that is carried on is a whole number of 2^-40. */
export const carryBits = 40
/** Steps of the lattice are 2^-60 of a reward: fine enough for every eta up to 2^20. */
export const residualStepBits = 60
/** Rounding of hidden sums is covered for this many releases of one line. */
export const mostReleases = 2 ** 20

/**
 * Refuses more releases than rounding is covered for, given those of the line of each coordinate of
 * an arm: a reward is in all of them, so the root of the sum of squares counts (docs/theory.md,
 * Lemma 9).
 */
export function checkReleaseCounts(counts: readonly number[], eta: number): void {
  const squares = counts.reduce((sum, count) => sum + count * count, 0)
  if (squares <= mostReleases ** 2) return
  throw new ArmisticeError(
    "budget_exhausted",
    `the squares of the numbers of releases of an arm's coordinates must sum to at most 2^40, got ${squares}`,
    { spent: eta, requested: eta, limit: eta },
  )
}

const whole = 1n << BigInt(carryBits)
/** Noise is made for eta / (1 + 2^-39), which leaves room for the lattice and rounding. */
const roomBits = 39n
/** Unspent budgets are whole numbers of 2^-128. */
const shareBits = 128n

/** Nothing spent yet. */
export const unspentAtFirst = 1n << shareBits

/** The least deviation, in steps, of noise on a sum that carries `carried`/2^40 of itself on. */
export function leastDeviation(eta: number, carried: bigint, stepBits: number): bigint {
  let mantissa = eta
  let halvings = 0n
  for (; !Number.isInteger(mantissa); halvings += 1n) mantissa *= 2
  const room = (1n << roomBits) + 1n
  // τ² (4^40 - p²) (η'g)² ≥ 4^40, with everything that is a fraction multiplied out.
  const above = ((whole * room) ** 2n) << (2n * (BigInt(stepBits) + halvings))
  const below = ((whole * whole - carried * carried) * BigInt(mantissa) ** 2n) << (2n * roomBits)
  const square = (above + below - 1n) / below
  const root = floorRoot(square)
  return root * root === square ? root : root + 1n
}

function floorRoot(square: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The fields that account a release as residual; large whole numbers are decimal strings. */
export interface ResidualTerms {
  /** Loss of a reward in all releases of the line together, at most. */
  readonly eta: number
  /** Releases of one line share rewards; a new line begins when what is hidden was forgotten. */
  readonly line: number
  readonly carried: string
  readonly deviation: string
  readonly step: number
}

/** The terms of a release as numbers; refuses noise that is too little for what it claims. */
export function checkResidual(terms: { readonly [Name in keyof ResidualTerms]?: unknown }): {
  readonly eta: number
  readonly line: number
  readonly carried: bigint
} {
  const { eta, line, step } = terms
  const carried = wholeNumber(terms.carried)
  const deviation = wholeNumber(terms.deviation)
  const isStated =
    typeof eta === "number" &&
    eta >= 2 ** -100 &&
    eta <= 2 ** 20 &&
    typeof line === "number" &&
    Number.isSafeInteger(line) &&
    line >= 0 &&
    step === residualStepBits &&
    carried !== null &&
    carried < whole &&
    deviation !== null
  if (!isStated)
    throw new ArmisticeError(
      "unknown_release",
      `a residual release must have eta, line, step ${residualStepBits}, and carried (below 2^40) and deviation as decimal strings, got ${JSON.stringify(terms).slice(0, 200)}`,
    )
  if (deviation < leastDeviation(eta, carried, step))
    throw new ArmisticeError(
      "unknown_release",
      `the deviation of a residual release must be enough for eta ${eta} and what it carries on, got ${deviation}`,
    )
  return { eta, line, carried }
}

const wholeNumber = (text: unknown): bigint | null =>
  typeof text === "string" && /^(0|[1-9]\d{0,99})$/.test(text) ? BigInt(text) : null

/** The budget of one line: the share of eta² that its oldest reward has left, and its releases. */
export class LineBudget {
  readonly eta: number
  unspent: bigint
  releases: number

  constructor(eta: number, unspent = unspentAtFirst, releases = 0) {
    this.eta = eta
    this.unspent = unspent
    this.releases = releases
  }

  /** One more release of the line; rounded so that less is left, never more. */
  release(carried: bigint): void {
    if (this.releases >= mostReleases)
      throw new ArmisticeError(
        "budget_exhausted",
        `a line has at most ${mostReleases} releases, and this one has had them all`,
        {
          spent: this.spent(),
          requested: this.eta,
          limit: this.eta,
        },
      )
    this.releases += 1
    this.unspent = (this.unspent * carried * carried) >> BigInt(2 * carryBits)
  }

  /** eta √(1 - unspent), rounded up and at most eta. */
  spent(): number {
    if (this.releases === 0) return 0
    const share = Number(unspentAtFirst - this.unspent) / Number(unspentAtFirst)
    return Math.min(this.eta, roundUp(this.eta * Math.sqrt(share)))
  }
}
