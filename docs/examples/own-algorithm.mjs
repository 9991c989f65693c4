// An algorithm of one's own, to simulate, compare, plan with, sweep and attack: `armistice compare
// --module own-algorithm.mjs`. It plays each arm ten times in turn, releases each arm's sum once
// with Gaussian noise of deviation 1/eta, then plays the arm with the largest noisy sum. A reward
// changes one sum by at most 1, so one release of noise 1/eta is eta-GDP.

const eta = 1
const pulls = 10

export default {
  name: "ten-then-best",
  parameters: { eta, pulls },

  start(armCount) {
    const zeros = () => new Array(armCount).fill(0)
    return { round: 0, decided: zeros(), rewarded: zeros(), sum: zeros(), noisySum: zeros() }
  },

  choose(state) {
    const { round, decided, noisySum } = state
    const armCount = decided.length
    const arm = round < pulls * armCount ? round % armCount : noisySum.indexOf(Math.max(...noisySum))
    state.round += 1
    state.decided[arm] += 1
    return arm
  },

  observe(state, arm, reward, random) {
    state.rewarded[arm] += 1
    if (state.rewarded[arm] > pulls) return
    state.sum[arm] += reward
    if (state.rewarded[arm] === pulls) state.noisySum[arm] = random.gaussianAround(state.sum[arm], 1 / eta)
  },

  guarantee: () => ({ kind: "gdp", eta }),

  /**
   * A live `Bandit` counts these: the tenth reward of an arm releases its sum. Simulations and
   * audits do not need them.
   */
  nextReleases: (state, arm) =>
    state.rewarded[arm] === pulls - 1 ? [{ arm, block: 0, count: pulls, mechanism: "gaussian", eta }] : [],
}

/** The release in the proof: the noisy sum, with the last of an arm's rewards that count. */
export const view = {
  kind: "values",
  about: "each arm's noisy sum",
  note: () => [],
  released: (state, arm) => (state.rewarded[arm] === pulls ? [state.noisySum[arm]] : []),
  isSpent: (first, _second, arm) => first.rewarded[arm] >= pulls,
}
