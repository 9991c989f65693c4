// Leaping over Gaussian indices that stay as they are until their arm's epoch or draw budget ends (DP-TS-UCB and its kin).
// A round is quiet if the leader's index is above a threshold and everyone else's below: the leader wins it. The number of
// quiet rounds before a loud one is geometric; a loud round is drawn conditionally on being loud. Values of quiet draws are
// not drawn at all (unseen-draws.ts) unless an arm's budget ends and its best draw becomes its index.

import type { DrawnLaw } from "@armistice/core"
import { normalTail, normalTailQuantile } from "@armistice/core/numerics"
import type { LeapRun } from "./leap-run.ts"
import { UnseenDraws } from "./unseen-draws.ts"

/** Below this chance of a quiet round, playing rounds plainly is cheaper. */
const WORTH_LEAPING = 0.4

/** Plays to the horizon. The law's arrays are the state's own, so what the algorithm changes is seen here. */
export function leapGaussian(run: LeapRun, law: DrawnLaw): void {
  const leap = new GaussianLeap(run, law)
  while (run.roundsLeft > 0) leap.playConfiguration()
}

class GaussianLeap {
  readonly #run: LeapRun
  #mean: readonly number[]
  #deviation: readonly number[]
  readonly #drawsLeft: number[]
  readonly #best: number[]
  readonly #limited: boolean
  /** Pulls until each arm's epoch ends. */
  readonly #room: number[]
  readonly #unseen: UnseenDraws[]

  // The configuration: who leads, where the threshold is, who draws.
  #leader = 0
  #leaderDraws = false
  #threshold = 0
  /** The best arm that has no draws left, and its index. */
  #frozen = -1
  #frozenValue = Number.NEGATIVE_INFINITY
  /** Arms that draw, without the leader; the likeliest to be loud last, so that fewer others need a value. */
  readonly #others: Int32Array
  #otherCount = 0
  /** Chance of each arm to be on the wrong side of the threshold. */
  readonly #wrong: Float64Array
  /** Chance that one of #others[0..k] is on the wrong side. */
  readonly #loudUpTo: Float64Array
  /** Chance of a loud round. */
  #loud = 0
  /** Draws of this configuration whose values are known (and already in #best). */
  readonly #known: Float64Array

  constructor(run: LeapRun, law: DrawnLaw) {
    const armCount = law.first.length
    this.#run = run
    this.#mean = law.first
    this.#deviation = law.second
    this.#limited = law.drawsLeft !== undefined
    this.#drawsLeft = law.drawsLeft ?? new Array<number>(armCount).fill(Number.POSITIVE_INFINITY)
    this.#best = law.best ?? new Array<number>(armCount).fill(Number.NEGATIVE_INFINITY)
    this.#room = [...law.pullsLeft]
    this.#unseen = law.first.map(() => new UnseenDraws())
    this.#others = new Int32Array(armCount)
    this.#wrong = new Float64Array(armCount)
    this.#loudUpTo = new Float64Array(armCount)
    this.#known = new Float64Array(armCount)
  }

