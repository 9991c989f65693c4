// The shares in which an algorithm would give its arms next: what it chooses on a copy of its state
// while nobody answers. They follow from releases and public counts alone, so that assigning by
// them costs no privacy. Not for algorithms that draw noise when they choose.

import { createHash } from "node:crypto"
import { type Algorithm, type AlgorithmState, ArmisticeError, type ContextPoint } from "@armistice/core"
import { SamplingRandom } from "@armistice/core/sampling"
import { ServiceError } from "../service-error.ts"

/** How many choices it looks ahead: some for each arm, but no more than take a moment. */
const [choicesPerArm, leastChoices, mostChoices] = [4, 64, 256] as const

/** With a context each person's choices are recomputed. */
const choicesInContext = 8

/** How far it looks; also after how many decisions without a release shares are recomputed. */
export const lookAhead = (armCount: number): number =>
  Math.max(leastChoices, Math.min(mostChoices, choicesPerArm * armCount))

/** By arm; they sum to 1, or to 0 where no arm can be chosen. */
export function planShares(
  algorithm: Algorithm,
  state: AlgorithmState,
  evenShare: number,
  excluded: ReadonlySet<number> | undefined,
  point: ContextPoint | undefined,
): number[] {
  const copy = structuredClone(state)
  const random = new PublicRandom(`${state.round}`)
  const counts = state.decided.map(() => 0)
  const choices = point === undefined ? lookAhead(counts.length) : choicesInContext
  let made = 0
  for (; made < choices; made++) {
    const arm = chooseNext(algorithm, copy, random, excluded, point)
    if (arm === null) break
    counts[arm] = (counts[arm] as number) + 1
  }
  if (made === 0) return counts
  const allowed = counts.filter((_, arm) => excluded?.has(arm) !== true).length
  return counts.map((count, arm) =>
    excluded?.has(arm) === true ? 0 : evenShare / allowed + ((1 - evenShare) * count) / made,
  )
}

/** Null: the horizon is reached on the copy, or no arm is left. */
function chooseNext(
  algorithm: Algorithm,
  state: AlgorithmState,
  random: PublicRandom,
  excluded: ReadonlySet<number> | undefined,
  point: ContextPoint | undefined,
): number | null {
  try {
    return algorithm.choose(state, random, excluded, point)
  } catch (error) {
    if (error instanceof ArmisticeError && (error.code === "horizon_reached" || error.code === "no_arm_available"))
      return null
    throw error
  }
}

/** Breaks ties and draws around releases. It gives no noise, which everyone would know. */
class PublicRandom extends SamplingRandom {
  readonly #name: string
  #block = Buffer.alloc(0)
  #blocks = 0

  constructor(name: string) {
    super()
    this.#name = name
  }

  word(): number {
    if (this.#block.length === 0) {
      this.#block = createHash("sha256").update(`${this.#name} ${this.#blocks}`).digest()
      this.#blocks += 1
    }
    const word = this.#block.readInt32LE()
    this.#block = this.#block.subarray(4)
    return word
  }

  override gaussianAround(): never {
    throw noNoise()
  }

  override laplaceAround(): never {
    throw noNoise()
  }

  override residual(): never {
    throw noNoise()
  }
}

const noNoise = () => new ServiceError("internal", "an assignment must not draw noise around what is hidden")
