// `npm start`, for now: simulates DP-TS-UCB against M-TS-Gaussian at equal privacy and says what the figures mean.

import { type Algorithm, createAlgorithm, findAlgorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { normalCdf } from "@armistice/core/numerics"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const horizon = 100_000
const runs = 30

console.log(`Armistice, a first look: two private bandits on ${means.length} arms with means ${means.join(", ")},
${horizon.toLocaleString("en")} rounds, ${runs} simulated runs each (mean ± one standard error).
`)
console.log(row("privacy (eta)", "attacker right", "DP-TS-UCB", "M-TS-Gaussian"))

for (const alpha of [1, 0.5, 0]) {
  const ours = createAlgorithm("dp-ts-ucb", { alpha, horizon })
  const { eta } = ours.guarantee(means.length)
  if (eta === null) throw new Error("dp-ts-ucb must have a guarantee")
  const calibrated = findAlgorithm("m-ts-gaussian").calibrate?.(eta, { horizon, armCount: means.length })
  if (!calibrated) throw new Error(`m-ts-gaussian must be able to be ${eta}-GDP`)
  const theirs = createAlgorithm("m-ts-gaussian", { ...calibrated, horizon })
  console.log(row(eta.toFixed(2), `${percent(normalCdf(eta / 2))} %`, regretOf(ours), regretOf(theirs)))
}

console.log(`
regret          reward lost against always pulling the best arm: lower is better.
privacy (eta)   how much one person's reward can change what is seen (Gaussian differential privacy): lower is safer.
attacker right  how often the best possible attacker, told all else, could tell a reward of 0 from a reward of 1:
                50 % is guessing, 100 % is no protection.
Each line is one choice of DP-TS-UCB's alpha (1, 0.5, 0); M-TS-Gaussian is set to the same eta.

Next: README.md has ten lines of code to start from; npm test checks everything.`)

function regretOf(algorithm: Algorithm): string {
  const regrets = Array.from({ length: runs }, (_, run) => simulate(algorithm, seededRandom(run)))
  const mean = regrets.reduce((sum, regret) => sum + regret, 0) / runs
  const variance = regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0) / (runs - 1)
  return `${mean.toFixed(0)} ± ${Math.sqrt(variance / runs).toFixed(0)}`
}

function simulate(algorithm: Algorithm, random: SeededRandom): number {
  const best = Math.max(...means)
  const state = algorithm.start(means.length)
  let regret = 0
  for (let round = 0; round < horizon; round++) {
    const arm = algorithm.choose(state, random)
    const mean = means[arm] ?? 0
    algorithm.observe(state, arm, random.uniform() < mean ? 1 : 0, random)
    regret += best - mean
  }
  return regret
}

function percent(share: number): string {
  const shown = (100 * share).toFixed(1)
  return shown === "100.0" && share < 1 ? "> 99.9" : shown
}

function row(...cells: string[]): string {
  return cells
    .map((cell) => cell.padStart(16))
    .join("")
    .slice(2)
}
