// Leaps over indices whose law drifts with every pull (Thompson sampling) or with time
// (Lazy-DP-TS). The chance of a loud round is bounded over a block on every path of rewards; loud
// rounds are proposed at that rate and thinned to the true one, so the law is exact.

import type { DrawnLaw, PosteriorLaw } from "@armistice/core"
import { findCrossing, findMiddle } from "./density-crossing.ts"
import { type DriftingArms, PosteriorArms, TimedArms } from "./drifting-arms.ts"
import type { LeapRun } from "./leap-run.ts"

/** Below this chance of a quiet round, a while of single rounds precedes the next attempt. */
const WORTH_LEAPING = 0.5
const PLAIN_ROUNDS = 24

/** Runs until the laws must be read again, or to the horizon. */
export function leapDrifting(run: LeapRun, law: DrawnLaw | PosteriorLaw): void {
  const arms = law.kind === "posterior" ? new PosteriorArms(law) : new TimedArms(run, law)
  const leap = new DriftingLeap(run, arms)
  while (run.roundsLeft > 0 && leap.runBlock());
  run.settleAll()
}

class DriftingLeap {
  readonly #run: LeapRun
  readonly #arms: DriftingArms
  readonly #others: number[] = []
  /** Upper bounds of the chance to be on the wrong side of the threshold. */
  readonly #wrong: Float64Array
  /** The chance that one of #others[0..k] is proposed to be. */
  readonly #loudUpTo: Float64Array
  #leader = 0
  #threshold = 0
  /** The chance that a round is proposed to be loud, and ln of the chance that it is not. */
  #loud = 0
  #logQuiet = 0

  constructor(run: LeapRun, arms: DriftingArms) {
    this.#run = run
    this.#arms = arms
    this.#wrong = new Float64Array(arms.armCount)
    this.#loudUpTo = new Float64Array(arms.armCount)
  }

  /** One block; false if the laws must be asked for again. */
  runBlock(): boolean {
    // Bounds start from rewards that are in: those owed to the last leader must not add to them.
    if (this.#arms.othersStay) this.#run.settle(this.#leader)
    this.#arms.refresh()
    this.#chooseLeader()
    this.#measure()
    if (this.#loud > 1 - WORTH_LEAPING) return this.#runPlainRounds()
    return this.#leapThrough()
  }

  #chooseLeader(): void {
    const { family, first, second, armCount } = this.#arms
    let leader = 0
    for (let arm = 1; arm < armCount; arm++)
      if (family.centre(first[arm], second[arm]) > family.centre(first[leader], second[leader])) leader = arm
    const top = family.centre(first[leader], second[leader])
    const spread = family.spread(first[leader], second[leader])
    let rival = -1
    let closest = Number.NEGATIVE_INFINITY
    this.#others.length = 0
    for (let arm = 0; arm < armCount; arm++) {
      if (arm === leader) continue
      this.#others.push(arm)
      const centre = family.centre(first[arm], second[arm])
      const width = family.spread(first[arm], second[arm])
      const middle = findMiddle(top, spread, centre, width)
      if (middle <= closest) continue
      closest = middle
      rival = arm
    }
    this.#leader = leader
    this.#arms.planBlock(leader, rival)
    const centre = family.centre(first[rival], second[rival])
    const width = family.spread(first[rival], second[rival])
    this.#threshold = findCrossing(this.#arms.lowestCentre, spread, centre, width)
  }

  #measure(): void {
    for (const arm of this.#others) this.#wrong[arm] = this.#arms.otherAbove(arm, this.#threshold)
    this.#wrong[this.#leader] = this.#arms.leaderBelow(this.#threshold)
    this.#sumUp()
  }

  #sumUp(): void {
    const others = this.#others
    let loud = 0
    for (let k = 0; k < others.length; k++) {
      loud += (1 - loud) * this.#wrong[others[k]]
      this.#loudUpTo[k] = loud
    }
    this.#loud = loud + (1 - loud) * this.#wrong[this.#leader]
    this.#logQuiet = Math.log1p(-this.#loud)
  }

  #runPlainRounds(): boolean {
    const run = this.#run
    run.settleAll()
    for (let k = 0; k < PLAIN_ROUNDS && run.roundsLeft > 0; k++) {
      const arm = run.algorithm.choose(run.state, run.random)
      run.recorder.advance(arm, 1)
      run.settle(arm)
      if (this.#arms.pulled(arm, 1)) return false
    }
    return true
  }

