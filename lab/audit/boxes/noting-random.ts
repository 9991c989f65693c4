// Randomness that notes whether it was used since `forget`, and the law of the last noise.

import { type NoiseLaw, WatchedRandom } from "@armistice/core/sampling"

export class NotingRandom extends WatchedRandom {
  isUsed = false
  noise: NoiseLaw | null = null

  forget(): void {
    this.isUsed = false
    this.noise = null
  }

  protected override saw(value: number, law: NoiseLaw | null): number {
    this.isUsed = true
    this.noise = law ?? this.noise
    return value
  }
}
