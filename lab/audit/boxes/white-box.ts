// One attacked run of a custom algorithm, white box. Two copies of the algorithm, fed with the
// rewards of one table each and without noise, are compared with the numbers that the run released.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import { knownNoise } from "@armistice/core/sampling"
import { findLastRecord, type NeighbourTables, readReward, type World } from "../tables/neighbour-tables.ts"
import { quietStart } from "../tables/quiet-start.ts"
import {
  isAwaited,
  type RoundObserver,
  runRound,
  type Schedule,
  startScenario,
  startSchedule,
} from "../tables/scenario.ts"
import { copyState } from "./copy-state.ts"
import { NotingRandom } from "./noting-random.ts"
import { computeValueLogRatio, measureNoiseRepetition, type Residuals } from "./release-likelihood.ts"
import type { ValuesView } from "./release-view.ts"

/** Numbers per run: the log-likelihood ratio of all releases, and a sign of reused noise. */
export const whiteBoxWidth = 2

interface Position {
  attacked: AlgorithmState
  /** The attacker's copies: under D, under D', and under D with one unit of noise for its scale. */
  first: AlgorithmState
  second: AlgorithmState
  unit: AlgorithmState
  schedule: Schedule
  recordArms: number[]
  logRatio: number
  residuals: Residuals
}

const none = knownNoise(0)
const one = knownNoise(1)

export class WhiteBox {
  readonly #algorithm: Algorithm
  readonly #tables: NeighbourTables
  readonly #view: ValuesView
  readonly #rounds: number
  readonly #starts: Position[] = []
  readonly #random = new NotingRandom(none)

  constructor(algorithm: Algorithm, tables: NeighbourTables, view: ValuesView, rounds: number) {
    this.#algorithm = algorithm
    this.#tables = tables
    this.#view = view
    this.#rounds = rounds
  }

  run(world: World, random: Random, into: Float64Array, at: number): void {
    this.#starts[world] ??= quietStart(
      () => this.#begin(),
      (position, noting) => this.#step(position, world, noting),
    )
    const position = copyState(this.#starts[world])
    this.#random.inner = random
    while (this.#goesOn(position)) this.#step(position, world, this.#random)
    into[at] = position.logRatio
    into[at + 1] = measureNoiseRepetition(position.residuals)
  }

  #begin(): Position {
    const start = () => startScenario(this.#algorithm, this.#tables.armCount, this.#tables.scenario)
    return {
      attacked: start(),
      first: start(),
      second: start(),
      unit: start(),
      schedule: startSchedule(),
      recordArms: [],
      logRatio: 0,
      residuals: { record: [], others: [] },
    }
  }

  #step(position: Position, world: World, random: NotingRandom): boolean {
    random.forget()
    runRound(this.#tables.scenario, position.schedule, this.#observe(position, world, random), this.#rounds)
    return this.#goesOn(position)
  }

  #observe(position: Position, world: World, random: NotingRandom): RoundObserver {
    const { attacked, first, second, unit } = position
    const algorithm = this.#algorithm
    const all = [attacked, first, second, unit]
    return {
      addArm: () => {
        for (const state of all) algorithm.addArm?.(state)
      },
      retireArm: (arm) => {
        for (const state of all) algorithm.retireArm?.(state, arm)
      },
      expire: (arm, pull) => {
        for (const state of all) algorithm.expire?.(state, arm, pull)
      },
      isRecord: (round) => this.#tables.records.includes(round),
      choose: (excluded) => {
        const arm = algorithm.choose(attacked, random, excluded)
        // The copies choose nothing, but decisions whose rewards are late are known to them.
        if (this.#tables.scenario?.late !== undefined || this.#tables.scenario?.silence !== undefined)
          for (const copy of [first, second, unit]) {
            copy.round = attacked.round
            copy.decided = attacked.decided.slice()
          }
        return { arm, pull: attacked.decided[arm] - 1 }
      },
      observe: (arm, round, count, pull) => {
        if (round !== null && !position.recordArms.includes(arm)) position.recordArms.push(arm)
        for (let k = 0; k < count; k++) this.#see(position, world, arm, round ?? 0, pull, random)
      },
    }
  }

  #see(position: Position, world: World, arm: number, round: number, pull: number | undefined, random: NotingRandom) {
    const { attacked, first, second, unit } = position
    const view = this.#view
    const noted = [attacked, first, second, unit].map((state) => view.note(state, arm))
    const observe = (state: AlgorithmState, table: World, noise: Random) =>
      this.#algorithm.observe(state, arm, readReward(this.#tables, table, round, arm), noise, pull)
    observe(attacked, world, random)
    observe(first, 0, none)
    observe(second, 1, none)
    observe(unit, 0, one)
    const values = view.released(attacked, arm, noted[0])
    if (values.length === 0) return
    const belows = view.released(first, arm, noted[1])
    const aboves = view.released(second, arm, noted[2])
    const units = view.released(unit, arm, noted[3])
    for (const [k, value] of values.entries()) {
      const [below, above] = [belows[k], aboves[k]]
      const scale = Math.abs(units[k] - below)
      // A copy without noise may have taken another path, such as eliminating another arm, and then
      // has no such value. Leaving it out weakens the attack and cannot make it wrong.
      if (!Number.isFinite(below) || !Number.isFinite(above) || !Number.isFinite(scale)) continue
      if (below !== above) position.logRatio += computeValueLogRatio(random.noise, value, below, above, scale)
      if (scale === 0) continue
      if (below === above) position.residuals.others.push((value - below) / scale)
      else position.residuals.record.push([(value - below) / scale, (value - above) / scale])
    }
  }

  /** Once the record is spent, later rounds tell no more about it than its releases do. */
  #goesOn({ schedule, first, second, recordArms, residuals }: Position): boolean {
    if (schedule.round >= this.#rounds) return false
    if (schedule.round < findLastRecord(this.#tables) || isAwaited(schedule)) return true
    if (!recordArms.every((arm) => this.#view.isSpent(first, second, arm))) return true
    // One more release to compare its noise with.
    return residuals.record.length > 0 && residuals.others.length === 0
  }
}
