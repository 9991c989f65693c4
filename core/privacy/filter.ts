// A fully adaptive GDP filter (Smith and Thakurta 2022; per block of rewards as in Koskela,
// Tobaben, Honkela 2023): losses may be chosen from the past as long as the sum of their squares in
// every block stays within limit². Then everything is limit-GDP. Residual releases share rewards
// over a whole line (residual-loss.ts): the filter keeps what the oldest reward of it has left.

import { ArmisticeError, requireParameter } from "../errors.ts"
import { armName, blockName, lineName, parseBlockArm } from "./block-name.ts"
import { checkLoss } from "./loss.ts"
import type { Release } from "./release.ts"
import { checkReleaseCounts, checkResidual, LineBudget, mostReleases, unspentAtFirst } from "./residual-loss.ts"
import { largestLoss, SquaredSum } from "./squared-sum.ts"

/** A release with its loss on the GDP scale (residual: that of its whole line). */
export type CountedRelease = Release & { readonly eta: number }

/** A filter as JSON, part of snapshots. */
export interface FilterState {
  readonly limit: number
  /** Per block: its name and the sum of squared losses as high + low. */
  readonly blocks: readonly (readonly [block: string, high: number, low: number])[]
  /** Where the line of each arm with residual releases stands, and its worst loss so far. */
  readonly lines?: readonly LineState[]
}

type LineState = readonly [
  arm: string,
  line: number,
  block: number,
  releases: number,
  eta: number,
  unspent: string,
  worst: number,
  coordinate?: number,
]

interface Line {
  arm: string
  /** Undefined where all rewards of the arm are in one sum. */
  coordinate: number | undefined
  line: number
  /** The last block that joined. */
  block: number
  budget: LineBudget
  worst: number
}

/** Counts the loss of every block of rewards, and refuses what would exceed the limit. */
export class GdpFilter {
  readonly limit: number
  readonly #blocks = new Map<string, SquaredSum>()
  readonly #lines = new Map<string, Line>()
  #worst = 0
  /** Releases of all lines, and at least those that still count. */
  #releases = 0

  constructor(limit: number) {
    checkLoss("limit", limit)
    requireParameter(limit <= largestLoss, `limit must be at most ${largestLoss}`, limit)
    this.limit = limit
  }

