// One attacked run of a catalogue algorithm, white box. Two copies of the algorithm, fed with the
// rewards of one table each, replay the draws of the run; the centres of these draws give the
// log-likelihood ratio. A copy that chooses another arm or releases other numbers is ruled out.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import { findLastRecord, type NeighbourTables, readReward, type World } from "../tables/neighbour-tables.ts"
import { mostQuietRounds, quietStart } from "../tables/quiet-start.ts"
import {
  isAwaited,
  type RoundObserver,
  runRound,
  type Schedule,
  startScenario,
  startSchedule,
} from "../tables/scenario.ts"
import { copyState } from "./copy-state.ts"
import { observeInBlocks } from "./observe-in-blocks.ts"
import { certainty } from "./release-likelihood.ts"
import type { TranscriptView } from "./release-view.ts"
import { ReplayedTranscript, TranscriptRandom } from "./transcript-random.ts"

interface Position {
  attacked: AlgorithmState
  /** The attacker's copies under D and D'; null before the record, when both are as attacked. */
  first: AlgorithmState | null
  second: AlgorithmState | null
  schedule: Schedule
  recordArms: number[]
  logRatio: number
  /** A copy was found out (or both were): nothing more is to be learned. */
  isOver: boolean
  /** A line that was restored from `saved`: its rounds are other people's, with rewards at once. */
  isRestored: boolean
  saved: Position | null
}

const listStates = ({ attacked, first, second }: Position): AlgorithmState[] =>
  [attacked, first, second].filter((state) => state !== null)

export class TranscriptBox implements RoundObserver {
  readonly #algorithm: Algorithm
  readonly #tables: NeighbourTables
  readonly #view: TranscriptView
  readonly #rounds: number
  readonly #discard: (state: AlgorithmState) => void
  readonly #starts: Position[] = []
  /** The run that is being attacked, and on which table. */
  #at: Position
  #world: World = 0
  readonly #random = new TranscriptRandom()
  readonly #asFirst = new ReplayedTranscript(this.#random)
  readonly #asSecond = new ReplayedTranscript(this.#random)

  /** `discard` is what a restored copy does with its state. */
  constructor(
    algorithm: Algorithm,
    tables: NeighbourTables,
    view: TranscriptView,
    rounds: number,
    discard: (state: AlgorithmState) => void,
  ) {
    this.#algorithm = algorithm
    this.#tables = tables
    this.#view = view
    this.#rounds = rounds
    this.#discard = discard
    this.#at = this.#begin(this.#random)
  }

