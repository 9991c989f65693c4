// `npm run look`: simulates DP-TS-UCB against M-TS-Gaussian at equal privacy and says what the figures mean.

import {
  type Algorithm,
  attackSuccess,
  createAlgorithm,
  findAlgorithm,
  type SeededRandom,
  seededRandom,
} from "@armistice/core"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const horizon = 100_000
const runs = 30

console.log(`Armistice, a first look: two private bandits on ${means.length} arms with means ${means.join(", ")},
${horizon.toLocaleString("en")} rounds, ${runs} simulated runs each (mean ± one standard error).
`)
console.log(row("privacy (eta)", "attacker right", "regret of DP-TS-UCB", "of M-TS-Gaussian"))

for (const alpha of [1, 0.5, 0]) {
  const ours = createAlgorithm("dp-ts-ucb", { alpha, horizon })
  const { eta } = ours.guarantee(means.length)
  if (eta === null) throw new Error("dp-ts-ucb must have a guarantee")
  const calibrated = findAlgorithm("m-ts-gaussian").calibrate?.(eta, { horizon, armCount: means.length })
  if (!calibrated) throw new Error(`m-ts-gaussian must be able to be ${eta}-GDP`)
  const theirs = createAlgorithm("m-ts-gaussian", { ...calibrated, horizon })
  console.log(row(eta.toFixed(2), `${(100 * attackSuccess({ eta })).toFixed(1)} %`, regretOf(ours), regretOf(theirs)))
}

console.log(`
regret          the reward lost against always pulling the best arm: lower is better.
privacy (eta)   how much one person's reward can change what is seen (Gaussian differential privacy): lower is safer.
attacker right  how often the best possible attacker, told all else, could tell a reward of 0 from a reward of 1:
                50 % is guessing, 100 % is no protection.
Each line is one choice of DP-TS-UCB's alpha (1, 0.5, 0), with M-TS-Gaussian set to the same eta. Here DP-TS-UCB loses less
where much privacy is asked for (small eta), and M-TS-Gaussian where little is.

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

function row(...cells: string[]): string {
  const widths = [13, 16, 21, 18]
  return cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("")
}
