// A halving of one's own with parameters: `armistice compare --module own-halving.mjs`. Each phase
// plays the arms that are left in turn, releases each one's sum with Gaussian noise of deviation
// 1/eta, and drops the worse half. Every phase has sums of its own, so a reward is in one release.

function halving({ eta, horizon }) {
  const zeros = (armCount) => new Array(armCount).fill(0)
  return {
    start: (armCount) => ({
      round: 0,
      decided: zeros(armCount),
      left: [...zeros(armCount).keys()],
      played: zeros(armCount),
      rewarded: zeros(armCount),
      sum: zeros(armCount),
      noisySum: zeros(armCount),
    }),

    choose(state) {
      const arm = state.left.reduce((a, b) => (state.played[b] < state.played[a] ? b : a))
      state.round += 1
      state.decided[arm] += 1
      state.played[arm] += 1
      return arm
    },

    observe(state, arm, reward, random) {
      const { left, rewarded, sum, noisySum, decided } = state
      if (left.length === 1 || !left.includes(arm)) return
      // Half of the rounds are for choosing the last arm, evenly over the phases.
      const phases = Math.ceil(Math.log2(decided.length))
      const size = Math.max(1, Math.floor(horizon / (2 * phases * left.length)))
      if (rewarded[arm] === size) return
      rewarded[arm] += 1
      sum[arm] += reward
      if (rewarded[arm] === size) noisySum[arm] = random.gaussianAround(sum[arm], 1 / eta)
      if (left.some((one) => rewarded[one] < size)) return
      const ranked = left.toSorted((a, b) => noisySum[b] - noisySum[a])
      state.left = ranked.slice(0, Math.ceil(left.length / 2))
      for (const one of left) state.played[one] = rewarded[one] = sum[one] = 0
    },

    guarantee: () => ({ kind: "gdp", eta }),
  }
}

export default {
  name: "halving",
  parameters: {
    eta: { kind: "number", about: "privacy loss of one reward", min: 0.001, max: 1000, default: 1 },
    horizon: { kind: "integer", about: "rounds", min: 2, max: 1e12 },
  },
  create: halving,
  /** Parameters that make it eta-GDP; null where none do. */
  calibrate: (eta) => (eta >= 0.001 ? { eta: Math.min(eta, 1000) } : null),
}
