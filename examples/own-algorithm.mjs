// An algorithm of your own, compared with others at equal privacy and then attacked: as intended,
// and with a mistake in its noise that the attack finds. npm run example own-algorithm. For the
// command (`--module`) see docs/examples/own-algorithm.mjs.

import { audit, compare } from "@armistice/lab"

/**
 * Sums the rewards of each arm in batches, each twice as long as the one before, and releases each
 * sum once with Gaussian noise of deviation `noise`. It chooses the arm with the highest upper
 * confidence bound of its latest batch. A reward changes one sum by at most 1, so the releases are
 * (1/noise)-GDP. `claimed` is the guarantee that the algorithm states.
 */
function doubling({ noise, claimed }) {
  const batchSize = (releases) => 4 * 2 ** releases
  return {
    name: noise * claimed === 1 ? "doubling" : "doubling with a mistake",
    parameters: { noise, claimed },
    guarantee: () => ({ kind: "gdp", eta: claimed }),

    start(armCount) {
      const zeros = () => new Array(armCount).fill(0)
      return {
        round: 0,
        decided: zeros(),
        rewarded: zeros(),
        sum: zeros(),
        releases: zeros(),
        noisySum: zeros(),
        latest: [],
      }
    },

    choose(state) {
      state.round += 1
      const bounds = state.decided.map((_count, arm) => {
        if (state.releases[arm] === 0) return Number.POSITIVE_INFINITY
        const size = batchSize(state.releases[arm] - 1)
        return (state.noisySum[arm] + Math.sqrt(2 * Math.log(state.round) * (size / 4 + noise ** 2))) / size
      })
      const arm = bounds.indexOf(Math.max(...bounds))
      state.decided[arm] += 1
      return arm
    },

    observe(state, arm, reward, random) {
      state.latest = []
      state.sum[arm] += reward
      state.rewarded[arm] += 1
      if (state.rewarded[arm] < batchSize(state.releases[arm])) return
      state.noisySum[arm] = random.gaussianAround(state.sum[arm], noise)
      state.latest = [state.noisySum[arm]]
      state.releases[arm] += 1
      state.sum[arm] = 0
      state.rewarded[arm] = 0
    },
  }
}

/** The releases, for an attacker who sees everything that the proof allows. */
const view = {
  kind: "values",
  about: "the noisy sums",
  note: () => [],
  released: (state) => state.latest,
  isSpent: (first, second, arm) => first.sum[arm] === second.sum[arm],
}

const { results } = await compare({
  algorithms: [{ algorithm: "gdp-imed" }, { algorithm: "dp-se" }, { algorithm: doubling({ noise: 1, claimed: 1 }) }],
  privacy: { eta: 1 },
  environment: { kind: "bernoulli", means: [0.6, 0.5, 0.4, 0.3] },
  horizon: 20_000,
  runs: 50,
  seed: 1,
})
for (const { algorithm, regret, guarantee } of results)
  console.log(`${algorithm}: eta ${guarantee.eta.toFixed(2)}, regret ${regret.mean.toFixed(0)}`)

for (const noise of [1, 0.5]) {
  const algorithm = doubling({ noise, claimed: 1 })
  const { verdict, whiteBox } = await audit({ algorithm, view, boxes: ["white"], runs: 10_000, seed: 1 })
  console.log(`${algorithm.name}: claims eta 1, an attack shows at least ${whiteBox.etaLower.toFixed(2)}: ${verdict}`)
}