  #leapThrough(): boolean {
    const { recorder, random } = this.#run
    const leader = this.#leader
    let rounds = Math.min(this.#run.roundsLeft, this.#arms.blockRounds)
    while (rounds > 0) {
      const most = Math.min(rounds, this.#arms.room(leader))
      const quiet = this.#logQuiet < 0 ? Math.floor(random.exponential() / -this.#logQuiet) : Number.POSITIVE_INFINITY
      if (quiet >= most) {
        recorder.advance(leader, most)
        if (this.#arms.pulled(leader, most)) return false
        rounds -= most
        continue
      }
      if (quiet > 0) {
        recorder.advance(leader, quiet)
        if (this.#arms.pulled(leader, quiet)) return false
      }
      rounds -= quiet + 1
      const winner = this.#runProposal()
      recorder.advance(winner, 1)
      if (this.#arms.pulled(winner, 1)) return false
      if (winner === leader) continue
      if (!this.#arms.othersStay) return true
      // The arm that was pulled has a new law; all other bounds still hold.
      this.#run.settle(winner)
      this.#arms.refreshArm(winner)
      this.#wrong[winner] = this.#arms.otherAbove(winner, this.#threshold)
      this.#sumUp()
      if (this.#wrong[winner] > 0.3) return true
    }
    return true
  }

  /** Runs a round that may be loud: thins the first proposed violation to its true chance. */
  #runProposal(): number {
    const { random } = this.#run
    const arms = this.#arms
    const others = this.#others
    if (!arms.othersStay) arms.refresh()
    const target = random.uniform() * this.#loud
    let first = 0
    while (first < others.length && target >= this.#loudUpTo[first]) first++
    if (first < others.length) return this.#violatedBy(first)
    if (arms.othersStay) this.#settleLeader()
    return this.#violatedByLeader()
  }

  #settleLeader(): void {
    if (!this.#run.owes(this.#leader)) return
    this.#run.settle(this.#leader)
    this.#arms.refreshArm(this.#leader)
  }

  /** Arm others[first] is the first proposed above the threshold; those after it are free. */
  #violatedBy(first: number): number {
    const { random } = this.#run
    const { family, first: a, second: b, othersStay } = this.#arms
    const others = this.#others
    const threshold = this.#threshold
    let winner = -1
    let largest = Number.NEGATIVE_INFINITY
    for (let k = first; k < others.length; k++) {
      const arm = others[k]
      let value: number
      if (k > first) value = family.draw(a[arm], b[arm], random)
      else {
        const chance = othersStay ? this.#wrong[arm] : family.above(a[arm], b[arm], threshold)
        value =
          othersStay || random.uniform() * this.#wrong[arm] < chance
            ? family.drawAbove(a[arm], b[arm], threshold, chance, random)
            : family.drawBelow(a[arm], b[arm], threshold, 1 - chance, random)
      }
      if (value <= largest) continue
      largest = value
      winner = arm
    }
    const leader = this.#drawLeader(largest)
    if (leader > largest) {
      largest = leader
      winner = this.#leader
    }
    return largest >= threshold ? winner : this.#largestBelow(first, largest, winner)
  }

  /** The leader's index, or a number on the same side of `rival` if that decides the comparison. */
  #drawLeader(rival: number): number {
    const { family, first: a, second: b } = this.#arms
    const leader = this.#leader
    const run = this.#run
    const owed = run.recorder.pulls[leader] - run.rewarded[leader]
    const reach = owed === 0 ? null : this.#arms.refreshOwing(leader, owed)
    if (reach === null) {
      this.#settleLeader()
      return family.draw(a[leader], b[leader], run.random)
    }
    // Owed rewards only shift the index: draw them only if the comparison depends on them.
    const lowest = family.draw(a[leader], b[leader], run.random)
    if (lowest > rival || lowest + reach < rival) return lowest
    const without = a[leader]
    this.#settleLeader()
    return lowest + (a[leader] - without)
  }

  /** Nobody else is above the threshold, and the leader is proposed below it. */
  #violatedByLeader(): number {
    const { random } = this.#run
    const { family, first: a, second: b } = this.#arms
    const leader = this.#leader
    const chance = family.below(a[leader], b[leader], this.#threshold)
    if (random.uniform() * this.#wrong[leader] >= chance) return leader
    const value = family.drawBelow(a[leader], b[leader], this.#threshold, chance, random)
    return this.#largestBelow(this.#others.length, value, leader)
  }

  /** The largest index of `winner` and the first `count` others, all below the threshold. */
  #largestBelow(count: number, largest: number, winner: number): number {
    const { random } = this.#run
    const { family, first: a, second: b } = this.#arms
    let best = largest
    let bestArm = winner
    for (let k = 0; k < count; k++) {
      const arm = this.#others[k]
      const chance = family.below(a[arm], b[arm], this.#threshold)
      const value = family.drawBelow(a[arm], b[arm], this.#threshold, chance, random)
      if (value <= best) continue
      best = value
      bestArm = arm
    }
    return bestArm
  }
}
