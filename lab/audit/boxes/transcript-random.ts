// Records the draws of a run, and replays them to an attacker's copies of the algorithm. A copy
// shows what each draw was made around, which gives the likelihood of the run under its table.

import { type HiddenSum, type ResidualPlan, type ResidualRelease, seededRandom } from "@armistice/core"
import { GivenRandom, residualInDoubles, WatchedRandom } from "@armistice/core/sampling"

class Numbers {
  count = 0
  values = new Float64Array(256)

  add(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(2 * this.count)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.count++] = value
  }
}

/** Its generator is to be set before anything is asked. */
export class TranscriptRandom extends WatchedRandom {
  readonly given = new Numbers()

  constructor() {
    super(seededRandom(0))
  }

  forget(): void {
    this.given.count = 0
  }

  protected override saw(value: number): number {
    this.given.add(value)
    return value
  }
}

/** Laws of what was asked: 0 for chance that hides nothing. */
const gaussianLaw = 1
const laplaceLaw = 2

export class ReplayedTranscript extends GivenRandom {
  readonly #transcript: TranscriptRandom
  /** Per draw: the law, and what it was drawn around at which scale. */
  readonly #laws = new Numbers()
  readonly #centres = new Numbers()
  readonly #scales = new Numbers()
  /** The copy asked for more than the run did: it cannot have been this table. */
  #isExhausted = false

  constructor(transcript: TranscriptRandom) {
    super()
    this.#transcript = transcript
  }

  forget(): void {
    this.#laws.count = 0
    this.#centres.count = 0
    this.#scales.count = 0
    this.#isExhausted = false
  }

  /** Whether the copy asked for exactly as much as the run. */
  get isFaithful(): boolean {
    return !this.#isExhausted && this.#laws.count === this.#transcript.given.count
  }

  /** Chance that hides nothing. */
  protected override give(): number {
    return this.#give(0, 0, 1)
  }

  override gaussianAround(centre: number, deviation: number): number {
    return this.#give(gaussianLaw, centre, deviation)
  }

  override laplaceAround(centre: number, scale: number): number {
    return this.#give(laplaceLaw, centre, scale)
  }

  override residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const exact = residualInDoubles(hidden, joined, plan, 0)
    const scale = residualInDoubles(hidden, joined, plan, 1).released - exact.released
    return { ...exact, released: this.#give(gaussianLaw, exact.released, scale) }
  }

  /** The log-likelihood of all draws under this copy less that under `other`. */
  logRatioTo(other: ReplayedTranscript): number {
    let sum = 0
    const { count, values: laws } = this.#laws
    const { values } = this.#transcript.given
    for (let k = 0; k < count; k++) {
      const [centre, scale] = [this.#centres.values[k], this.#scales.values[k]]
      const [otherCentre, otherScale] = [other.#centres.values[k], other.#scales.values[k]]
      if (centre === otherCentre && scale === otherScale) continue
      sum +=
        density(laws[k], values[k] - centre, scale) -
        density(other.#laws.values[k], values[k] - otherCentre, otherScale)
    }
    return sum
  }

  #give(law: number, centre: number, scale: number): number {
    const { count, values } = this.#transcript.given
    const at = this.#laws.count
    if (at >= count) {
      this.#isExhausted = true
      return centre
    }
    this.#laws.add(law)
    this.#centres.add(centre)
    this.#scales.add(scale)
    return values[at]
  }
}

/** ln of the density, up to a constant. No noise at all is noise of almost no scale. */
function density(law: number, distance: number, scale: number): number {
  if (law === 0) return 0
  const width = Math.max(scale, 1e-9)
  const x = distance / width
  return (law === laplaceLaw ? -Math.abs(x) : (-x * x) / 2) - Math.log(width)
}
