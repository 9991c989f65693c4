// Attacked runs of one algorithm. Run i of a table is the same in every thread and distribution.

import {
  type Algorithm,
  type AlgorithmState,
  discardOpenBatches,
  type Random,
  type SeededRandom,
  seededRandom,
} from "@armistice/core"
import { type Box, countNumbersPerRun } from "../classifiers/classifier.ts"
import { findLastRecord, type NeighbourTables, type World } from "../tables/neighbour-tables.ts"
import { quietRounds } from "../tables/worst-tables.ts"
import { BlackBox } from "./black-box.ts"
import type { ReleaseView } from "./release-view.ts"
import { TranscriptBox } from "./transcript-box.ts"
import { WhiteBox } from "./white-box.ts"

/** Runs for searching, for training and for counting share no randomness. */
const purposes = ["search", "training", "count"] as const

export interface AuditPart {
  readonly box: Box
  readonly purpose: (typeof purposes)[number]
  readonly tables: NeighbourTables
  readonly from: number
  readonly to: number
}

/** Rounds after the record. If its release takes longer, the attack is weaker, never wrong. */
const roundsToWait = 2000

/** Discards what a restored copy must not release again. */
export type Discard = (state: AlgorithmState) => void

interface AttackBox {
  run(world: World, random: Random, into: Float64Array, at: number): void
}

export class AuditRuns {
  readonly #algorithm: Algorithm
  readonly #random: SeededRandom
  readonly #horizon: number
  readonly #discard: Discard
  readonly #boxes = new Map<string, AttackBox>()
  readonly view: ReleaseView | null

  constructor(
    algorithm: Algorithm,
    seed: number | string,
    view: ReleaseView | null,
    discard: Discard = discardOpenBatches,
  ) {
    this.#algorithm = algorithm
    this.#random = seededRandom(seed)
    const { horizon } = algorithm.parameters
    this.#horizon = typeof horizon === "number" ? horizon : Number.POSITIVE_INFINITY
    this.view = view
    this.#discard = discard
  }

  /** The numbers of runs `from` to `to` (exclusive): the first table's, then the second's. */
  run({ box, purpose, tables, from, to }: AuditPart): Float64Array {
    const width = countNumbersPerRun(box)
    const rows = new Float64Array(2 * (to - from) * width)
    const attack = this.#boxFor(box, tables)
    const random = this.#random.fork(box === "white" ? 0 : 1).fork(purposes.indexOf(purpose))
    for (const world of [0, 1] as World[])
      for (let run = from; run < to; run++)
        attack.run(world, random.fork(2 * run + world), rows, (world * (to - from) + run - from) * width)
    return rows
  }

  #boxFor(box: Box, tables: NeighbourTables): AttackBox {
    const key = JSON.stringify([box, tables])
    let made = this.#boxes.get(key)
    if (made === undefined) {
      made = this.#make(box, tables)
      this.#boxes.set(key, made)
    }
    return made
  }

  #make(box: Box, tables: NeighbourTables): AttackBox {
    if (box === "black") return new BlackBox(this.#algorithm, tables, this.#horizon)
    if (this.view === null) throw new Error("an algorithm without a view of its releases has no white box")
    const quiet = quietRounds(this.#algorithm, tables.armCount).arms.length
    const wait = (this.view.kind === "transcript" ? this.view.carriesOn : undefined) ?? roundsToWait
    const most = Math.max(quiet, findLastRecord(tables)) + wait
    const rounds = Math.min(this.#horizon, most)
    return this.view.kind === "transcript"
      ? new TranscriptBox(this.#algorithm, tables, this.view, rounds, this.#discard)
      : new WhiteBox(this.#algorithm, tables, this.view, rounds)
  }
}
