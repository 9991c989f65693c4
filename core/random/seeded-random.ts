// The reproducible generator of simulations: xoshiro128++ (Blackman and Vigna 2021, ACM TOMS
// 47(4)). Words, uniform numbers and integers are equal on every platform. It is no source of
// private noise: the seed reveals the noise.

import { ArmisticeError, requireParameter } from "../errors.ts"
import type { SeededRandom, SeededState } from "./random.ts"
import { SamplingRandom } from "./sampling-random.ts"
import { hashFork, hashSeed, type StreamKey, startStream } from "./stream-key.ts"

/** `seed` is any finite number or any text; 7 and "7" are the same seed. */
export function seededRandom(seed: number | string): SeededRandom {
  const isSeed = typeof seed === "string" || Number.isFinite(seed)
  requireParameter(isSeed, "seed must be a finite number or a text", seed)
  const key = hashSeed(seed)
  return new Xoshiro128(key, startStream(key))
}

/** A generator that goes on where `toJSON` was called. */
export function seededRandomFrom(state: SeededState): SeededRandom {
  if (state?.generator !== "xoshiro128++")
    throw new ArmisticeError("invalid_state", `generator must be "xoshiro128++", got ${String(state?.generator)}`)
  const position = checkWords("position", state.position)
  if (position.every((word) => word === 0))
    throw new ArmisticeError("invalid_state", "position must not be all zeros, got 0, 0, 0, 0")
  return new Xoshiro128(checkWords("key", state.key), position)
}

class Xoshiro128 extends SamplingRandom implements SeededRandom {
  readonly kind = "seeded"
  readonly #key: StreamKey
  // A typed array and not four fields: words stay unboxed where small integers have 31 bits.
  readonly #position: Int32Array

  constructor(key: StreamKey, position: Int32Array) {
    super()
    this.#key = key
    this.#position = position
  }

  override word(): number {
    const s = this.#position
    const s0 = s[0]
    const s1 = s[1]
    const last = s[3]
    const s2 = s[2] ^ s0
    const s3 = last ^ s1
    s[0] = s0 ^ s3
    s[1] = s1 ^ s2
    s[2] = s2 ^ (s1 << 9)
    s[3] = (s3 << 11) | (s3 >>> 21)
    const sum = (s0 + last) | 0
    return (((sum << 7) | (sum >>> 25)) + s0) | 0
  }

  fork(key: number): SeededRandom {
    requireParameter(Number.isSafeInteger(key), "key must be a whole number within ±(2^53 - 1)", key)
    const forked = hashFork(this.#key, key)
    return new Xoshiro128(forked, startStream(forked))
  }

  toJSON(): SeededState {
    const unsigned = (words: Int32Array): number[] => Array.from(words, (word) => word >>> 0)
    return { generator: "xoshiro128++", key: unsigned(this.#key), position: unsigned(this.#position) }
  }
}

function checkWords(name: string, words: readonly number[]): Int32Array {
  const isWord = (word: unknown) => typeof word === "number" && word >>> 0 === word
  if (Array.isArray(words) && words.length === 4 && words.every(isWord))
    return Int32Array.from(words, (word) => word | 0)
  throw new ArmisticeError(
    "invalid_state",
    `${name} must be four whole numbers below 2^32, got ${JSON.stringify(words)}`,
  )
}
