// One attacked run, white box: the algorithm itself is played, and its releases are compared under both hypotheses. The attacker
// keeps two copies of the algorithm fed with the arms that were chosen and with the rewards of one table each, without noise; the
// statistic is computed from these copies and from what was released, never from which table is the true one.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import { copyState } from "./copy-state.ts"
import { lastRecord, type NeighbourTables, rewardIn, type World } from "./neighbour-tables.ts"
import { knownNoise, NotingRandom } from "./noting-random.ts"
import { quietStart } from "./quiet-start.ts"
import { noiseRepetition, type Residuals, valueLogRatio } from "./release-likelihood.ts"
import type { DrawsView, ReleaseView, ValuesView } from "./release-view.ts"

/** Numbers per run: the log-likelihood ratio of all releases, and a sign of noise that was used twice. */
export const whiteBoxWidth = 2

interface Position {
  played: AlgorithmState
  /** The attacker's copies: under D, under D', and under D with one unit of noise (which shows the scale of the noise). */
  first: AlgorithmState
  second: AlgorithmState
  unit: AlgorithmState
  round: number
  recordArms: number[]
  logRatio: number
  residuals: Residuals
}

const none = knownNoise(0)
const one = knownNoise(1)

export class WhiteBox {
  readonly #algorithm: Algorithm
  readonly #tables: NeighbourTables
  readonly #view: ReleaseView
  readonly #rounds: number
  readonly #starts: Position[] = []
  readonly #random = new NotingRandom(none)

  constructor(algorithm: Algorithm, tables: NeighbourTables, view: ReleaseView, rounds: number) {
    this.#algorithm = algorithm
    this.#tables = tables
    this.#view = view
    this.#rounds = rounds
  }

  play(world: World, random: Random, into: Float64Array, at: number): void {
    this.#starts[world] ??= quietStart(
      () => this.#begin(),
      (position, noting) => this.#step(position, world, noting),
    )
    const position = copyState(this.#starts[world])
    this.#random.inner = random
    while (this.#goesOn(position)) this.#step(position, world, this.#random)
    into[at] = position.logRatio
    into[at + 1] = noiseRepetition(position.residuals)
  }

  #begin(): Position {
    const start = () => this.#algorithm.start(this.#tables.armCount)
    return {
      played: start(),
      first: start(),
      second: start(),
      unit: start(),
      round: 0,
      recordArms: [],
      logRatio: 0,
      residuals: { record: [], others: [] },
    }
  }

  #step(position: Position, world: World, random: NotingRandom): boolean {
    const { played } = position
    const view = this.#view
    random.forget()
    const draws = view.kind === "draws" ? position.recordArms.map((arm) => view.drawOf(played, arm)) : []
    const arm = this.#algorithm.choose(played, random)
    position.round += 1
    if (view.kind === "draws") this.#seeDraws(position, view, draws, random)
    if (this.#tables.records.includes(position.round) && !position.recordArms.includes(arm))
      position.recordArms.push(arm)
    if (view.kind === "values") this.#seeValues(position, view, world, arm, random)
    else this.#observe(position, world, arm, random)
    return this.#goesOn(position)
  }

  #observe(position: Position, world: World, arm: number, random: NotingRandom): void {
    const { round } = position
    const tables = this.#tables
    this.#algorithm.observe(position.played, arm, rewardIn(tables, world, round, arm), random)
    this.#algorithm.observe(position.first, arm, rewardIn(tables, 0, round, arm), none)
    this.#algorithm.observe(position.second, arm, rewardIn(tables, 1, round, arm), none)
  }

  /** Only draws of arms that hold a record can tell the tables apart: all others have one law under both. */
  #seeDraws(position: Position, view: DrawsView, draws: readonly number[], random: NotingRandom): void {
    const { played, first, second, recordArms } = position
    for (const [k, arm] of recordArms.entries()) {
      const draw = draws[k]
      if (draw < 0 || draw >= random.gaussianCount) continue
      const seen = random.gaussians[draw]
      const value = random.areValues ? seen : view.mean(played, arm) + view.deviation(played, arm) * seen
      const [a, b] = [view.deviation(first, arm), view.deviation(second, arm)]
      const below = (value - view.mean(first, arm)) / a
      const above = (value - view.mean(second, arm)) / b
      position.logRatio += (below * below - above * above) / 2 + (a === b ? 0 : Math.log(a / b))
    }
  }

  #seeValues(position: Position, view: ValuesView, world: World, arm: number, random: NotingRandom): void {
    const { played, first, second, unit, round } = position
    const [notedPlayed, notedFirst, notedSecond, notedUnit] = [played, first, second, unit].map((state) =>
      view.note(state, arm),
    )
    for (const copy of [first, second, unit]) view.follow?.(copy, played, arm)
    this.#observe(position, world, arm, random)
    this.#algorithm.observe(unit, arm, rewardIn(this.#tables, 0, round, arm), one)
    const values = view.released(played, arm, notedPlayed)
    if (values.length === 0) return
    const belows = view.released(first, arm, notedFirst)
    const aboves = view.released(second, arm, notedSecond)
    const units = view.released(unit, arm, notedUnit)
    for (const [k, value] of values.entries()) {
      const [below, above] = [belows[k], aboves[k]]
      const scale = Math.abs(units[k] - below)
      if (below !== above) position.logRatio += valueLogRatio(random.noise, value, below, above, scale)
      if (scale === 0) continue
      if (below === above) position.residuals.others.push((value - below) / scale)
      else position.residuals.record.push([(value - below) / scale, (value - above) / scale])
    }
  }

  /** What follows once the record is spent depends on it through releases only, and tells no more about it than they do. */
  #goesOn({ round, played, first, second, recordArms, residuals }: Position): boolean {
    if (round >= this.#rounds) return false
    if (round < lastRecord(this.#tables)) return true
    const view = this.#view
    if (view.kind === "draws") return !recordArms.every((arm) => view.isSpent(first, second, played, arm))
    if (!recordArms.every((arm) => view.isSpent(first, second, arm))) return true
    // One more release to compare its noise with.
    return residuals.record.length > 0 && residuals.others.length === 0
  }
}
