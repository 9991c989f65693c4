// The experiment of the first page: one run person by person, and the average loss of many.

import { type Algorithm, createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment, runLeap, runStep } from "@armistice/lab"

/** The share of people for whom each option works, the best first. */
export const options: readonly number[] = [0.55, 0.48, 0.4]
export const people = 3000

const environment = createEnvironment({ kind: "bernoulli", means: options })
const seed = 1
/** The number of runs; their median is shown. */
const tried = 15

/** An η at which noise changes nothing. */
const noPrivacy = 1000

/** `null` is no privacy. */
const createMethod = (eta: number | null): Algorithm =>
  createAlgorithm("gdp-imed", { eta: eta ?? noPrivacy, horizon: people })

/** The option that each person is given, in the median run by how many are given the best. */
export function pickMiddleRun(eta: number | null): Uint8Array {
  const runs = Array.from({ length: tried }, (_, run) => simulateRun(eta, run))
  runs.sort((a, b) => countBest(a) - countBest(b))
  return runs[(tried - 1) / 2] as Uint8Array
}

/** How many people are given the best option. */
export const countBest = (given: Uint8Array): number => given.reduce((sum, option) => sum + (option === 0 ? 1 : 0), 0)

function simulateRun(eta: number | null, run: number): Uint8Array {
  const given = new Uint8Array(people)
  let person = 0
  const algorithm = createMethod(eta)
  const watched: Algorithm = {
    ...algorithm,
    choose: (state, random) => {
      const option = algorithm.choose(state, random)
      given[person++] = option
      return option
    },
  }
  runStep({
    algorithm: watched,
    environment,
    horizon: people,
    checkpoints: [people],
    random: seededRandom(seed).fork(run),
  })
  return given
}

export interface Lost {
  /** The mean number of answers lost against always giving the best option. */
  readonly mean: number
  readonly standardError: number
  readonly runs: number
}

export function computeAverageLoss(eta: number | null, runs: number): Lost {
  const algorithm = createMethod(eta)
  let sum = 0
  let squares = 0
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(seed).fork(run)
    const { regret } = runLeap({ algorithm, environment, horizon: people, checkpoints: [people], random })
    sum += regret
    squares += regret * regret
  }
  const mean = sum / runs
  return { mean, standardError: Math.sqrt((squares / runs - mean * mean) / (runs - 1)), runs }
}
