// Two worlds that differ in the reward of one decision and see the same releases (docs/theory.md,
// Lemma 6). Answers come late, out of order or never, chosen from what was released so far.
// Everything but sums that are still secret must then be the same in both worlds, and what tells
// them apart is how far the centres of noise are from each other: a privacy loss that is added up
// here exactly.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { ContextPlan, ContextPoint } from "../context/context-plan.ts"
import { discardOpenBatches, dropOutstanding } from "../parts/discard-open-batches.ts"
import type { Random, SeededRandom } from "../random/random.ts"
import { computeCarriedSum } from "../random/residual-noise.ts"
import { seededRandom } from "../random/seeded-random.ts"

export interface TwinOptions {
  readonly seed: number
  readonly armCount: number
  readonly rounds: number
  /** The decision whose reward is 0 in one world and 1 in the other. */
  readonly followed: number
  readonly silence?: number
  /** After so many rounds both worlds are restored copies. */
  readonly restoredAt?: number
  /**
   * After so many rounds arm 0 is stopped, and what is outstanding of all arms dropped; it is
   * resumed this many rounds later.
   */
  readonly stoppedAt?: { readonly round: number; readonly resumedAfter: number }
  /** A planted mistake: the reward of the followed decision joins twice. */
  readonly joinsTwice?: boolean
}

export interface TwinLoss {
  /** Squares of Gaussian shifts in standard deviations, and Laplace shifts in scales, added up. */
  readonly squares: number
  readonly laplace: number
  readonly releases: number
}

/** Fields of states that hold rewards which are not released yet. */
const secrets: ReadonlySet<string> = new Set(["sum", "nextSum", "hidden", "whole", "part"])

export function runTwins(algorithm: Algorithm, options: TwinOptions): TwinLoss {
  const { seed, armCount, rounds, followed, silence, restoredAt = -1, stoppedAt, joinsTwice = false } = options
  const coin = seededRandom(seed)
  const noise = new SharedNoise(seed + 1)
  const worlds = [0, 1].map((world) => ({
    state: algorithm.start(armCount, silence),
    random: noise.forWorld(world),
  }))
  const waiting: Waiting[] = []
  for (let round = 0; round < rounds; round++) {
    const since = stoppedAt === undefined ? -1 : round - stoppedAt.round
    const excluded = since >= 0 && since < (stoppedAt?.resumedAfter ?? 0) ? new Set([0]) : undefined
    if (since === 0) {
      for (const { state } of worlds) {
        algorithm.retireArm?.(state, 0)
        for (let one = 1; one < armCount; one++) dropOutstanding(state, one)
      }
      waiting.splice(0)
      checkSame(worlds.map(({ state }) => state))
    }
    const point = algorithm.context === undefined ? undefined : drawPoint(algorithm.context, coin)
    const [arm, other] = worlds.map(({ state, random }) => algorithm.choose(state, random, excluded, point)) as [
      number,
      number,
    ]
    if (arm !== other) throw new Error(`round ${round}: arm ${arm} in one world, arm ${other} in the other`)
    const reward = coin.uniform() < 0.3 + 0.1 * arm ? 1 : 0
    const rewards = round === followed ? [0, 1] : [reward, reward]
    waiting.push({ arm, pull: (worlds[0] as (typeof worlds)[0]).state.decided[arm] - 1, round, rewards, point })
    if (round === restoredAt) {
      for (const { state } of worlds) discardOpenBatches(state)
      waiting.splice(0)
    }
    while (waiting.length > 40) {
      // After a high release the youngest answer first, otherwise anyone; a fifth never does.
      const place = noise.isHigh ? waiting.length - 1 - coin.integer(5) : coin.integer(waiting.length)
      const [late] = waiting.splice(place, 1)
      if (late === undefined) break
      if (late.round !== followed && coin.uniform() < 0.2) {
        for (const { state } of worlds) algorithm.expire?.(state, late.arm, late.pull, late.point)
        continue
      }
      for (const [world, { state, random }] of worlds.entries())
        algorithm.observe(state, late.arm, late.rewards[world] as number, random, late.pull, late.point)
      if (joinsTwice && late.round === followed && late.again === undefined) waiting.unshift({ ...late, again: true })
      if (round % 8 === 0) checkSame(worlds.map(({ state }) => state))
    }
  }
  return noise.loss()
}

