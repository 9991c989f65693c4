// DP-SE (Sajed and Sheffet 2019, Algorithm 3): successive elimination in epochs that forget, each
// with fresh Laplace noise, until one arm is left. Guarantee: epsilon-DP (their Theorem 4.1), one
// Laplace release per reward (dp-se.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { checkArm, checkReward, checkRewardSum } from "../errors.ts"
import type { Laws } from "../laws.ts"
import { horizonSpec, type ParameterValues } from "../parameters.ts"
import { checkExpiring } from "../parts/decided-pull.ts"
import { dropOutstanding } from "../parts/discard-open-batches.ts"
import {
  addToEpoch,
  dropArm,
  type EliminationEpochs,
  epochToJoin,
  isEpochFull,
  isOver,
  lackingDecisions,
  nextInTurn,
  openEpoch,
  startEpochs,
} from "../parts/elimination-epochs.ts"
import { checkHorizon, checkRewardCount, checkRound, decide, fractions } from "../parts/rounds.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"
import type { Release } from "../privacy/release.ts"
import { divideUp } from "../privacy/rounding.ts"
import type { Random } from "../random/random.ts"

const parameters = { epsilon: epsilonSpec, horizon: horizonSpec } as const

export interface DpSeState extends EliminationEpochs {
  /** Noisy mean of the arm's last closed epoch. */
  mean: number[]
  /** Rewards in each release of the arm, one per epoch it took part in. */
  released: number[][]
}

/**
 * The pulls of each arm in an epoch of DP-SE, R (a real number: ⌈R⌉ pulls), and the threshold of
 * elimination, 2h + 2c. `inverseBeta` is 1/β, with the β of Sajed and Sheffet's Algorithm 3.
 */
export function planDpSeEpoch(epsilon: number, inverseBeta: number, epoch: number, contenders: number) {
  const gap = 2 ** -epoch
  const meanLog = Math.log(8 * contenders * epoch ** 2 * inverseBeta)
  const noiseLog = Math.log(4 * contenders * epoch ** 2 * inverseBeta)
  const pulls = Math.max((32 * meanLog) / gap ** 2, (8 * noiseLog) / (epsilon * gap)) + 1
  const h = Math.sqrt(meanLog / (2 * pulls))
  const c = noiseLog / (pulls * epsilon)
  return { pulls, threshold: 2 * h + 2 * c }
}

