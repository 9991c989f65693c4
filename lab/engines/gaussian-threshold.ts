// The threshold of a Gaussian leap, between the leader and its strongest rival. It gives the chance
// of a loud round, in which an index is on the wrong side of it, and draws such rounds.

import type { Random } from "@armistice/core"
import { normalCdf, normalTail, normalTailQuantile } from "@armistice/core/numerics"
import { findCrossing, findMiddle } from "./density-crossing.ts"
import type { GaussianArms } from "./gaussian-arms.ts"

export class GaussianThreshold {
  leader = 0
  /** Chance of a loud round. */
  loud = 0
  readonly #arms: GaussianArms
  readonly #random: Random
  #leaderDraws = false
  #threshold = 0
  #frozen = -1
  #frozenValue = Number.NEGATIVE_INFINITY
  /** Arms that draw, except the leader; the likeliest to be loud last, as fewer need a value. */
  readonly #others: Int32Array
  #otherCount = 0
  /** Chance of each arm to be on the wrong side of the threshold. */
  readonly #wrong: Float64Array
  /** Chance that one of #others[0..k] is on the wrong side. */
  readonly #loudUpTo: Float64Array

  constructor(arms: GaussianArms, random: Random) {
    const armCount = arms.best.length
    this.#arms = arms
    this.#random = random
    this.#others = new Int32Array(armCount)
    this.#wrong = new Float64Array(armCount)
    this.#loudUpTo = new Float64Array(armCount)
  }

  /** For the arms drawing[0 … count - 1], at least one, and the best frozen arm, or -1. */
  place(drawing: Int32Array, count: number, frozen: number, frozenValue: number): void {
    const { mean } = this.#arms
    this.#frozen = frozen
    this.#frozenValue = frozenValue
    let leader = drawing[0]
    for (let k = 1; k < count; k++) if (mean[drawing[k]] > mean[leader]) leader = drawing[k]
    this.#leaderDraws = !(frozenValue >= mean[leader])
    this.leader = this.#leaderDraws ? leader : frozen
    this.#otherCount = 0
    for (let k = 0; k < count; k++) if (drawing[k] !== this.leader) this.#others[this.#otherCount++] = drawing[k]
    this.#threshold = this.#leaderDraws ? this.#belowLeader() : frozenValue
    this.#measure()
  }

  #belowLeader(): number {
    const { mean, deviation } = this.#arms
    const top = mean[this.leader]
    const spread = deviation[this.leader]
    let highest = Number.NEGATIVE_INFINITY
    let rival = -1
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = this.#others[k]
      const middle = findMiddle(top, spread, mean[arm], deviation[arm])
      if (middle <= highest) continue
      highest = middle
      rival = arm
    }
    if (rival < 0) return this.#frozenValue
    return Math.max(findCrossing(top, spread, mean[rival], deviation[rival]), this.#frozenValue)
  }

  #measure(): void {
    const others = this.#others
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = others[k]
      const wrong = this.#chanceAbove(arm)
      this.#wrong[arm] = wrong
      let place = k
      for (; place > 0 && this.#wrong[others[place - 1]] > wrong; place--) others[place] = others[place - 1]
      others[place] = arm
    }
    let loud = 0
    for (let k = 0; k < this.#otherCount; k++) {
      loud += (1 - loud) * this.#wrong[others[k]]
      this.#loudUpTo[k] = loud
    }
    if (this.#leaderDraws) {
      this.#wrong[this.leader] = this.#chanceBelow(this.leader, this.#threshold)
      loud += (1 - loud) * this.#wrong[this.leader]
    }
    this.loud = loud
  }

  /** The chance that a draw known not to exceed its ceiling is above the threshold. */
  #chanceAbove(arm: number): number {
    const { mean, deviation, beyond } = this.#arms
    const above = normalTail((this.#threshold - mean[arm]) / deviation[arm])
    return Math.max(0, above - beyond[arm]) / (1 - beyond[arm])
  }

  #chanceBelow(arm: number, bound: number): number {
    const { mean, deviation, beyond } = this.#arms
    return Math.min(1, normalCdf((bound - mean[arm]) / deviation[arm]) / (1 - beyond[arm]))
  }

  /** The chance that all draws of a round are below `bound`. */
  chanceOfAllBelow(bound: number): number {
    let chance = this.#leaderDraws ? this.#chanceBelow(this.leader, bound) : 1
    for (let k = 0; k < this.#otherCount; k++) chance *= this.#chanceBelow(this.#others[k], bound)
    return chance
  }

  /** About how many rounds will be loud before `rounds` are over or an epoch ends. */
  expectedEvents(rounds: number): number {
    const { room } = this.#arms
    let events = this.loud * Math.min(rounds, room[this.leader] / (1 - this.loud))
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = this.#others[k]
      // The arm wins about every other round in which another arm is above the threshold.
      if (this.#wrong[arm] > 0) events = Math.min(events, (2 * room[arm] * this.loud) / this.#wrong[arm])
    }
    return events
  }

  /** Draws the indices of one round given that it is loud, and returns the arm with the largest. */
  drawLoudRound(): number {
    const random = this.#random
    const others = this.#others
    const count = this.#otherCount
    const target = random.uniform() * this.loud
    let first = 0
    while (first < count && target >= this.#loudUpTo[first]) first++
    if (first === count && this.#leaderDraws) return this.#drawLeaderBelow()
    if (first === count) first--
    // The first loud arm is above the threshold, those before it below, those after it free.
    let winner = others[first]
    let largest = this.#drawAbove(winner)
    for (let k = first + 1; k < count; k++) {
      const value = this.#arms.draw(others[k], random)
      if (value <= largest) continue
      largest = value
      winner = others[k]
    }
    if (!this.#leaderDraws) return winner
    return this.#arms.draw(this.leader, random) > largest ? this.leader : winner
  }

  /** Above the threshold and not above the arm's ceiling. */
  #drawAbove(arm: number): number {
    const { mean, deviation, beyond } = this.#arms
    const chance = beyond[arm] + this.#random.uniform() * this.#wrong[arm] * (1 - beyond[arm])
    return mean[arm] + deviation[arm] * normalTailQuantile(chance)
  }

  /** The leader is below the threshold and so is everyone else. */
  #drawLeaderBelow(): number {
    const { mean, deviation, beyond } = this.#arms
    let winner = this.leader
    const chance = this.#random.uniform() * this.#wrong[winner] * (1 - beyond[winner])
    let largest = mean[winner] - deviation[winner] * normalTailQuantile(chance)
    if (this.#frozenValue > largest) {
      largest = this.#frozenValue
      winner = this.#frozen
    }
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = this.#others[k]
      let value = this.#arms.draw(arm, this.#random)
      while (value > this.#threshold) value = this.#arms.draw(arm, this.#random)
      if (value <= largest) continue
      largest = value
      winner = arm
    }
    return winner
  }
}