/** A decision whose answer is outstanding. */
interface Waiting {
  readonly arm: number
  readonly pull: number
  readonly round: number
  readonly rewards: readonly number[]
  readonly point: ContextPoint | undefined
  readonly again?: true
}

/** Anyone may come, and half of the time the first kind of people. */
function drawPoint({ groups, attributes, point }: ContextPlan, coin: SeededRandom): ContextPoint {
  const isUsual = coin.uniform() < 0.5
  if (groups === null) return Object.keys(attributes).map(() => (isUsual ? 0 : coin.uniform()))
  const { levels } = groups[isUsual ? 0 : coin.integer(groups.length)]
  return point(Object.fromEntries(Object.keys(attributes).map((name, place) => [name, levels[place]])))
}

function checkSame([one, two]: readonly AlgorithmState[]): void {
  const isHidden = (name: string) => secrets.has(name) || (name === "mean" && "drawsLeft" in (one as AlgorithmState))
  const visible = (state: AlgorithmState | undefined) =>
    JSON.stringify(state, (name, value: unknown) => (isHidden(name) ? null : value))
  if (visible(one) !== visible(two)) throw new Error("what is public differs between the worlds")
}

/**
 * Chance of two worlds: coins are the same, and what the first releases is what the second
 * releases, too.
 */
class SharedNoise {
  readonly #seed: number
  readonly #released: { readonly centre: number; readonly value: number }[] = []
  #squares = 0
  #laplace = 0
  isHigh = false

  constructor(seed: number) {
    this.#seed = seed
  }

  loss(): TwinLoss {
    return { squares: this.#squares, laplace: this.#laplace, releases: this.#released.length }
  }

  forWorld(world: number): Random {
    const inner: SeededRandom = seededRandom(this.#seed)
    let number = 0
    /** The value around this centre, and how far the other world's centre is from it. */
    const around = (centre: number, draw: () => number): { value: number; shift: number } => {
      if (world === 0) {
        const value = draw()
        this.#released.push({ centre, value })
        this.isHigh = value > 10
        return { value, shift: 0 }
      }
      // The first world's coins were drawn for it as well.
      draw()
      const known = this.#released[number++]
      if (known === undefined) throw new Error("one world releases what the other does not")
      return { value: known.value, shift: centre - known.centre }
    }
    const gaussianAround = (centre: number, deviation: number): number => {
      const { value, shift } = around(centre, () => inner.gaussianAround(centre, deviation))
      this.#squares += (shift / deviation) ** 2
      return value
    }
    return {
      uniform: () => inner.uniform(),
      integer: (bound) => inner.integer(bound),
      gaussian: () => inner.gaussian(),
      exponential: () => inner.exponential(),
      laplace: (scale) => inner.laplace(scale),
      gamma: (shape) => inner.gamma(shape),
      beta: (a, b) => inner.beta(a, b),
      binomial: (trials, p) => inner.binomial(trials, p),
      gaussianAround,
      laplaceAround: (centre, scale) => {
        const { value, shift } = around(centre, () => inner.laplaceAround(centre, scale))
        this.#laplace += Math.abs(shift) / scale
        return value
      },
      residual: (hidden, joined, plan) => {
        const share = plan.carried / 2 ** 40
        const deviation = 1 / (plan.eta * Math.sqrt(1 - share * share))
        const centre = Number(hidden) / 2 ** 60 + (typeof joined === "number" ? joined : Number(joined) / 2 ** 60)
        return { released: gaussianAround(centre, deviation), hidden: computeCarriedSum(hidden, joined, plan) }
      },
    }
  }
}
