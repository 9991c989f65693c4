// A seeded generator that notes the noise asked of it and gives none, so that what was released
// shows which rewards are in it.

import { knownNoise } from "../random/known-noise.ts"
import { type NoiseLaw, WatchedRandom } from "../random/watched-random.ts"

export class RecordingRandom extends WatchedRandom {
  /** Scale of every Laplace draw so far, in order. */
  readonly laplaceScales: number[] = []
  /** Deviation of every Gaussian draw around a hidden value so far, in order. */
  readonly deviations: number[] = []
  /** Gaussian draws so far. */
  gaussianDraws = 0
  /** Parameters of every Beta draw so far. */
  readonly betaDraws: [number, number][] = []

  override gaussian(): number {
    this.gaussianDraws += 1
    return 0
  }

  override beta(a: number, b: number): number {
    this.betaDraws.push([a, b])
    return super.beta(a, b)
  }

  protected override saw(value: number, law: NoiseLaw | null, scale: number): number {
    if (law === "laplace") this.laplaceScales.push(scale)
    if (law === "gaussian") {
      this.deviations.push(scale)
      this.gaussianDraws += 1
    }
    return value
  }
}

export const recordingRandom = (seed: number): RecordingRandom => new RecordingRandom(knownNoise(0, seed))
