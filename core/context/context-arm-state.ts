// The state of one arm in gdp-context, and how it is forgotten.

import type { HiddenSum } from "../random/residual-noise.ts"
import type { ContextPlan } from "./context-plan.ts"

/** Rewards of one coordinate that joined with one share for the total. */
export type SharedCount = [share: number, count: number]

/** One released coordinate of one arm. */
export interface ContextLine {
  /** The part of the sum that the next release carries (secret). */
  hidden: HiddenSum
  /**
   * The rewards that joined and are not released: their weighted sum, as whole + part · 2^-40
   * (secret).
   */
  whole: number
  part: number
  /** Their weight, the sum of their features, and how many joined with which share. */
  pending: number
  touched: number
  joined: SharedCount[]
  /** Weight of all released rewards of the line, and that which is still hidden. */
  weight: number
  hiddenWeight: number
  /** Features released so far, in all lines. */
  released: number
  /** How many releases there were when each line ended, and how many there are. */
  ended: number[]
  releases: number
  /** The share that the last release carried on, 0 where the next one begins a line. */
  carried: number
  /**
   * The last released sum, and the sum of all released rewards, each once, with the noise that
   * remains.
   */
  last: number
  total: number
}

/** The state of one arm. */
export interface ContextArm {
  lines: ContextLine[]
  /** Packed releases: what each carried on, and how many rewards it took in with which share. */
  history: string
  /**
   * Packed halves of its filter: what is known of the hidden sums, and of the coefficients. "" is
   * all zeros.
   */
  hiddenLaw: string
  information: string
  /**
   * Share of the open batch for the total, in 64ths (0: none is open), the rewards in it, and Σ of
   * outer products of features.
   */
  share: number
  received: number
  gram: number[]
}

export const startContextArm = ({ coordinates }: ContextPlan): ContextArm => ({
  lines: Array.from({ length: coordinates }, startLine),
  history: "",
  share: 0,
  received: 0,
  gram: [],
  hiddenLaw: "",
  information: "",
})

const startLine = (): ContextLine => ({
  hidden: 0,
  whole: 0,
  part: 0,
  pending: 0,
  touched: 0,
  joined: [],
  weight: 0,
  hiddenWeight: 0,
  released: 0,
  ended: [],
  releases: 0,
  carried: 0,
  last: 0,
  total: 0,
})

/** Forgets the rewards that are not released. */
export function forgetPending(line: ContextLine): void {
  line.whole = 0
  line.part = 0
  line.pending = 0
  line.touched = 0
  line.joined = []
}

/**
 * Forgets all that an arm holds back: its open batch, and what its releases carry on. The next
 * release begins new lines.
 */
export function forgetContextArm(arm: ContextArm): void {
  for (const line of arm.lines) {
    forgetPending(line)
    line.hidden = 0
    line.weight = 0
    line.hiddenWeight = 0
    line.carried = 0
    if (line.releases > (line.ended.at(-1) ?? 0)) line.ended.push(line.releases)
  }
  arm.hiddenLaw = ""
  arm.share = 0
  arm.received = 0
  arm.gram = []
}