  /** From here to the end of an epoch, of a budget, or of the horizon. */
  playConfiguration(): void {
    this.#chooseLeader()
    if (this.#otherCount === 0 && !this.#leaderDraws) {
      this.#playFrozen()
      return
    }
    this.#measureThreshold()
    const plainly = this.#loud > 1 - WORTH_LEAPING
    let rounds = this.#run.roundsLeft
    for (let k = 0; k < this.#otherCount; k++) rounds = Math.min(rounds, this.#drawsLeft[this.#others[k]])
    if (this.#leaderDraws) rounds = Math.min(rounds, this.#drawsLeft[this.#leader])
    if (plainly) this.#playPlainly(rounds)
    else this.#leapThrough(rounds)
  }

  /** Nobody draws: the best frozen index is pulled until its epoch ends. */
  #playFrozen(): void {
    const jump = Math.min(this.#run.roundsLeft, this.#room[this.#frozen])
    this.#run.recorder.advance(this.#frozen, jump)
    this.#room[this.#frozen] -= jump
    if (this.#room[this.#frozen] === 0) this.#endEpoch(this.#frozen)
  }

  #chooseLeader(): void {
    const mean = this.#mean
    let leader = -1
    let count = 0
    this.#frozen = -1
    this.#frozenValue = Number.NEGATIVE_INFINITY
    for (let arm = 0; arm < mean.length; arm++) {
      if (this.#drawsLeft[arm] >= 1) {
        this.#others[count++] = arm
        if (leader < 0 || mean[arm] > mean[leader]) leader = arm
      } else if (this.#frozen < 0 || this.#best[arm] > this.#frozenValue) {
        // Equal frozen indices go to the first arm, as in `choose`.
        this.#frozen = arm
        this.#frozenValue = this.#best[arm]
      }
    }
    this.#leaderDraws = leader >= 0 && !(this.#frozenValue >= mean[leader])
    this.#leader = this.#leaderDraws ? leader : this.#frozen
    if (this.#leaderDraws) {
      let kept = 0
      for (let k = 0; k < count; k++) if (this.#others[k] !== leader) this.#others[kept++] = this.#others[k]
      count = kept
    }
    this.#otherCount = count
    this.#threshold = this.#leaderDraws ? this.#thresholdBelowLeader() : this.#frozenValue
  }

  /** Between the leader and its strongest rival, where the two densities cross: there loud rounds are fewest. */
  #thresholdBelowLeader(): number {
    const top = this.#mean[this.#leader]
    const spread = this.#deviation[this.#leader]
    let threshold = Number.NEGATIVE_INFINITY
    let rival = -1
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = this.#others[k]
      const even = (top * this.#deviation[arm] + this.#mean[arm] * spread) / (spread + this.#deviation[arm])
      if (even <= threshold) continue
      threshold = even
      rival = arm
    }
    if (rival >= 0 && spread < this.#deviation[rival]) {
      const ratio = 2 * Math.log(this.#deviation[rival] / spread)
      for (let step = 0; step < 2; step++) {
        const below = (threshold - this.#mean[rival]) / this.#deviation[rival]
        threshold = Math.max(this.#mean[rival], top - spread * Math.sqrt(below * below + ratio))
      }
    }
    return Math.max(threshold, this.#frozenValue)
  }

  #measureThreshold(): void {
    const threshold = this.#threshold
    const others = this.#others
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = others[k]
      const wrong = normalTail((threshold - this.#mean[arm]) / this.#deviation[arm])
      this.#wrong[arm] = wrong
      this.#known[arm] = 0
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
      const leader = this.#leader
      this.#known[leader] = 0
      this.#wrong[leader] = normalTail((this.#mean[leader] - threshold) / this.#deviation[leader])
      loud += (1 - loud) * this.#wrong[leader]
    }
    this.#loud = loud
  }

  #leapThrough(rounds: number): void {
    const { recorder, random } = this.#run
    const leader = this.#leader
    const room = this.#room
    // The exponential with rate -ln(quiet), rounded down, is the number of quiet rounds before the next loud one.
    const scale = -1 / Math.log1p(-this.#loud)
    let played = 0
    let ended = -1
    while (played < rounds) {
      const quiet = this.#loud > 0 ? Math.floor(random.exponential() * scale) : Number.POSITIVE_INFINITY
      const most = Math.min(rounds - played, room[leader])
      if (quiet >= most) {
        recorder.advance(leader, most)
        played += most
        room[leader] -= most
        if (room[leader] > 0) continue
        ended = leader
        break
      }
      if (quiet > 0) {
        recorder.advance(leader, quiet)
        room[leader] -= quiet
      }
      const winner = this.#playLoudRound()
      recorder.advance(winner, 1)
      played += quiet + 1
      if (--room[winner] > 0) continue
      ended = winner
      break
    }
    this.#finish(played, ended)
  }

  /** Draws the indices of one round given that it is loud, and returns the arm with the largest. */
  #playLoudRound(): number {
    const { random } = this.#run
    const others = this.#others
    const count = this.#otherCount
    const target = random.uniform() * this.#loud
    let first = 0
    while (first < count && target >= this.#loudUpTo[first]) first++
    if (first === count && this.#leaderDraws) return this.#playLeaderBelow()
    if (first === count) first--
    // The first loud arm is above the threshold; those before it are below, those after it are free.
    let winner = others[first]
    let largest = this.#note(winner, normalTailQuantile(random.uniform() * this.#wrong[winner]))
    for (let k = first + 1; k < count; k++) {
      const value = this.#note(others[k], random.gaussian())
      if (value <= largest) continue
      largest = value
      winner = others[k]
    }
    if (!this.#leaderDraws) return winner
    return this.#note(this.#leader, random.gaussian()) > largest ? this.#leader : winner
  }

  /** The leader is below the threshold and so is everyone else. */
  #playLeaderBelow(): number {
    const { random } = this.#run
    let winner = this.#leader
    let largest = this.#note(winner, -normalTailQuantile(random.uniform() * this.#wrong[winner]))
    if (this.#frozenValue > largest) {
      largest = this.#frozenValue
      winner = this.#frozen
    }
    for (let k = 0; k < this.#otherCount; k++) {
      const arm = this.#others[k]
      const bound = (this.#threshold - this.#mean[arm]) / this.#deviation[arm]
      let draw = random.gaussian()
      while (draw > bound) draw = random.gaussian()
      const value = this.#note(arm, draw)
      if (value <= largest) continue
      largest = value
      winner = arm
    }
    return winner
  }

  /** A draw whose value is known: counted, and remembered if it is the arm's best. */
  #note(arm: number, deviations: number): number {
    const value = this.#mean[arm] + this.#deviation[arm] * deviations
    this.#known[arm] += 1
    if (value > this.#best[arm]) this.#best[arm] = value
    return value
  }

  /** Near-even odds: draw every index of every round. */
  #playPlainly(rounds: number): void {
    const { recorder, random } = this.#run
    const room = this.#room
    let played = 0
    let ended = -1
    while (played < rounds) {
      let winner = this.#frozen
      let largest = this.#frozenValue
      if (this.#leaderDraws) {
        const value = this.#note(this.#leader, random.gaussian())
        if (value > largest) {
          largest = value
          winner = this.#leader
        }
      }
      for (let k = 0; k < this.#otherCount; k++) {
        const value = this.#note(this.#others[k], random.gaussian())
        if (value <= largest) continue
        largest = value
        winner = this.#others[k]
      }
      recorder.advance(winner, 1)
      played++
      if (--room[winner] > 0) continue
      ended = winner
      break
    }
    this.#finish(played, ended)
  }

  /** Books the draws of `played` rounds, freezes arms whose budget is spent, and ends the epoch of arm `ended`. */
  #finish(played: number, ended: number): void {
    if (this.#limited) {
      for (let k = 0; k < this.#otherCount; k++) this.#bookDraws(this.#others[k], played, ended)
      if (this.#leaderDraws) this.#bookDraws(this.#leader, played, ended)
    }
    if (ended >= 0) this.#endEpoch(ended)
  }

  #bookDraws(arm: number, played: number, ended: number): void {
    this.#drawsLeft[arm] -= played
    if (arm === ended) return
    const unknown = played - this.#known[arm]
    const bound = (this.#threshold - this.#mean[arm]) / this.#deviation[arm]
    if (unknown > 0)
      if (arm === this.#leader) this.#unseen[arm].addAbove(bound, unknown)
      else if (this.#threshold > this.#best[arm]) this.#unseen[arm].addBelow(bound, unknown)
    if (this.#drawsLeft[arm] >= 1) return
    const seen = (this.#best[arm] - this.#mean[arm]) / this.#deviation[arm]
    const largest = this.#unseen[arm].largest(seen, this.#run.random)
    if (largest > seen) this.#best[arm] = this.#mean[arm] + this.#deviation[arm] * largest
  }

  #endEpoch(arm: number): void {
    this.#unseen[arm].clear()
    this.#run.settle(arm)
    const law = this.#run.algorithm.laws(this.#run.state)
    if (law.kind !== "drawn") throw new Error("an algorithm that draws its indices must go on drawing them")
    this.#mean = law.first
    this.#deviation = law.second
    this.#room[arm] = law.pullsLeft[arm]
  }
}
