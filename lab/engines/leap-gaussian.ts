// Leaps over Gaussian indices that stay fixed until an epoch or draw budget ends (DP-TS-UCB). If
// many rounds are open, winners are counted at once (counted-rounds.ts). If few are, a round is
// quiet if the leader is above a threshold and all others below: the number of quiet rounds is
// geometric, and the loud round after them is drawn conditionally.

import type { DrawnLaw } from "@armistice/core"
import { countRounds } from "./counted-rounds.ts"
import { GaussianArms } from "./gaussian-arms.ts"
import { GaussianThreshold } from "./gaussian-threshold.ts"
import type { LeapRun } from "./leap-run.ts"
import { WinChances } from "./win-chances.ts"

/** Below this chance of a quiet round, running rounds one by one is cheaper than leaping. */
const WORTH_LEAPING = 0.4

/** How many rounds can be drawn in the time that the integrals take, where so many arms draw. */
const worthCounting = (drawing: number): number => 6 + (drawing * (30 + 4 * drawing)) / 8

/** Runs to the horizon. The law shares its arrays with the state, so changes show here. */
export function leapGaussian(run: LeapRun, law: DrawnLaw): void {
  const leap = new GaussianLeap(run, law)
  while (run.roundsLeft > 0) leap.run()
  leap.end()
}

class GaussianLeap {
  readonly #run: LeapRun
  readonly #arms: GaussianArms
  readonly #threshold: GaussianThreshold
  #chances: WinChances | undefined
  /** Each arm's chance to win a round. */
  #chance: Float64Array
  readonly #counts: Float64Array
  /** Arms that draw. */
  readonly #drawing: Int32Array
  #drawingCount = 0
  /** The best arm that has no draws left, and its index. */
  #frozen = -1
  #frozenValue = Number.NEGATIVE_INFINITY
  /** Arms that may win a round, the leader first. */
  readonly #winners: Int32Array
  #winnerCount = 0
  /** Whether laws have changed since the last look, and the last round in which all arms draw. */
  #changed = true
  #changeRound = 0
  /** The next round in which somebody draws its largest. */
  #peakRound = 0
  /** Whether chances to win are known, and rounds drawn one by one since laws changed. */
  #counting = false
  #drawn = 0

  constructor(run: LeapRun, law: DrawnLaw) {
    const armCount = law.first.length
    this.#run = run
    this.#arms = new GaussianArms(run, law)
    this.#threshold = new GaussianThreshold(this.#arms, run.random)
    this.#counts = new Float64Array(armCount)
    this.#chance = this.#counts
    this.#drawing = new Int32Array(armCount)
    this.#winners = new Int32Array(armCount)
  }

