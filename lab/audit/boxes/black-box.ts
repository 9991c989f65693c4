// One attacked run, black box: only the arms are seen. Its numbers are the pulls of the record's
// arm in windows of doubling length, and the round of its next pull.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import { knownNoise } from "@armistice/core/sampling"
import { type NeighbourTables, readReward, type World } from "../tables/neighbour-tables.ts"
import { mostQuietRounds, quietStart } from "../tables/quiet-start.ts"
import { type RoundObserver, runRound, type Schedule, startScenario, startSchedule } from "../tables/scenario.ts"
import { copyState } from "./copy-state.ts"
import { observeInBlocks } from "./observe-in-blocks.ts"

const windowLengths = [1, 1, 2, 4, 8, 16, 32]
export const windowCount = windowLengths.length
const watchedRounds = windowLengths.reduce((a, b) => a + b)
/** Numbers per run: pulls per window, then the round of the first pull, or one past the end. */
export const blackBoxWidth = windowCount + 1

/** Data from before comes with noise that everyone knows. */
const quietNoise = knownNoise(0)

interface Position {
  state: AlgorithmState
  schedule: Schedule
  recordArm: number
}

export class BlackBox implements RoundObserver {
  readonly #algorithm: Algorithm
  readonly #tables: NeighbourTables
  readonly #rounds: number
  readonly #starts: readonly [Position, Position]
  /** Rounds before the first in which the arms of the two tables can differ. */
  readonly #quiet: number
  /** The current run, its table, and the arm it chose last. */
  #at: Position
  #world: World = 0
  #random: Random = quietNoise
  #chosen = -1

  constructor(algorithm: Algorithm, tables: NeighbourTables, rounds: number) {
    this.#algorithm = algorithm
    this.#tables = tables
    this.#rounds = rounds
    this.#at = this.#begin()
    const begin = (): Position => this.#begin()
    const start = (world: World) =>
      quietStart(begin, (position, random) => {
        this.#step(position, world, random)
        return position.schedule.round < rounds
      })
    const starts = [start(0), start(1)] as const
    const rests = starts.map(({ schedule }) => schedule.round)
    const quiet = Math.min(...rests)
    // Without any randomness the arms may differ from the record on.
    const isChanceless = quiet >= Math.min(rounds, mostQuietRounds)
    this.#quiet = isChanceless ? tables.records[0] : Math.max(quiet, tables.records[0])
    this.#starts = Math.max(...rests) > this.#quiet ? [begin(), begin()] : starts
  }

  #begin(): Position {
    const state = startScenario(this.#algorithm, this.#tables.armCount, this.#tables.scenario)
    const before = this.#tables.scenario?.before ?? 0
    if (before > 0) observeInBlocks(this.#algorithm, state, 0, before, this.#tables.own, quietNoise)
    return { state, schedule: { ...startSchedule(), round: before }, recordArm: -1 }
  }

  run(world: World, random: Random, into: Float64Array, at: number): void {
    const position = copyState(this.#starts[world])
    while (position.schedule.round < this.#quiet) this.#step(position, world, random)
    let watched = 0
    let firstPull = watchedRounds + 1
    for (const [window, length] of windowLengths.entries()) {
      let pulls = 0
      for (let k = 0; k < length && position.schedule.round < this.#rounds; k++) {
        watched++
        if (this.#step(position, world, random) !== position.recordArm) continue
        pulls++
        firstPull = Math.min(firstPull, watched)
      }
      into[at + window] = pulls
    }
    into[at + windowCount] = firstPull
  }

  #step(position: Position, world: World, random: Random): number {
    this.#at = position
    this.#world = world
    this.#random = random
    runRound(this.#tables.scenario, position.schedule, this, this.#rounds)
    return this.#chosen
  }

  addArm(): void {
    this.#algorithm.addArm?.(this.#at.state)
  }

  retireArm(arm: number): void {
    this.#algorithm.retireArm?.(this.#at.state, arm)
  }

  isRecord(round: number): boolean {
    return this.#tables.records.includes(round)
  }

  choose(excluded: ReadonlySet<number> | undefined): { arm: number; pull: number } {
    const { state, schedule } = this.#at
    const arm = this.#algorithm.choose(state, this.#random, excluded)
    this.#chosen = arm
    if (schedule.round + 1 === this.#tables.records[0]) this.#at.recordArm = arm
    return { arm, pull: state.decided[arm] - 1 }
  }

  expire(arm: number, pull: number): void {
    this.#algorithm.expire?.(this.#at.state, arm, pull)
  }

  observe(arm: number, round: number | null, count: number, pull: number | undefined): void {
    const reward = readReward(this.#tables, this.#world, round ?? 0, arm)
    if (count === 1) this.#algorithm.observe(this.#at.state, arm, reward, this.#random, pull)
    else observeInBlocks(this.#algorithm, this.#at.state, arm, count, reward, this.#random)
  }
}
