// A run of DP-TS-UCB round by round for one arm, for the illustrations of Figures 1 and 2.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { type NoiseLaw, WatchedRandom } from "@armistice/core/sampling"
import { createEnvironment } from "@armistice/lab"
import { paperArms } from "./setting.ts"

export interface RecordedRound {
  readonly round: number
  /** The model of the watched arm, and whether it was drawn or is the epoch's best reused. */
  readonly model: number
  readonly isFresh: boolean
  /** The largest draw of the epoch up to now. */
  readonly best: number
  readonly drawsLeft: number
  /** Before the round: the epoch's number (means computed so far), and the mean in force. */
  readonly epoch: number
  readonly mean: number
  readonly isPulled: boolean
  readonly reward: number | null
}

export interface RecordedRun {
  readonly alpha: number
  readonly horizon: number
  readonly arm: number
  readonly budget: number
  /** From the first round in which models are compared. */
  readonly rounds: readonly RecordedRound[]
  /** The reward of the arm's first pull, before that. */
  readonly firstReward: number
}

interface Watched {
  readonly mean: number[]
  readonly drawsLeft: number[]
  readonly best: number[]
  readonly closed: number[]
}

export function recordRun(alpha: number, horizon: number, arm: number, seed: number): RecordedRun {
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha, horizon })
  const environment = createEnvironment(paperArms)
  const random = seededRandom(`illustration ${seed}`)
  const noting = new NotedDraws(random.fork(0))
  const streams = environment.means.map((_, index) => random.fork(index + 1))
  const state = algorithm.start(environment.armCount)
  const watched = state as unknown as Watched
  const rounds: RecordedRound[] = []
  let firstReward = 0
  let budget = 0
  for (let round = 1; round <= horizon; round++) {
    const isComparing = round > environment.armCount
    const before = { epoch: watched.closed[arm], mean: watched.mean[arm], drawsLeft: watched.drawsLeft.slice() }
    noting.draws.length = 0
    const chosen = algorithm.choose(state, noting)
    const best = watched.best[arm]
    // Draws come in the order of the arms that still have some.
    const place = before.drawsLeft.slice(0, arm).filter((left) => left >= 1).length
    const isFresh = before.drawsLeft[arm] >= 1
    const reward = environment.reward(chosen, state.decided[chosen] - 1, streams[chosen])
    algorithm.observe(state, chosen, reward, noting)
    if (chosen === arm && !isComparing) {
      firstReward = reward
      budget = watched.drawsLeft[arm]
    }
    if (isComparing)
      rounds.push({
        round,
        model: tidy(isFresh ? noting.draws[place] : best),
        isFresh,
        best: tidy(best),
        drawsLeft: before.drawsLeft[arm] - (isFresh ? 1 : 0),
        epoch: before.epoch,
        mean: before.mean,
        isPulled: chosen === arm,
        reward: chosen === arm ? reward : null,
      })
  }
  return { alpha, horizon, arm, budget, rounds, firstReward }
}

/** Six digits are more than a picture shows, and keep the file small. */
const tidy = (value: number): number => Number(value.toPrecision(6))

/** The same randomness; what is drawn around a mean is also written down. */
class NotedDraws extends WatchedRandom {
  readonly draws: number[] = []

  protected override saw(value: number, law: NoiseLaw | null): number {
    if (law === "gaussian") this.draws.push(value)
    return value
  }
}
