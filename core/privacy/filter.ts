// A fully adaptive GDP filter (Smith and Thakurta 2022; per block of rewards as in Koskela, Tobaben, Honkela 2023): losses may be
// chosen from the past as long as the sum of their squares in every block stays within limit². Then everything is limit-GDP.

import { ArmisticeError } from "../errors.ts"
import { productError } from "../numerics/rounding-error.ts"
import { checkLoss } from "./loss.ts"
import { largestLoss, SquaredSum } from "./squared-sum.ts"

export interface FilterState {
  readonly limit: number
  /** Per block: its name and the sum of squared losses as high + low. */
  readonly blocks: readonly (readonly [block: string, high: number, low: number])[]
}

export class GdpFilter {
  readonly limit: number
  readonly #blocks = new Map<string, SquaredSum>()
  #worst = 0

  constructor(limit: number) {
    checkLoss("limit", limit)
    if (limit > largestLoss)
      throw new ArmisticeError("invalid_parameter", `limit must be at most ${largestLoss}, got ${limit}`)
    this.limit = limit
  }

  /** Spends eta on a block, or refuses before anything has changed. */
  request(block: string | number, eta: number): void {
    const key = String(block)
    const before = this.#blocks.get(key)
    const after = new SquaredSum(before?.high, before?.low).addLoss(eta)
    if (after.exceedsLoss(this.limit)) {
      const spent = before?.root() ?? 0
      throw new ArmisticeError(
        "budget_exhausted",
        `the loss of block ${key} must stay within ${this.limit}, got a request for ${eta} after ${spent}`,
        { block: key, spent, requested: eta, limit: this.limit },
      )
    }
    this.#blocks.set(key, after)
    this.#worst = Math.max(this.#worst, after.root())
  }

  /** Spends on several blocks (or several times on one), all or nothing. */
  requestAll(requests: Iterable<{ readonly block: string | number; readonly eta: number }>): void {
    const before = new Map<string, SquaredSum | undefined>()
    const worst = this.#worst
    try {
      for (const { block, eta } of requests) {
        const key = String(block)
        if (!before.has(key)) before.set(key, this.#blocks.get(key))
        this.request(key, eta)
      }
    } catch (error) {
      for (const [key, sum] of before) {
        if (sum === undefined) this.#blocks.delete(key)
        else this.#blocks.set(key, sum)
      }
      this.#worst = worst
      throw error
    }
  }

  /** The counter of a block, or of the block that spent most. Shown with its limit; by itself it promises nothing. */
  spent(block?: string | number): number {
    return block === undefined ? this.#worst : (this.#blocks.get(String(block))?.root() ?? 0)
  }

  toJSON(): FilterState {
    return { limit: this.limit, blocks: [...this.#blocks].map(([block, { high, low }]) => [block, high, low]) }
  }

  static fromJSON(json: unknown): GdpFilter {
    const { limit, blocks } = checkState(json)
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
    return filter
  }
}

function checkState(json: unknown): FilterState {
  const { limit, blocks } = (typeof json === "object" && json !== null ? json : {}) as Partial<FilterState>
  const limitHolds = typeof limit === "number" && limit >= 0 && limit <= largestLoss
  if (limitHolds && Array.isArray(blocks) && blocks.every(isBlock)) return { limit, blocks }
  throw new ArmisticeError(
    "invalid_state",
    `a filter must be {limit, blocks: [[name, high, low], …]} with sums of squares, got ${JSON.stringify(json)?.slice(0, 100)}`,
  )
}

/** low must be the rounding rest of high, or comparisons with the limit would not mean what they say. */
function isBlock(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [block, high, low] = value as unknown[]
  if (typeof block !== "string" || typeof high !== "number" || typeof low !== "number") return false
  return high >= 0 && high <= 1e300 && Number.isFinite(low) && high + low === high
}

/** How many draws of squared cost `costPerDraw` fit in limitEta²: the exact floor, never one too many by rounding. */
export function drawsWithin(limitEta: number, costPerDraw: number): number {
  checkLoss("limitEta", limitEta)
  if (!(costPerDraw > 0 && costPerDraw <= 1e300))
    throw new ArmisticeError("invalid_parameter", `costPerDraw must be in (0, 1e300], got ${costPerDraw}`)
  const square = limitEta * limitEta
  const squareRest = productError(limitEta, limitEta, square)
  const fits = (draws: number): boolean => {
    const cost = draws * costPerDraw
    return cost < square || (cost === square && productError(draws, costPerDraw, cost) <= squareRest)
  }
  let draws = Math.min(Math.floor(square / costPerDraw), Number.MAX_SAFE_INTEGER)
  while (draws > 0 && !fits(draws)) draws--
  while (draws < Number.MAX_SAFE_INTEGER && fits(draws + 1)) draws++
  return draws
}
