// Certain knowledge about one arm in one group of people: ends of intervals that hold at all looks,
// each with an error of its own. A cell that has no new release is not computed again.

import { type MeanEvidence, readMeanEvidence } from "../estimates/confidence.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sum.ts"
import { answeredInterval, SHARE_OF_ERROR, valueInterval, valueLine, valueOn } from "../estimates/silence.ts"
import { clipUnit } from "../numerics/clip.ts"
import { computeLevel } from "./stop-error.ts"

/** Public counts of one arm and group, and the worth of silence in [0, 1]. */
export interface CellSilence {
  readonly missing: number
  readonly decided: number
  readonly answered: number
}

/** One arm in one group, in [0, 1]. */
export interface Cell {
  readonly rewards: number
  /** Null before the first release. */
  readonly mean: number | null
  /** Each end fails at any look with at most this chance, after so many stops that looked ahead. */
  low(error: number, looks: number): number
  high(error: number, looks: number): number
}

const remembered = new WeakMap<object, Map<string, { key: string; cell: Cell }>>()

/** The cell of a sum; the same object until something new is known. `owner` keys the cache. */
export function readCell(owner: object, name: string, sum: ReleasedSum, silence: CellSilence | null): Cell {
  const cells = remembered.get(owner) ?? new Map<string, { key: string; cell: Cell }>()
  remembered.set(owner, cells)
  const key = JSON.stringify([sum.look, sum.value, sum.most, sum.ended?.length, silence])
  const known = cells.get(name)
  if (known?.key === key) return known.cell
  const cell = createCell(sum, silence)
  cells.set(name, { key, cell })
  return cell
}

/** The cell of a sum. */
export function createCell(sum: ReleasedSum, silence: CellSilence | null): Cell {
  const rewards = sum.parts.reduce((total, { count }) => total + count, 0)
  let evidence: MeanEvidence | null = null
  const read = (): MeanEvidence => {
    evidence ??= readMeanEvidence(sum)
    return evidence
  }
  const ends = new Map<string, number>()
  const remember = (side: "low" | "high", error: number, looks: number): number => {
    const key = `${side} ${error} ${looks}`
    const found = ends.get(key) ?? computeEnd(side, error, looks)
    ends.set(key, found)
    return found
  }
  const computeEnd = (side: "low" | "high", error: number, looks: number): number => {
    const part = silence === null ? error : (1 - SHARE_OF_ERROR) * error
    const least = Math.exp(-computeLevel(part, looks))
    const mean = rewards === 0 ? Number(side === "high") : read()[side](least)
    if (silence === null) return mean
    const [low, high] = answeredInterval(silence.decided, silence.answered, SHARE_OF_ERROR * error)
    return valueInterval([mean, mean], { low, high, mean: low }, silence.missing)[side === "low" ? 0 : 1]
  }
  return {
    rewards,
    mean: rewards === 0 ? null : estimateValue(clipUnit(summariseSum(sum).mean), silence),
    low: (error, looks) => remember("low", error, looks),
    high: (error, looks) => remember("high", error, looks),
  }
}

function estimateValue(mean: number, silence: CellSilence | null): number {
  if (silence === null) return mean
  const share = (silence.answered + 0.5) / (silence.decided + 1)
  return valueOn(valueLine(share, silence.missing), mean)
}
