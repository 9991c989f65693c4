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
  'dp-ts-ucb {"alpha":1,"horizon":3000}': ["14b416c3cbd0cc7e", "301bcc8a8e9e3d56", "3db321de1a2817ef"],
  'dp-ts-ucb-calibrated {"eta":1,"horizon":3000}': ["33e6c123d5e7a39d", "e10a60337af07d7b", "7e1d2833c0037149"],
  'dp-ts-ucb-anytime {"eta":1}': ["a11a8bb07ff34811", "2c050628b8ddfb19", "164b8ea0d2225014"],
  'gdp-imed {"eta":1}': ["aa9f9943afa9759c", "228def99128bcb11", "f05622b34d0b3d54"],
  'gdp-ts {"eta":1}': ["bbbaa0a77715bcb4", "831eaf8856cd1085", "15fc80aaa654796e"],
  'ts-gaussian {"horizon":3000}': ["50be2590a65b5ef2", "55d933f6ac4ff1c9", "e41f41fb25b9ca97"],
  'm-ts-gaussian {"prePulls":2,"varianceScale":5,"horizon":3000}': [
    "44ce4e2ae45c9e16",
    "e2a851535d1aafe0",
    "706ae73db553e22c",
  ],
  'dp-se {"epsilon":1,"horizon":3000}': ["28b5d16d9fd1a92d", "77ff953b6263ffab", "0293f0b48b2f4d29"],
  'anytime-lazy-ucb {"epsilon":1}': ["abc1dc3aee64c597", "fbf71d55d24b5670", "46750c49f211fc72"],
  'lazy-dp-ts {"epsilon":1}': ["0b53eee553a5dda7", "013696b4331bd694", "37433ba2c7389624"],
  'adap-ucb {"epsilon":1}': ["fe7a0682e284e6ca", "10484ccda37e9062", "7b562fa86e017426"],
  'adap-kl-ucb {"epsilon":1}': ["485c05c099595b9e", "09e07cb69130b56b", "325616b23a5d66a3"],
  'adac-ucb {"eta":1}': ["ff5ae7051ac9c28c", "6139a8e353d845cc", "1f00fb513a3bebe4"],
  'dp-kl-ucb {"epsilon":1}': ["a8cd5b0fd659d463", "2eeb3e05445e36af", "1a023cb4e3b182ac"],
  'dp-imed {"epsilon":1}': ["2c5f430a69bac34b", "fd91099a7ec959dc", "af37ce53b38d924e"],
  'dp-ucb {"epsilon":1,"horizon":3000}': ["9077bb30e2daf346", "a526be67d4ef238a", "ef0c25e3db1b0e26"],
  "uniform {}": ["f0fc156137695d5e", "f8487205a53fe2a5", "16bac79623cc228a"],
  "ucb1 {}": ["3e1fb7c944f148c2", "3cd6d811135e736c", "8ab3b926ef0f10bf"],
  "kl-ucb {}": ["d2b259ff926a864e", "97a37c82b3ae060b", "0246744365d27229"],
  "ts-beta {}": ["d0866879cf8751e5", "59b02ee99182da4c", "29200b4ccbaa0876"],
  "imed {}": ["87ccb1e2aeb8bda9", "0e3556237ceed349", "4c3d594938356ff3"],
  'gdp-imed {"eta":0.25,"horizon":3000}': ["92c65b82d6a4f6b6", "83a89027dc0d9d2d", "334825e7dc212ea4"],
  'gdp-imed {"eta":5}': ["02b964fd6223ff1b", "ecbf3c390049c7c6", "4e2d39b093fb6e9c"],
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
