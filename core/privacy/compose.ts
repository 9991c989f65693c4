// Composition of losses (Dong, Roth, Su 2022): releases that use the same reward add in squares,
// releases on disjoint blocks of rewards cost the largest, k rewards of one person cost k times.
// Residual releases of one line share rewards, with weights that fall (residual-loss.ts). A release
// that cannot be accounted for is refused.

import { ArmisticeError, requireParameter } from "../errors.ts"
import { armName, blockName, lineName } from "./block-name.ts"
import { type Guarantee, gdpGuarantee, laplaceGuarantee } from "./guarantee.ts"
import { computeLaplaceEta, computePureEta } from "./laplace.ts"
import { checkLoss } from "./loss.ts"
import type { Release } from "./release.ts"
import { checkReleaseCounts, checkResidual, LineBudget, mostReleases } from "./residual-loss.ts"
import { multiplyUp } from "./rounding.ts"
import { SquaredSum } from "./squared-sum.ts"
import { UpwardSum } from "./upward-sum.ts"

/** Releases of the same rewards: the root of the sum of squares, rounded up (exact for one). */
export function composeSequential(etas: readonly number[]): number {
  const sum = new SquaredSum()
  for (const eta of etas) sum.addLoss(eta)
  return sum.root()
}

/** Releases of disjoint rewards: each reward is in one of them, so the worst counts. */
export function composeParallel(etas: readonly number[]): number {
  let worst = 0
  for (const eta of etas) {
    checkLoss("eta", eta)
    if (eta > worst) worst = eta
  }
  return worst
}

/** The loss of a contributor of `rewards` rewards, each protected by eta: at most rewards·eta. */
export function groupLoss(eta: number, rewards: number): number {
  checkLoss("eta", eta)
  const isCount = Number.isSafeInteger(rewards) && rewards >= 0
  requireParameter(isCount, "rewards must be a whole number of at least 0", rewards)
  return multiplyUp(eta, rewards)
}

/**
 * The loss of a reward to all these releases together: sequential within a block or a line of an
 * arm, parallel across them.
 */
export function composeReleases(releases: readonly Release[]): Guarantee {
  const blocks = new Map<string, BlockLoss>()
  const residuals = releases.filter((release) => release.mechanism === "residual")
  for (const release of releases) {
    if (release.mechanism === "residual") continue
    const key = blockName(armName(release.arm), release.block)
    const block = blocks.get(key) ?? new BlockLoss()
    block.add(release)
    blocks.set(key, block)
  }
  const losses = [...blocks.values()]
  const eta = composeParallel([...losses.map((block) => block.eta), ...lineLosses(residuals)])
  if (residuals.length > 0) {
    const arms = new Set(residuals.map(({ arm }) => arm))
    const mixed = releases.find(({ mechanism, arm }) => mechanism !== "residual" && arms.has(arm))
    if (mixed !== undefined) throw sharedRewards(mixed)
  }
  if (losses.length === 0 || residuals.length > 0 || losses.some((block) => block.hasGaussian)) return gdpGuarantee(eta)
  const epsilon = losses.reduce((worst, block) => Math.max(worst, block.epsilon), 0)
  if (losses.every((block) => block.pureCount === 1 && block.allLaplace)) return laplaceGuarantee(epsilon)
  return { kind: "pure", eta, epsilon, mechanism: "pure" }
}

/** The loss of the oldest reward of each line. Every block joins once, at the eta of its line. */
function lineLosses(residuals: readonly Release[]): number[] {
  const lines = new Map<string, LineBudget>()
  const joined = new Set<string>()
  for (const release of residuals) {
    const { eta, line, carried } = checkResidual(release)
    const arm = lineName(armName(release.arm), release.coordinate)
    const key = `${arm}:${line}`
    const budget = lines.get(key) ?? new LineBudget(eta)
    const block = blockName(arm, release.block)
    if (budget.eta !== eta || joined.has(block)) throw sharedRewards(release)
    budget.release(carried)
    lines.set(key, budget)
    joined.add(block)
  }
  // Squares of so few releases sum to less than what is covered, whatever their coordinates.
  if (residuals.length > mostReleases) checkCoordinates(residuals, lines)
  return [...lines.values()].map((budget) => budget.spent())
}

/** The longest line of each coordinate counts, as lines of two coordinates may share rewards. */
function checkCoordinates(residuals: readonly Release[], lines: ReadonlyMap<string, LineBudget>): void {
  const most = new Map<number, Map<string, LineBudget>>()
  for (const { arm, coordinate, line } of residuals) {
    const name = lineName(armName(arm), coordinate)
    const budget = lines.get(`${name}:${line}`) as LineBudget
    const longest = most.get(arm) ?? new Map<string, LineBudget>()
    most.set(arm, longest)
    if (budget.releases > (longest.get(name)?.releases ?? 0)) longest.set(name, budget)
  }
  for (const longest of most.values()) {
    const budgets = [...longest.values()]
    checkReleaseCounts(
      budgets.map(({ releases }) => releases),
      Math.max(...budgets.map(({ eta }) => eta)),
    )
  }
}

const sharedRewards = ({ arm, block }: Release) =>
  new ArmisticeError(
    "unknown_release",
    `residual releases of an arm must have one eta in each line, each block once and no other releases beside them, got block ${block} of arm ${arm}`,
  )

/** The loss of a reward in one block. */
class BlockLoss {
  hasGaussian = false
  pureCount = 0
  allLaplace = true
  /** Pure DP adds up in epsilon. */
  readonly #epsilon = new UpwardSum()
  /** Releases on the GDP scale one by one: never more than the pure ones added up first. */
  readonly #each = new SquaredSum()

  add(release: Release): void {
    this.#each.addLoss(computeReleaseLoss(release))
    if (release.mechanism === "gaussian") {
      this.hasGaussian = true
      return
    }
    this.pureCount++
    if (release.mechanism === "pure") this.allLaplace = false
    this.#epsilon.add(release.epsilon as number)
  }

  get epsilon(): number {
    return this.#epsilon.ceiling()
  }

  get eta(): number {
    return this.#each.root()
  }
}

/**
 * The loss of one release on the GDP scale; residual releases say what their whole line loses. A
 * mechanism that is not known cannot be accounted, and is never taken as free.
 */
export function computeReleaseLoss({ mechanism, eta, epsilon }: Release): number {
  if ((mechanism === "gaussian" || mechanism === "residual") && eta !== undefined) {
    checkLoss("eta", eta)
    return eta
  }
  if (mechanism === "laplace" && epsilon !== undefined) return computeLaplaceEta(epsilon)
  if (mechanism === "pure" && epsilon !== undefined) return computePureEta(epsilon)
  throw new ArmisticeError(
    "unknown_release",
    `a release must be "gaussian" or "residual" with eta, or "laplace" or "pure" with epsilon, got ${JSON.stringify({ mechanism, eta, epsilon })}`,
  )
}
