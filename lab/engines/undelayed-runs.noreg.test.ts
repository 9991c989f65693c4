// Golden values of seeded runs without late rewards. A change of one needs a changelog line that
// says so.

import { createHash } from "node:crypto"
import { type Algorithm, catalogue, createAlgorithm, type Parameters, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { bernoulliEnvironment } from "../environments/bernoulli.ts"
import { simulate } from "../replication/simulate.ts"
import type { EngineName } from "../replication/simulation-spec.ts"
import { runStep } from "./step.ts"

const horizon = 3000
const means = [0.7, 0.5, 0.45]

type UndelayedCase = readonly [name: string, parameters: Parameters]

const cases: readonly UndelayedCase[] = [
  ...catalogue.map(
    ({ name, example }): UndelayedCase => [name, "horizon" in example ? { ...example, horizon } : example],
  ),
  ["gdp-imed", { eta: 0.25, horizon }],
  ["gdp-imed", { eta: 5 }],
]

/** By case: a course of the step engine, and what `simulate` reports with leap and with step. */
const digests: Readonly<Record<string, readonly [course: string, leap: string, step: string]>> = {
  'dp-ts-ucb {"alpha":1,"horizon":3000}': ["14b416c3cbd0cc7e", "38bbfcb6eb48a3ab", "0bcd7fb1fb2ad2e3"],
  'dp-ts-ucb-calibrated {"eta":1,"horizon":3000}': ["33e6c123d5e7a39d", "10cb327e0bc86216", "b711d3e508f68a24"],
  'dp-ts-ucb-anytime {"eta":1}': ["a11a8bb07ff34811", "6ca7100f3ad510cd", "d8ba3744a0d98060"],
  'gdp-imed {"eta":1}': ["872156d925989f8f", "8a4227c3e9203500", "570765d8520da9c0"],
  'gdp-ts {"eta":1}': ["bbbaa0a77715bcb4", "deeca31f635d0ea3", "2e66d7442ab9bfcb"],
  'ts-gaussian {"horizon":3000}': ["50be2590a65b5ef2", "24e3c9afe0a52894", "167d3f339a3aa1dc"],
  'm-ts-gaussian {"prePulls":2,"varianceScale":5,"horizon":3000}': [
    "44ce4e2ae45c9e16",
    "6cb4944ab11e71c1",
    "f5d67ba2edebab1d",
  ],
  'dp-se {"epsilon":1,"horizon":3000}': ["28b5d16d9fd1a92d", "155148c4d33cb3f1", "52444cb5d2c5e385"],
  'anytime-lazy-ucb {"epsilon":1}': ["abc1dc3aee64c597", "46d4492b17061cad", "76d31b350b9d9620"],
  'lazy-dp-ts {"epsilon":1}': ["0b53eee553a5dda7", "395c88d020d4fd61", "61d20c3ad48708ee"],
  'adap-ucb {"epsilon":1}': ["fe7a0682e284e6ca", "40f1fab01b46e632", "dc7fd661a8a864f5"],
  'adap-kl-ucb {"epsilon":1}': ["485c05c099595b9e", "77918070684579a6", "8a0ead9229f31bd7"],
  'adac-ucb {"eta":1}': ["ff5ae7051ac9c28c", "21da35594ebc42b2", "486754cb8bbc2af0"],
  'dp-kl-ucb {"epsilon":1}': ["a8cd5b0fd659d463", "94120ad0980ab98e", "5980983b15f62047"],
  'dp-imed {"epsilon":1}': ["2c5f430a69bac34b", "ddf9e1cef516e8d4", "71938e43a0ede8d2"],
  'dp-ucb {"epsilon":1,"horizon":3000}': ["9077bb30e2daf346", "4407db19ad200212", "c1d4d6a6299015dd"],
  "uniform {}": ["f0fc156137695d5e", "234dc36cb5983db6", "a42118835f44efba"],
  "ucb1 {}": ["3e1fb7c944f148c2", "38d735560caea03b", "a1176f27a4be591e"],
  "kl-ucb {}": ["d2b259ff926a864e", "bb91e8167f8dab25", "78e5215f03af5334"],
  "ts-beta {}": ["d0866879cf8751e5", "e7836e9990a268e5", "bff5d072ac350be0"],
  "imed {}": ["87ccb1e2aeb8bda9", "b1b52aafa01ddadc", "257bd1fe21fdac45"],
  'gdp-imed {"eta":0.25,"horizon":3000}': ["25ec8bce6dca5cfd", "8e0f0805784f0384", "10dc0f6e4514444f"],
  'gdp-imed {"eta":5}': ["6e7578bb74bc42ec", "1b63c2e0b72de49c", "26630dfc7d0b4391"],
}

/** Engines may differ in the last digits of log and exp, and only there. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(12) : value

const digest = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content, rounded)).digest("hex").slice(0, 16)

/** Every arm chosen, every release, and the regret on the way, over three seeds. */
function digestCourse(algorithm: Algorithm): string {
  const courses = [1, 2, 3].map((seed) => {
    const arms: number[] = []
    const recorded: Algorithm = {
      ...algorithm,
      choose(state, random, excluded) {
        const arm = algorithm.choose(state, random, excluded)
        arms.push(arm)
        return arm
      },
    }
    const environment = bernoulliEnvironment(means)
    const request = { algorithm: recorded, environment, horizon, checkpoints: [30, 300, 3000] }
    const { pulls, regret, curve, state } = runStep({ ...request, random: seededRandom(seed) })
    return { arms, pulls, regret, curve, releases: algorithm.releases(state) }
  })
  return digest(courses)
}

/** All that `simulate` reports, apart from the version and times. */
async function digestReport([algorithm, parameters]: UndelayedCase, engine: EngineName): Promise<string> {
  const environment = { kind: "bernoulli", means } as const
  const report = await simulate({ algorithm, parameters, environment, horizon, runs: 10, seed: 5, engine })
  const { milliseconds: _times, manifest, ...figures } = report
  return digest({ ...figures, manifest: { ...manifest, version: "" } })
}

const formatKey = ([name, parameters]: UndelayedCase): string => `${name} ${JSON.stringify(parameters)}`

describe("rewards that come at once", () => {
  test("every algorithm of the catalogue has its digests", () => {
    expect(Object.keys(digests)).toEqual(cases.map(formatKey))
  })

  test.each(cases)("%s %j plays the run that it always played", async (...one) => {
    const algorithm = createAlgorithm(...one)
    const found = [digestCourse(algorithm), await digestReport(one, "leap"), await digestReport(one, "step")]
    expect(found).toEqual(digests[formatKey(one)])
  })

  test("a batch that is one reward larger is found out", () => {
    const algorithm = createAlgorithm("gdp-imed", { eta: 1 })
    const larger: Algorithm = {
      ...algorithm,
      start(armCount) {
        const state = algorithm.start(armCount) as ReturnType<Algorithm["start"]> & { firstBatch: number }
        state.firstBatch += 1
        return state
      },
    }
    expect(digestCourse(larger)).not.toBe(digestCourse(algorithm))
  })
})
