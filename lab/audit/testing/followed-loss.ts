// The exact loss of one followed reward: two copies of the algorithm, which differ in that reward
// alone, take the releases of a run, and the distances of what was hidden add up.

import { type Algorithm, type HiddenSum, type ResidualPlan, type ResidualRelease, seededRandom } from "@armistice/core"
import { GivenRandom, residualInDoubles } from "@armistice/core/sampling"
import { TranscriptRandom } from "../boxes/transcript-random.ts"

class Follower extends GivenRandom {
  values: number[] = []
  /** Exact sums over the deviation of their noise. */
  scaled: number[] = []

  protected override give(): number {
    return this.values.shift() ?? 0
  }

  override residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    const exact = residualInDoubles(hidden, joined, plan, 0)
    this.scaled.push(exact.released / residualInDoubles(0, 0, plan, 1).released)
    return { ...exact, released: this.give() }
  }
}

export interface FollowedReward {
  readonly armCount: number
  /** The context of a round's person (from 0). */
  readonly choosePoint: (round: number) => readonly number[]
  /** The round whose reward is followed. */
  readonly record: number
  readonly rounds: number
  readonly seed: number
}

/** The loss of the followed reward in all releases of one run. */
export function followReward(algorithm: Algorithm, setting: FollowedReward): number {
  const { armCount, choosePoint, record, rounds, seed } = setting
  const transcript = new TranscriptRandom()
  transcript.inner = seededRandom(seed)
  const rewards = seededRandom(seed + 1)
  const states = [0, 1, 2].map(() => algorithm.start(armCount))
  const copies = [new Follower(), new Follower()]
  let square = 0
  for (let round = 0; round < rounds; round++) {
    const point = choosePoint(round)
    // The copies choose as the run does: what is released is the same.
    const arms = states.map((state) => algorithm.choose(state, seededRandom(round), undefined, point))
    if (arms.some((arm) => arm !== arms[0])) throw new Error("releases alone must decide which arm is chosen")
    const reward = rewards.uniform() < 0.5 ? 1 : 0
    transcript.forget()
    algorithm.observe(states[0], arms[0], round === record ? 1 : reward, transcript, undefined, point)
    for (const [world, copy] of copies.entries()) {
      copy.values = [...transcript.given.values.slice(0, transcript.given.count)]
      copy.scaled = []
      algorithm.observe(states[world + 1], arms[0], round === record ? world : reward, copy, undefined, point)
    }
    for (const [k, value] of copies[0].scaled.entries()) square += (value - copies[1].scaled[k]) ** 2
  }
  return Math.sqrt(square)
}