function create({ epsilon, horizon }: ParameterValues<typeof parameters>): AlgorithmBody<DpSeState> {
  // β = 1/horizon.
  const planEpoch = (epoch: number, contenders: number) => planDpSeEpoch(epsilon, horizon, epoch, contenders)
  // Rounded up: never less noise than epsilon needs.
  const scale = divideUp(1, epsilon)

  const begin = (state: DpSeState): void =>
    openEpoch(state, Math.ceil(planEpoch(state.epoch + 1, state.remaining).pulls))

  /** Releases the epoch's means, drops the arms that are clearly worse, begins the next epoch. */
  function close(state: DpSeState, random: Random): void {
    let best = Number.NEGATIVE_INFINITY
    for (let arm = 0; arm < state.active.length; arm++) {
      if (!state.active[arm]) continue
      state.mean[arm] = random.laplaceAround(state.sum[arm], scale) / state.size[arm]
      state.released[arm].push(state.size[arm])
      best = Math.max(best, state.mean[arm])
    }
    const { threshold } = planEpoch(state.epoch, state.contenders)
    for (let arm = 0; arm < state.active.length; arm++)
      if (state.active[arm] && best - state.mean[arm] > threshold) dropArm(state, arm)
    if (!isOver(state)) begin(state)
  }

  function add(state: DpSeState, arm: number, count: number, sum: number, random: Random, pull?: number): void {
    checkRewardCount(state, arm, count, horizon)
    addToEpoch(state, arm, count, sum, epochToJoin(state, arm, count, pull))
    // At most one epoch per reward, so that nextReleases can tell; a full next one waits.
    if (isEpochFull(state)) close(state, random)
  }

  const createRelease = (arm: number, block: number, count: number): Release => ({
    arm,
    block,
    count,
    mechanism: "laplace",
    epsilon,
  })

  return {
    start(armCount) {
      checkHorizon(horizon, armCount)
      const state = Object.assign(startEpochs(armCount), {
        mean: fractions(armCount),
        released: Array.from({ length: armCount }, (): number[] => []),
      })
      begin(state)
      return state
    },

    choose(state, _random, excluded) {
      checkRound(state, horizon, excluded)
      const arm = nextInTurn(state, excluded)
      if (arm < 0) return decide(state, lastResort(state, excluded))
      state.turn = arm + 1 === state.active.length ? 0 : arm + 1
      return decide(state, arm)
    },

    observe(state, arm, reward, random, pull) {
      checkArm(arm, state.decided.length)
      checkReward(reward)
      add(state, arm, 1, reward, random, pull)
    },

    observeMany(state, arm, count, sum, random) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      add(state, arm, count, sum, random)
    },

    expire(state, arm, pull) {
      checkExpiring(state, arm, pull)
      state.silent[arm] += 1
    },

    laws(state): Laws {
      const next = nextInTurn(state)
      if (isOver(state))
        return { kind: "batch", arms: [next < 0 ? lastResort(state) : next], pulls: Number.POSITIVE_INFINITY }
      // All decisions are out: the turn goes on, but any reward may now end the epoch.
      if (lackingDecisions(state, next) <= 0) return { kind: "batch", arms: [next], pulls: 1 }
      return fullTurns(state)
    },

    guarantee: () => laplaceGuarantee(epsilon),

    releases: (state) =>
      state.released.flatMap((counts, arm) => counts.map((count, block) => createRelease(arm, block, count))),

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      if (!isEpochFull(state, arm, epochToJoin(state, arm, 1, pull))) return []
      const list: Release[] = []
      for (let other = 0; other < state.active.length; other++)
        if (state.active[other]) list.push(createRelease(other, state.released[other].length, state.size[other]))
      return list
    },

    retireArm(state, arm) {
      dropOutstanding(state, arm)
      dropArm(state, arm)
    },
  }
}

/** From the turn on, arms that lack decisions are pulled in turn until the first lacks none. */
function fullTurns(state: DpSeState): Laws {
  const armCount = state.active.length
  const arms: number[] = []
  let pulls = Number.POSITIVE_INFINITY
  for (let step = 0; step < armCount; step++) {
    const arm = (state.turn + step) % armCount
    if (!state.active[arm] || lackingDecisions(state, arm) <= 0) continue
    arms.push(arm)
    pulls = Math.min(pulls, lackingDecisions(state, arm))
  }
  return { kind: "batch", arms, pulls }
}

/** If no arm in the race may be chosen: the one that stayed longest, then the best noisy mean. */
function lastResort(state: DpSeState, excluded?: ReadonlySet<number>): number {
  let chosen = -1
  for (let arm = 0; arm < state.active.length; arm++) {
    if (excluded?.has(arm) === true) continue
    const longer = chosen < 0 ? 1 : state.released[arm].length - state.released[chosen].length
    if (longer > 0 || (longer === 0 && state.mean[arm] > state.mean[chosen])) chosen = arm
  }
  return chosen
}

export const dpSe = defineAlgorithm(create, {
  name: "dp-se",
  label: "DP-SE",
  about: "Pulls all arms equally and eliminates the worse ones epoch by epoch; the first optimal order of regret.",
  source: "Sajed, Sheffet (ICML 2019), Algorithm 3",
  parameters,
  example: { epsilon: 1, horizon: 2e4 },
  // Epochs wait for every arm in the race, and are planned for the arms and the rounds there are.
  live: { noise: "sums", lacks: ["resume", "add", "extend"] },
  calibrate: calibrateLaplace,
})
