// One attacked run, black box: only the arms are seen. What is kept of them is how often the record's arm was pulled in windows
// that double (the first is one round), and when it was first pulled again.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import { copyState } from "./copy-state.ts"
import { type NeighbourTables, rewardIn, type World } from "./neighbour-tables.ts"
import { mostQuietRounds, quietStart } from "./quiet-start.ts"

const windowLengths = [1, 1, 2, 4, 8, 16, 32]
export const windowCount = windowLengths.length
const watchedRounds = windowLengths.reduce((a, b) => a + b)
/** Numbers per run: pulls per window, then the watched round of the first pull (or one more than there are). */
export const blackBoxWidth = windowCount + 1

interface Position {
  state: AlgorithmState
  round: number
  recordArm: number
}

export class BlackBox {
  readonly #algorithm: Algorithm
  readonly #tables: NeighbourTables
  readonly #rounds: number
  readonly #starts: readonly [Position, Position]
  /** Rounds before the first in which the arms of the two tables can differ. */
  readonly #quiet: number

  constructor(algorithm: Algorithm, tables: NeighbourTables, rounds: number) {
    this.#algorithm = algorithm
    this.#tables = tables
    this.#rounds = rounds
    const begin = (): Position => ({ state: algorithm.start(tables.armCount), round: 0, recordArm: -1 })
    const start = (world: World) =>
      quietStart(begin, (position, random) => {
        this.#step(position, world, random)
        return position.round < rounds
      })
    const starts = [start(0), start(1)] as const
    const quiet = Math.min(starts[0].round, starts[1].round)
    // Without any randomness the arms may differ from the record on.
    const isChanceless = quiet >= Math.min(rounds, mostQuietRounds)
    this.#quiet = isChanceless ? tables.records[0] : Math.max(quiet, tables.records[0])
    this.#starts = Math.max(starts[0].round, starts[1].round) > this.#quiet ? [begin(), begin()] : starts
  }

  play(world: World, random: Random, into: Float64Array, at: number): void {
    const position = copyState(this.#starts[world])
    while (position.round < this.#quiet) this.#step(position, world, random)
    let watched = 0
    let firstPull = watchedRounds + 1
    for (const [window, length] of windowLengths.entries()) {
      let pulls = 0
      for (let k = 0; k < length && position.round < this.#rounds; k++) {
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
    const arm = this.#algorithm.choose(position.state, random)
    position.round += 1
    if (position.round === this.#tables.records[0]) position.recordArm = arm
    this.#algorithm.observe(position.state, arm, rewardIn(this.#tables, world, position.round, arm), random)
    return arm
  }
}
