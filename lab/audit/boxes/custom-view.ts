// A white box's view of a custom algorithm: the transcript of all its draws if each has a centre,
// otherwise the numbers that its author names. Chance without a centre may be noise that hides a
// reward, which the transcript attack would take for a coin that everyone sees.

import { type Algorithm, type AlgorithmState, seededRandom } from "@armistice/core"
import { type NoiseLaw, WatchedRandom } from "@armistice/core/sampling"
import type { ReleaseView, TranscriptView, ValuesView } from "./release-view.ts"
import { findStateView } from "./state-views.ts"

/** The view of a module: its own words, or `{ kind: "transcript" }` alone. */
export type GivenView = ReleaseView | { readonly kind: "transcript" }

/** `isModule`: the algorithm is somebody's own, whatever its state looks like. */
export function resolveView(algorithm: Algorithm, given: GivenView | undefined, isModule: boolean): ReleaseView | null {
  if (given?.kind === "transcript" && "agree" in given) return given
  const known = given === undefined && !isModule ? findStateView(algorithm.start(2)) : null
  if (known !== null) return known
  const draws = probeDraws(algorithm)
  const values = given?.kind === "values" ? given : null
  const isTranscript = given?.kind === "transcript" || (draws.areCentred && values?.drawsAreHidden !== true)
  return isTranscript ? createTranscriptView(values, draws.isDrawing) : values
}

/** A record may be released for ever: so many rounds show what its releases add up to. */
const roundsToWait = 400

function createTranscriptView(values: ValuesView | null, isDrawing: boolean): TranscriptView {
  return {
    kind: "transcript",
    about: `every draw around a centre${values === null ? "" : `, and ${values.about}`}`,
    isDrawing,
    carriesOn: roundsToWait,
    agree: (attacked, copy, arms) =>
      values === null ||
      arms.every((arm) => areEqual(readValues(values, attacked, arm), readValues(values, copy, arm))),
    // States alike in everything release alike from then on.
    isSpent: (first, second) => areEqual(first, second),
  }
}

/** Numbers that depend on a state before the last reward cannot be compared later. */
function readValues(view: ValuesView, state: AlgorithmState, arm: number): readonly number[] {
  return view.note(state, arm).length > 0 ? [] : view.released(state, arm, [])
}

/** Plain JSON with the same content. */
function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  for (const key of keys) if (!areEqual(one[key], other[key])) return false
  return true
}

const probedRounds = 3000

/** Whether every draw has a centre, and whether arms are chosen by draws. */
function probeDraws(algorithm: Algorithm): { areCentred: boolean; isDrawing: boolean } {
  const { horizon } = algorithm.parameters
  const rounds = Math.min(probedRounds, typeof horizon === "number" ? horizon : probedRounds)
  const random = new ProbedRandom(seededRandom("probe"))
  const coin = seededRandom("rewards")
  const state = algorithm.start(3)
  let isDrawing = false
  for (let round = 0; round < rounds && random.uncentred === 0; round++) {
    const before = random.centred
    const arm = algorithm.choose(state, random)
    isDrawing ||= random.centred > before && before === 0
    algorithm.observe(state, arm, coin.uniform() < 0.7 - 0.2 * arm ? 1 : 0, random)
  }
  return { areCentred: random.centred > 0 && random.uncentred === 0, isDrawing }
}

class ProbedRandom extends WatchedRandom {
  /** Draws around a centre, and all others. */
  centred = 0
  uncentred = 0

  protected override saw(value: number, _law: NoiseLaw | null): number {
    this.uncentred++
    return value
  }

  override gaussianAround(centre: number, deviation: number): number {
    this.centred++
    return this.inner.gaussianAround(centre, deviation)
  }

  override laplaceAround(centre: number, scale: number): number {
    this.centred++
    return this.inner.laplaceAround(centre, scale)
  }

  override residual(...given: Parameters<WatchedRandom["residual"]>): ReturnType<WatchedRandom["residual"]> {
    this.centred++
    return this.inner.residual(...given)
  }
}