  /** From here to the end of an epoch, of a budget, or of the horizon, or a part of it. */
  run(): void {
    const { recorder } = this.#run
    if (this.#changed || recorder.round === this.#changeRound) this.#configure()
    if (this.#drawingCount === 0) {
      this.#runFrozen()
      return
    }
    const rounds = Math.min(
      this.#run.roundsLeft,
      this.#changeRound - recorder.round,
      this.#peakRound - 1 - recorder.round,
    )
    if (rounds === 0) this.#runPeak()
    else if (this.#counting) this.#count(rounds)
    else this.#runOrLeap(rounds)
  }

  end(): void {
    this.#arms.bookDraws()
  }

  /** Finds which arms draw, which leads and until when. */
  #configure(): void {
    const { best, drawsUntil } = this.#arms
    this.#drawingCount = 0
    this.#frozen = -1
    this.#frozenValue = Number.NEGATIVE_INFINITY
    this.#changeRound = Number.POSITIVE_INFINITY
    for (let arm = 0; arm < best.length; arm++) {
      if (this.#arms.draws(arm)) {
        this.#drawing[this.#drawingCount++] = arm
        this.#changeRound = Math.min(this.#changeRound, drawsUntil[arm])
      } else if (this.#frozen < 0 || best[arm] > this.#frozenValue) {
        // Equal frozen indices go to the first arm, as in `choose`.
        this.#frozen = arm
        this.#frozenValue = best[arm]
      }
    }
    this.#changed = false
    this.#counting = false
    this.#drawn = 0
    if (this.#drawingCount === 0) return
    this.#findPeak()
    this.#threshold.place(this.#drawing, this.#drawingCount, this.#frozen, this.#frozenValue)
  }

  #findPeak(): void {
    let peak = Number.POSITIVE_INFINITY
    for (let k = 0; k < this.#drawingCount; k++) peak = Math.min(peak, this.#arms.peakRound[this.#drawing[k]])
    this.#peakRound = peak
  }

  /** The next round is one in which somebody draws its largest. */
  #runPeak(): void {
    const round = this.#peakRound
    const winner = this.#runRound()
    for (let k = 0; k < this.#drawingCount; k++) {
      const arm = this.#drawing[k]
      if (this.#arms.peakRound[arm] === round) this.#arms.passPeak(arm)
    }
    this.#findPeak()
    if (this.#arms.room[winner] === 0) this.#endEpoch(winner)
  }

  /** Nobody draws: the best frozen index is pulled until its epoch ends. */
  #runFrozen(): void {
    const { room } = this.#arms
    const jump = Math.min(this.#run.roundsLeft, room[this.#frozen])
    this.#run.recorder.advance(this.#frozen, jump)
    room[this.#frozen] -= jump
    if (room[this.#frozen] === 0) this.#endEpoch(this.#frozen)
  }

  /** Draws rounds one by one, all or only the loud ones, while that is cheaper than counting. */
  #runOrLeap(rounds: number): void {
    const { loud } = this.#threshold
    const most = worthCounting(this.#drawingCount)
    const leaps = loud <= 1 - WORTH_LEAPING
    if (this.#drawn >= most || (leaps ? this.#threshold.expectedEvents(rounds) : this.#nearest()) > most) {
      this.#startCounting()
      this.#count(rounds)
    } else if (leaps) this.#leapThrough(rounds)
    else this.#runPlainRounds(Math.min(rounds, Math.ceil(most)))
  }

  /** Pulls to the next end of an epoch, if they all went there. */
  #nearest(): number {
    let nearest = Number.POSITIVE_INFINITY
    for (let k = 0; k < this.#drawingCount; k++) nearest = Math.min(nearest, this.#arms.room[this.#drawing[k]])
    return nearest
  }

  #startCounting(): void {
    this.#chances ??= new WinChances(this.#counts.length)
    const { chance } = this.#chances
    this.#chance = chance
    const { leader } = this.#threshold
    this.#chances.measure(this.#arms, this.#drawing, this.#drawingCount, this.#frozenValue)
    this.#winners[0] = leader
    this.#winnerCount = 1
    for (let k = 0; k < this.#drawingCount; k++)
      if (this.#drawing[k] !== leader) this.#winners[this.#winnerCount++] = this.#drawing[k]
    if (this.#frozen >= 0) {
      chance[this.#frozen] = this.#threshold.chanceOfAllBelow(this.#frozenValue)
      if (this.#frozen !== leader) this.#winners[this.#winnerCount++] = this.#frozen
    }
    this.#counting = true
  }

  /** Counts each arm's wins. Their order is unknown, so a recorded round ends a stretch. */
  #count(rounds: number): void {
    const { recorder, random } = this.#run
    const { room } = this.#arms
    const winners = this.#winners
    const count = this.#winnerCount
    const counts = this.#counts
    const stretch = Math.min(rounds, recorder.roundsToCheckpoint())
    const ended = countRounds(random, stretch, winners, count, this.#chance, room, counts)
    recorder.advanceCounts(counts)
    for (let k = 0; k < count; k++) {
      room[winners[k]] -= counts[winners[k]]
      counts[winners[k]] = 0
    }
    if (ended >= 0) this.#endEpoch(ended)
  }

  #leapThrough(rounds: number): void {
    const { recorder, random } = this.#run
    const { leader, loud } = this.#threshold
    const { room } = this.#arms
    // Quiet rounds before a loud one: the exponential with rate -ln(quiet), rounded down.
    const scale = -1 / Math.log1p(-loud)
    const most = 2 * worthCounting(this.#drawingCount)
    let left = rounds
    while (left > 0 && this.#drawn < most) {
      const quiet = loud > 0 ? Math.floor(random.exponential() * scale) : Number.POSITIVE_INFINITY
      const jump = Math.min(quiet, left, room[leader])
      if (jump > 0) {
        recorder.advance(leader, jump)
        left -= jump
        room[leader] -= jump
        if (room[leader] === 0) {
          this.#endEpoch(leader)
          return
        }
      }
      if (left === 0) return
      const winner = this.#threshold.drawLoudRound()
      this.#drawn += 1
      recorder.advanceOne(winner)
      left -= 1
      if (--room[winner] > 0) continue
      this.#endEpoch(winner)
      return
    }
  }

  /** Near-even odds: draw every index of every round. */
  #runPlainRounds(rounds: number): void {
    const { room } = this.#arms
    for (let played = 1; played <= rounds; played++) {
      const winner = this.#runRound()
      if (room[winner] > 0) continue
      this.#endEpoch(winner)
      break
    }
  }

  /** Plays one round and returns its arm, whose epoch may be over. */
  #runRound(): number {
    const { recorder, random } = this.#run
    let winner = this.#frozen
    let largest = this.#frozenValue
    for (let k = 0; k < this.#drawingCount; k++) {
      const value = this.#arms.draw(this.#drawing[k], random)
      if (value <= largest) continue
      largest = value
      winner = this.#drawing[k]
    }
    recorder.advanceOne(winner)
    this.#arms.room[winner] -= 1
    this.#drawn += 1
    return winner
  }

  #endEpoch(arm: number): void {
    this.#arms.endEpoch(arm)
    this.#changed = true
  }
}
