// AdaP-TT (Azize, Jourdan, Al Marjani and Basu 2023): top two on means that are forgotten whenever
// an arm's pulls have doubled, with their stopping rule (adap-tt.md). Guarantee: epsilon-DP.

import { type Laws, laplaceGuarantee } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import { gaussianCalibration } from "./gaussian-calibration.ts"
import type { Identifier, IdentifierState } from "./identifier.ts"

interface AdapTtState extends IdentifierState {
  /** For each arm: finished phases, rewards in them and in the last one, and its noisy mean. */
  phase: number[]
  count: number[]
  lastCount: number[]
  mean: number[]
  /** Rewards of the running phase, and their sum (secret). */
  received: number[]
  sum: number[]
  /** Rounds in which an arm led, and in which it was then pulled. */
  led: number[]
  ledPulls: number[]
}

export interface AdapTtParameters {
  readonly epsilon: number
  readonly error: number
  /** Rewards are sub-Gaussian with this deviation: 1 as published; 1/2 is enough for [0, 1]. */
  readonly spread?: number
  /** "proved" as in their theorem; "empirical" as in their experiments, without a proof. */
  readonly threshold?: "proved" | "empirical"
}

/** The share of rounds in which the leader is pulled. */
const leaderShare = 1 / 2
/** ζ(2), for phases that share the error by 1/k². */
const zetaOfTwo = Math.PI ** 2 / 6

/** AdaP-TT. */
export function createAdapTopTwo({ epsilon, error, spread = 1, threshold = "proved" }: AdapTtParameters): Identifier {
  const needed = threshold === "proved" ? provedThreshold : empiricalThreshold

  /** The arm that is surely best, or null. */
  function findAnswer({ mean, phase, lastCount }: AdapTtState): number | null {
    const armCount = mean.length
    const best = mean.indexOf(Math.max(...mean))
    for (let arm = 0; arm < armCount; arm++) {
      if (arm === best) continue
      const [n, m] = [lastCount[best], lastCount[arm]]
      const evidence = (mean[best] - mean[arm]) ** 2 / (2 * spread ** 2 * (1 / n + 1 / m))
      const phases = { n, m, first: phase[best], second: phase[arm] }
      if (evidence < needed(phases, { epsilon, error, spread, armCount })) return null
    }
    return best
  }

  /** The arm with the largest mean plus a bonus for how little is known of it. */
  function findLeader({ count, lastCount, mean }: AdapTtState): number {
    let total = 0
    for (const one of count) total += one
    const level = Math.log(total)
    let [leader, largest] = [0, Number.NEGATIVE_INFINITY]
    for (let arm = 0; arm < mean.length; arm++) {
      const known = lastCount[arm]
      const index = mean[arm] + Math.sqrt(level / (2 * known)) + level / (epsilon * known)
      if (index > largest) [leader, largest] = [arm, index]
    }
    return leader
  }

  /** The arm that is hardest to tell from the leader. */
  function findChallenger({ mean, decided }: AdapTtState, leader: number): number {
    let challenger = -1
    let least = Number.POSITIVE_INFINITY
    for (let arm = 0; arm < mean.length; arm++) {
      if (arm === leader) continue
      const cost = Math.max(0, mean[leader] - mean[arm]) / Math.sqrt(1 / decided[leader] + 1 / decided[arm])
      if (cost < least || (cost === least && decided[arm] < decided[challenger])) {
        challenger = arm
        least = cost
      }
    }
    return challenger
  }

  function choosing(state: AdapTtState): number {
    if (state.answer !== null) return state.answer
    // Until each arm has a mean the one with the fewest decisions is pulled.
    if (state.phase.includes(0)) return state.decided.indexOf(Math.min(...state.decided))
    const leader = findLeader(state)
    state.led[leader] += 1
    if (state.ledPulls[leader] > leaderShare * state.led[leader]) return findChallenger(state, leader)
    state.ledPulls[leader] += 1
    return leader
  }

  const room = (state: AdapTtState, arm: number): number =>
    state.answer === null ? Math.max(1, state.count[arm]) - state.received[arm] : Number.POSITIVE_INFINITY

  const body: Omit<Identifier<AdapTtState>, "name" | "parameters" | "guarantee"> = {
    start(armCount) {
      if (armCount < 2) throw invalidParameter(`there must be at least 2 arms, got ${armCount}`)
      const zeros = (): number[] => new Array<number>(armCount).fill(0)
      return {
        round: 0,
        decided: zeros(),
        answer: null,
        phase: zeros(),
        count: zeros(),
        lastCount: zeros(),
        mean: zeros(),
        received: zeros(),
        sum: zeros(),
        led: zeros(),
        ledPulls: zeros(),
      }
    },
    choose(state) {
      const arm = choosing(state)
      state.decided[arm] += 1
      state.round += 1
      return arm
    },
    observe: (state, arm, reward, random) => body.observeMany(state, arm, 1, reward, random),
    observeMany(state, arm, count, sum, random) {
      if (state.answer !== null) return
      if (count > room(state, arm))
        throw invalidParameter(`rewards must fit into the arm's phase, which lacks ${room(state, arm)}, got ${count}`)
      state.received[arm] += count
      state.sum[arm] += sum
      const unasked = state.count[arm] + state.received[arm] - state.decided[arm]
      if (unasked > 0) {
        state.decided[arm] += unasked
        state.round += unasked
      }
      if (room(state, arm) > 0) return
      const rewards = state.received[arm]
      state.mean[arm] = random.laplaceAround(state.sum[arm], 1 / epsilon) / rewards
      state.phase[arm] += 1
      state.count[arm] += rewards
      state.lastCount[arm] = rewards
      state.received[arm] = 0
      state.sum[arm] = 0
      if (state.phase.every((phase) => phase > 0)) state.answer = findAnswer(state)
    },
    room,
    laws: (state): Laws =>
      state.answer === null
        ? { kind: "plain" }
        : { kind: "batch", arms: [state.answer], pulls: Number.POSITIVE_INFINITY },
  }
  return {
    name: "adap-tt",
    parameters: { epsilon, error, spread, threshold },
    guarantee: () => laplaceGuarantee(epsilon),
    ...body,
  }
}

interface Phases {
  readonly n: number
  readonly m: number
  readonly first: number
  readonly second: number
}

type Needed = (
  phases: Phases,
  setting: {
    readonly epsilon: number
    readonly error: number
    readonly spread: number
    readonly armCount: number
  },
) => number

/** Half of the error is for rewards, half for noise; (x + y)² ≤ 2x² + 2y² gives the factor 2. */
const provedThreshold: Needed = ({ n, m, first, second }, { epsilon, error, spread, armCount }) => {
  const rewardLevel = Math.log(((armCount - 1) * zetaOfTwo ** 2 * (first * second) ** 2 * 2) / error)
  const rewards =
    2 * gaussianCalibration(rewardLevel / 2) + 2 * Math.log(4 + Math.log(n)) + 2 * Math.log(4 + Math.log(m))
  const noise = (phase: number, count: number): number =>
    (Math.log((2 * armCount * zetaOfTwo * phase ** 2) / error) / (spread * epsilon)) ** 2 / count
  return 2 * rewards + noise(first, n) + noise(second, m)
}

const empiricalThreshold: Needed = ({ n, m }, { epsilon, error }) =>
  Math.log(1 / error) +
  Math.log(1 + Math.log(n)) +
  Math.log(1 + Math.log(m)) +
  (1 / n + 1 / m) * (Math.log(1 / error) / epsilon) ** 2
