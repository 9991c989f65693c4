// A researcher's own algorithm, compared with others at equal privacy and then attacked: as it was meant, and with a mistake in its noise
// that the attack finds. npm run example own-algorithm. For the command (`--module`) see docs/examples/own-algorithm.mjs.

import { audit, compare } from "@armistice/lab"

/**
 * Doubling: an arm's rewards are summed up in batches, each twice as long as the one before, and each sum is told once, with Gaussian noise
 * of deviation `noise`. Played is the arm whose latest batch, with room for chance, promises most. A reward is in one sum, which it changes
 * by at most 1, so everything that is told is (1/noise)-GDP. `claimed` is what the algorithm says of itself.
 */
function doubling({ noise, claimed }) {
  const batchAfter = (told) => 4 * 2 ** told
  return {
    name: noise * claimed === 1 ? "doubling" : "doubling with a mistake",
    parameters: { noise, claimed },
    guarantee: () => ({ kind: "gdp", eta: claimed }),

    start(armCount) {
      const zeros = () => new Array(armCount).fill(0)
      return { round: 0, decided: zeros(), rewarded: zeros(), sum: zeros(), told: zeros(), noisySum: zeros(), news: [] }
    },

    choose(state) {
      state.round += 1
      const promise = state.decided.map((_count, arm) => {
        if (state.told[arm] === 0) return Number.POSITIVE_INFINITY
        const size = batchAfter(state.told[arm] - 1)
        return (state.noisySum[arm] + Math.sqrt(2 * Math.log(state.round) * (size / 4 + noise ** 2))) / size
      })
      const arm = promise.indexOf(Math.max(...promise))
      state.decided[arm] += 1
      return arm
    },

    observe(state, arm, reward, random) {
      state.news = []
      state.sum[arm] += reward
      state.rewarded[arm] += 1
      if (state.rewarded[arm] < batchAfter(state.told[arm])) return
      state.noisySum[arm] = random.gaussianAround(state.sum[arm], noise)
      state.news = [state.noisySum[arm]]
      state.told[arm] += 1
      state.sum[arm] = 0
      state.rewarded[arm] = 0
    },
  }
}

/** What is told, for an attack that knows all that the proof gives away. */
const view = {
  kind: "values",
  about: "the noisy sums",
  note: () => [],
  released: (state) => state.news,
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