  run(world: World, random: Random, into: Float64Array, at: number): void {
    this.#starts[world] ??= this.#quietStart(world)
    this.#random.inner = random
    const position = copyState(this.#starts[world])
    this.#finish(position, world)
    let { logRatio } = position
    const { saved } = position
    if (saved !== null)
      for (let k = 0; k < (this.#tables.scenario?.copies?.count ?? 0); k++) {
        const line = copyState(saved)
        this.#finish(line, world)
        logRatio += line.logRatio
      }
    into[at] = Math.max(-certainty, Math.min(certainty, logRatio))
    into[at + 1] = 0
  }

  #quietStart(world: World): Position {
    const longest = Math.max(mostQuietRounds, this.#tables.scenario?.late?.decisions ?? 0)
    return quietStart(
      (noting) => this.#begin(noting),
      (position, noting) => {
        this.#random.inner = noting
        this.#step(position, world)
        return this.#goesOn(position)
      },
      longest,
    )
  }

  #finish(position: Position, world: World): void {
    while (this.#goesOn(position)) this.#step(position, world)
  }

  #begin(random: Random): Position {
    const { scenario, own, armCount } = this.#tables
    const attacked = startScenario(this.#algorithm, armCount, scenario)
    const before = scenario?.before ?? 0
    if (before > 0) observeInBlocks(this.#algorithm, attacked, 0, before, own, random)
    return {
      attacked,
      first: null,
      second: null,
      schedule: { ...startSchedule(), round: before },
      recordArms: [],
      logRatio: 0,
      isOver: false,
      isRestored: false,
      saved: null,
    }
  }

  #step(position: Position, world: World): void {
    const { scenario } = this.#tables
    if (scenario?.copies?.round === position.schedule.round + 1 && !position.isRestored) this.#save(position)
    this.#at = position
    this.#world = world
    runRound(position.isRestored ? undefined : scenario, position.schedule, this, this.#rounds)
  }

  /** The original continues from its JSON; a restored copy refuses rewards of older decisions. */
  #save(position: Position): void {
    position.attacked = JSON.parse(JSON.stringify(position.attacked)) as AlgorithmState
    const saved = copyState(position)
    saved.schedule.waiting = []
    saved.schedule.silent = []
    saved.isRestored = true
    saved.logRatio = 0
    for (const state of listStates(saved)) this.#discard(state)
    position.saved = saved
  }

  addArm(): void {
    for (const state of listStates(this.#at)) this.#algorithm.addArm?.(state)
  }

  retireArm(arm: number): void {
    for (const state of listStates(this.#at)) this.#algorithm.retireArm?.(state, arm)
  }

  isRecord(round: number): boolean {
    return !this.#at.isRestored && this.#tables.records.includes(round)
  }

  choose(excluded: ReadonlySet<number> | undefined): { arm: number; pull: number } {
    const { attacked, first, second, isOver } = this.#at
    this.#random.forget()
    const arm = this.#algorithm.choose(attacked, this.#random, excluded)
    if (first !== null && second !== null && !isOver) {
      this.#asFirst.forget()
      this.#asSecond.forget()
      this.#weigh(
        this.#algorithm.choose(first, this.#asFirst, excluded) === arm,
        this.#algorithm.choose(second, this.#asSecond, excluded) === arm,
      )
    }
    return { arm, pull: attacked.decided[arm] - 1 }
  }

  observe(arm: number, round: number | null, count: number, pull: number | undefined): void {
    const position = this.#at
    if (round !== null) {
      position.first ??= copyState(position.attacked)
      position.second ??= copyState(position.attacked)
      if (!position.recordArms.includes(arm)) position.recordArms.push(arm)
    }
    const { attacked, first, second, isOver } = position
    this.#random.forget()
    this.#take(attacked, this.#world, arm, round, count, pull, this.#random)
    if (first === null || second === null || isOver) return
    this.#asFirst.forget()
    this.#asSecond.forget()
    this.#take(first, 0, arm, round, count, pull, this.#asFirst)
    this.#take(second, 1, arm, round, count, pull, this.#asSecond)
    this.#weigh(true, true)
  }

  expire(arm: number, pull: number): void {
    for (const state of listStates(this.#at)) this.#algorithm.expire?.(state, arm, pull)
  }

  #take(
    state: AlgorithmState,
    table: World,
    arm: number,
    round: number | null,
    count: number,
    pull: number | undefined,
    random: Random,
  ): void {
    const reward = readReward(this.#tables, table, round ?? 0, arm)
    if (count === 1) this.#algorithm.observe(state, arm, reward, random, pull)
    else observeInBlocks(this.#algorithm, state, arm, count, reward, random)
  }

  /** Adds what a step says about the tables, after both copies took it with the same draws. */
  #weigh(firstAgrees: boolean, secondAgrees: boolean): void {
    const position = this.#at
    const { attacked, first, second, recordArms } = position
    if (first === null || second === null) return
    const isFirst = firstAgrees && this.#asFirst.isFaithful && this.#view.agree(attacked, first, recordArms)
    const isSecond = secondAgrees && this.#asSecond.isFaithful && this.#view.agree(attacked, second, recordArms)
    if (isFirst && isSecond) {
      position.logRatio += this.#asSecond.logRatioTo(this.#asFirst)
      return
    }
    position.isOver = true
    if (isFirst || isSecond) position.logRatio = isSecond ? certainty : -certainty
  }

  /** Once the record is spent, later rounds tell no more about it than its releases do. */
  #goesOn({ schedule, isOver, isRestored, saved, attacked, first, second, recordArms }: Position): boolean {
    const { round } = schedule
    if (isOver || round >= this.#rounds) return false
    if (!isRestored) {
      if (round < findLastRecord(this.#tables) || isAwaited(schedule)) return true
      if (this.#tables.scenario?.copies !== undefined && saved === null)
        return round < this.#tables.scenario.copies.round
    }
    if (first === null || second === null) return false
    return !recordArms.every((arm) => this.#view.isSpent(first, second, attacked, arm))
  }
}
