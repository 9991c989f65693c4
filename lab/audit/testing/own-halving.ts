// A sequential halving as a researcher would write one. Each phase sums the rewards of every active
// arm, releases each sum once with noise, and drops the worse half. With `isReused` the sums go on
// from phase to phase, so that an early reward is in all releases of its arm.

import type { AlgorithmParts, AlgorithmState } from "@armistice/core"

interface HalvingState extends AlgorithmState {
  active: number[]
  phase: number
  count: number[]
  total: number[]
  noisy: (number | null)[]
}

interface HalvingOptions {
  readonly eta: number
  readonly isReused: boolean
  /** Noise is added by hand to a draw without a centre. */
  readonly isByHand?: boolean
}

const phaseLength = (phase: number): number => 4 * 2 ** phase

export function ownHalving({ eta, isReused, isByHand = false }: HalvingOptions): AlgorithmParts<HalvingState> {
  return {
    name: isReused ? "halving-reused" : "halving",
    parameters: { eta },
    guarantee: () => ({ kind: "gdp", eta }),
    start(armCount) {
      const zeros = () => new Array<number>(armCount).fill(0)
      const active = zeros().map((_, arm) => arm)
      return {
        round: 0,
        decided: zeros(),
        active,
        phase: 0,
        count: zeros(),
        total: zeros(),
        noisy: zeros().map(() => null),
      }
    },
    choose(state) {
      const { active, count } = state
      const arm = active.reduce((a, b) => (count[b] < count[a] ? b : a), active[0])
      state.round += 1
      state.decided[arm] += 1
      return arm
    },
    observe(state, arm, reward, random) {
      if (!state.active.includes(arm)) return
      state.total[arm] += reward
      state.count[arm] += 1
      if (state.count[arm] === phaseLength(state.phase)) {
        const sum = state.total[arm]
        state.noisy[arm] = isByHand ? sum + random.gaussian() / eta : random.gaussianAround(sum, 1 / eta)
        if (!isReused) state.total[arm] = 0
      }
      if (state.active.some((one) => state.noisy[one] === null)) return
      const ranked = [...state.active].sort((a, b) => (state.noisy[b] ?? 0) - (state.noisy[a] ?? 0))
      state.active = ranked.slice(0, Math.ceil(ranked.length / 2)).sort((a, b) => a - b)
      state.phase += 1
      for (const one of state.active) {
        state.count[one] = 0
        state.noisy[one] = null
      }
    },
  }
}
