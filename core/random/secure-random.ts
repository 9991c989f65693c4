// The platform's cryptographic generator (Web Crypto), for live experiments. Words are fetched in
// blocks, used once and wiped; there is no seed, no fork and no stored state, so a live run can be
// neither replayed nor predicted.

import { ArmisticeError } from "../errors.ts"
import { gaussianOnLattice, laplaceOnLattice } from "./noise-lattice.ts"
import type { SecureRandom } from "./random.ts"
import { type HiddenSum, type ResidualPlan, type ResidualRelease, residualOnLattice } from "./residual-noise.ts"
import { SamplingRandom } from "./sampling-random.ts"

/** The used part of Web Crypto, declared here because core has neither DOM nor Node types. */
interface WebCrypto {
  getRandomValues(array: Int32Array): unknown
}

const blockLength = 256

/** Randomness of the platform, for live experiments; refuses where the platform has none. */
export function secureRandom(): SecureRandom {
  const { crypto } = globalThis as { readonly crypto?: WebCrypto }
  if (typeof crypto?.getRandomValues !== "function")
    throw new ArmisticeError(
      "not_supported",
      "secure randomness needs crypto.getRandomValues, which this platform lacks",
    )
  return new PlatformRandom(crypto)
}

class PlatformRandom extends SamplingRandom implements SecureRandom {
  readonly kind = "secure"
  // Private fields: no JSON, structured clone or debugger's listing shows words to come.
  readonly #crypto: WebCrypto
  readonly #block = new Int32Array(blockLength)
  #next = blockLength

  constructor(crypto: WebCrypto) {
    super()
    this.#crypto = crypto
  }

  override word(): number {
    if (this.#next === blockLength) {
      this.#crypto.getRandomValues(this.#block)
      this.#next = 0
    }
    const word = this.#block[this.#next]
    this.#block[this.#next++] = 0
    return word
  }

  override gaussianAround(centre: number, deviation: number): number {
    return gaussianOnLattice(this, centre, deviation)
  }

  override laplaceAround(centre: number, scale: number): number {
    return laplaceOnLattice(this, centre, scale)
  }

  override residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    return residualOnLattice(this, hidden, joined, plan)
  }

  toJSON(): never {
    throw new ArmisticeError("not_supported", "a secure generator cannot be stored")
  }
}