  /**
   * Spends eta on a block, or refuses before anything has changed: also for a block of an arm with
   * residual releases.
   */
  request(block: string | number, eta: number): void {
    const key = String(block)
    if (this.#hasLines(parseBlockArm(key))) throw sharedRewards(key)
    const before = this.#blocks.get(key)
    const after = new SquaredSum(before?.high, before?.low).addLoss(eta)
    if (after.exceedsLoss(this.limit)) {
      const spent = before?.root() ?? 0
      throw new ArmisticeError(
        "budget_exhausted",
        `block ${key} has spent ${spent} of ${this.limit}, so a loss of ${eta} exceeds the limit`,
        { block: key, spent, requested: eta, limit: this.limit },
      )
    }
    this.#blocks.set(key, after)
    this.#worst = Math.max(this.#worst, after.root())
  }

  /**
   * Spends what these releases cost, then does what they are spent for, and returns the counter
   * after each: all or nothing, so that nothing is spent if `then` fails. Arms of different
   * segments are counted apart.
   */
  spend(releases: readonly CountedRelease[], segment?: string, then?: () => void): number[] {
    const lines = new Map<string, Line | undefined>()
    const blocks = new Map<string, SquaredSum | undefined>()
    const worst = this.#worst
    try {
      const counters = releases.map((release) => {
        const arm = armName(release.arm, segment)
        if (release.mechanism === "residual") {
          const name = lineName(arm, release.coordinate)
          const line = this.#lines.get(name)
          if (!lines.has(name)) lines.set(name, line)
          const next = this.#nextLine(arm, release, line)
          this.#lines.set(name, next)
          this.#worst = Math.max(this.#worst, next.worst)
        } else {
          const block = blockName(arm, release.block)
          if (!blocks.has(block)) blocks.set(block, this.#blocks.get(block))
          this.request(block, release.eta)
        }
        return this.#worst
      })
      then?.()
      return counters
    } catch (error) {
      putBack(this.#lines, lines)
      putBack(this.#blocks, blocks)
      this.#worst = worst
      throw error
    }
  }

  /** Whether an arm has residual releases; `withCoordinates` asks for one kind of them only. */
  #hasLines(arm: string, withCoordinates?: boolean): boolean {
    for (const line of this.#lines.values()) {
      if (line.arm !== arm) continue
      if (withCoordinates === undefined || (line.coordinate !== undefined) === withCoordinates) return true
    }
    return false
  }

  /** Refuses more releases of all coordinates of an arm together than rounding is covered for. */
  #checkCounts(arm: string, coordinate: number | undefined, { releases, eta }: LineBudget): void {
    this.#releases += 1
    // Squares of so few releases sum to less than what is covered, whatever their coordinates.
    if (this.#releases <= mostReleases) return
    const counts = [releases]
    for (const line of this.#lines.values())
      if (line.arm === arm && line.coordinate !== coordinate) counts.push(line.budget.releases)
    checkReleaseCounts(counts, eta)
  }

  /** Where an arm's line stands after one more release. */
  #nextLine(arm: string, release: Release, before: Line | undefined): Line {
    const { eta, line, carried } = checkResidual(release)
    if (eta > this.limit)
      throw new ArmisticeError(
        "budget_exhausted",
        `the loss of a line must stay within ${this.limit}, got releases of ${eta}`,
        { block: blockName(arm, release.block), spent: before?.worst ?? 0, requested: eta, limit: this.limit },
      )
    const isNew = before === undefined || line > before.line
    const isNext = before === undefined || (line >= before.line && release.block > before.block)
    const { coordinate } = release
    const isCoordinate = coordinate === undefined || (Number.isSafeInteger(coordinate) && coordinate >= 0)
    // A sum of all rewards beside sums of coordinates would count them twice.
    const hasOthers =
      before === undefined &&
      (this.#hasLines(arm, coordinate === undefined) ||
        [...this.#blocks.keys()].some((block) => parseBlockArm(block) === arm))
    if (!isNext || !isCoordinate || hasOthers || (!isNew && before.budget.eta !== eta))
      throw sharedRewards(blockName(arm, release.block))
    const budget = isNew ? new LineBudget(eta) : new LineBudget(eta, before.budget.unspent, before.budget.releases)
    budget.release(carried)
    this.#checkCounts(arm, coordinate, budget)
    return { arm, coordinate, line, block: release.block, budget, worst: Math.max(before?.worst ?? 0, budget.spent()) }
  }

  /** The counter of a block, or of the block that spent most; by itself it promises nothing. */
  spent(block?: string | number): number {
    return block === undefined ? this.#worst : (this.#blocks.get(String(block))?.root() ?? 0)
  }

  toJSON(): FilterState {
    const blocks = [...this.#blocks].map(([block, { high, low }]) => [block, high, low] as const)
    if (this.#lines.size === 0) return { limit: this.limit, blocks }
    const lines = [...this.#lines.values()].map(({ arm, coordinate, line, block, budget, worst }): LineState => {
      const state = [arm, line, block, budget.releases, budget.eta, budget.unspent.toString(), worst] as const
      return coordinate === undefined ? state : [...state, coordinate]
    })
    return { limit: this.limit, blocks, lines }
  }

  static fromJSON(json: unknown): GdpFilter {
    const { limit, blocks, lines = [] } = checkState(json)
    const filter = new GdpFilter(limit)
    for (const [block, high, low] of blocks) {
      const sum = new SquaredSum(high, low)
      if (filter.#blocks.has(block) || sum.exceedsLoss(limit))
        throw new ArmisticeError(
          "invalid_state",
          `blocks of a filter must be different and within the limit ${limit}, got ${block} with ${high} + ${low}`,
        )
      filter.#blocks.set(block, sum)
      filter.#worst = Math.max(filter.#worst, sum.root())
    }
    for (const [arm, line, block, releases, eta, unspent, worst, coordinate] of lines) {
      const name = lineName(arm, coordinate)
      const budget = new LineBudget(eta, BigInt(unspent), releases)
      // A reader would forget one of two lines, and blocks beside a line would hide its loss.
      const isDouble = filter.#lines.has(name) || filter.#hasLines(arm, coordinate === undefined)
      if (isDouble || blocks.some(([name]) => parseBlockArm(name) === arm))
        throw new ArmisticeError(
          "invalid_state",
          `an arm of a filter must have either one line or blocks, got more for ${arm}`,
        )
      filter.#lines.set(name, { arm, coordinate, line, block, budget, worst: Math.max(worst, budget.spent()) })
      filter.#releases += releases
      filter.#worst = Math.max(filter.#worst, worst, budget.spent())
    }
    return filter
  }
}

function putBack<Value>(map: Map<string, Value>, before: ReadonlyMap<string, Value | undefined>): void {
  for (const [key, value] of before)
    if (value === undefined) map.delete(key)
    else map.set(key, value)
}

const sharedRewards = (block: string) =>
  new ArmisticeError(
    "unknown_release",
    `residual releases of an arm must follow each other, with one eta in each line and no other releases beside them, got block ${block}`,
  )

function checkState(json: unknown): FilterState {
  const { limit, blocks, lines } = (typeof json === "object" && json !== null ? json : {}) as Partial<FilterState>
  const limitHolds = typeof limit === "number" && limit >= 0 && limit <= largestLoss
  const linesHold = lines === undefined || (Array.isArray(lines) && lines.every((line) => isLine(line, limit ?? 0)))
  if (limitHolds && Array.isArray(blocks) && blocks.every(isBlock) && linesHold)
    return lines === undefined ? { limit, blocks } : { limit, blocks, lines }
  throw new ArmisticeError(
    "invalid_state",
    `a filter must be {limit, blocks: [[name, high, low], …]} with sums of squares, and lines within the limit, got ${JSON.stringify(json)?.slice(0, 100)}`,
  )
}

/** low must be the rounding rest of high, or comparisons with the limit would be wrong. */
function isBlock(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [block, high, low] = value as unknown[]
  if (typeof block !== "string" || typeof high !== "number" || typeof low !== "number") return false
  return high >= 0 && high <= 1e300 && Number.isFinite(low) && high + low === high
}

function isLine(value: unknown, limit: number): boolean {
  if (!Array.isArray(value) || value.length < 7 || value.length > 8) return false
  const [arm, line, block, releases, eta, unspent, worst, coordinate = 0] = value as unknown[]
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) >= 0
  return (
    typeof arm === "string" &&
    [line, block, releases, coordinate].every(isCount) &&
    [eta, worst].every((loss) => typeof loss === "number" && loss >= 0 && loss <= limit) &&
    typeof unspent === "string" &&
    /^\d{1,40}$/.test(unspent) &&
    BigInt(unspent) <= unspentAtFirst
  )
}
