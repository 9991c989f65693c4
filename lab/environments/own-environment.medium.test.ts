// Environments of one's own: means, laws, clipping, answers and contexts, and what is refused.

import { pathToFileURL } from "node:url"
import { seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"
import { threads } from "../workers/threads.ts"
import type { EnvironmentSpec } from "./environment-spec.ts"
import { loadEnvironment } from "./load-environment.ts"
import { checkOwnMeans, clippedMean, createOwnEnvironment, registerEnvironment } from "./own-environment.ts"

const setting = { algorithm: "gdp-imed", parameters: { eta: 1 }, horizon: 2000, runs: 3, seed: 1 }
let count = 0

/** Registers an environment as if it came from a file of its own. */
function register(own: object): EnvironmentSpec {
  count += 1
  const module = `file:///own-${count}.mjs`
  return { kind: "module", name: registerEnvironment(module, own).name, module, checksum: String(count) }
}

/** Pareto with shape 1.5 and smallest value `least`. */
const pareto = (least: number) => (u: number) => least * (1 - u) ** (-1 / 1.5)

describe("laws", () => {
  test("without a law rewards are 0 or 1, and every engine takes means that do not change", async () => {
    const environment = register({ name: "coins", means: [0.6, 0.4] })
    const [leap, step] = await Promise.all([
      simulate({ ...setting, environment }),
      simulate({ ...setting, environment, engine: "step" }),
    ])
    expect([leap.engine, step.engine]).toEqual(["leap", "step"])
    expect(leap.regret.mean).toBeGreaterThan(0)
    expect(leap.measures).toBeUndefined()
    expect(leap.manifest.environment).toEqual({ kind: "module", name: "coins", checksum: expect.any(String) })
  })

  test("clipping keeps heavy tails in their range, and regret is on the scale of the range", async () => {
    const means = [4, 2].map((least) => clippedMean(pareto(least), [0, 50]))
    // The mean of min(X, 50) is 3·least - 2·least·sqrt(least / 50).
    expect(means[0]).toBeCloseTo(12 - 8 * Math.sqrt(4 / 50), 3)
    const own = createOwnEnvironment({
      name: "pareto",
      clip: [0, 50],
      means,
      reward: ({ arm, random }) => pareto([4, 2][arm] ?? 0)(random.uniform()),
    })
    const random = seededRandom(3)
    const rewards = Array.from({ length: 5000 }, (_, pull) => own.reward(0, pull, random))
    expect(Math.max(...rewards)).toBe(1)
    expect(own.means[0]).toBeCloseTo((means[0] ?? 0) / 50, 12)
    expect(() => checkOwnMeans(own, 1000)).not.toThrow()
  })

  test.each([0.1, -0.1])("a law whose rewards are %d off the stated mean is found", (off) => {
    const own = createOwnEnvironment({
      name: "liar",
      means: [0.5, 0.5],
      reward: ({ arm, mean, random }) => (random.uniform() < mean + (arm === 1 ? off : 0) ? 1 : 0),
    })
    expect(() => checkOwnMeans(own, 1000)).toThrow(
      /rewards of liar must have the means that it states, got (more|less) by 0\.(08|09|1)\d* for arm 1/,
    )
  })

  test("a rare reward passes the check", () => {
    const own = createOwnEnvironment({ name: "rare", means: () => [1e-4, 2e-4] })
    expect(() => checkOwnMeans(own, 1000)).not.toThrow()
  })
})

describe("rounds", () => {
  test("means of each round count, and a law sees the round", async () => {
    const seen = new Set<number>()
    const environment = register({
      name: "turning",
      means: (round: number) => (round <= 1000 ? [0.9, 0.1] : [0.1, 0.9]),
      reward: ({ round, mean, random }: { round: number; mean: number; random: { uniform(): number } }) => {
        seen.add(round)
        return random.uniform() < mean ? 1 : 0
      },
    })
    const { measures, means } = await simulate({ ...setting, environment })
    expect(means.map((mean) => Number(mean.toFixed(9)))).toEqual([0.5, 0.5])
    expect((measures?.eachRound.mean ?? 0) - (measures?.oneArm.mean ?? 0)).toBeCloseTo(800)
    expect(seen.has(2000)).toBe(true)
    await expect(simulate({ ...setting, environment, engine: "leap" })).rejects.toThrow(
      'engine must be "step" for turning arms, got "leap"',
    )
  })

  test("answers by a law come late or never, and nobody else says when", async () => {
    const environment = register({
      name: "slow",
      means: [0.6, 0.4],
      answer: ({ arm, random }: { arm: number; random: { uniform(): number } }) =>
        arm === 1 || random.uniform() < 0.5 ? null : 100,
    })
    const { delivery } = await simulate({ ...setting, environment, delivery: { window: 200 } })
    // Arm 1 is never answered, arm 0 half the time; who decided in the last window is outstanding.
    expect(delivery?.joined).toBeLessThan(0.55 * 2000)
    expect(delivery?.expired).toBeGreaterThan(0.4 * 2000)
    await expect(simulate({ ...setting, environment, delivery: { silence: 0.1 } })).rejects.toThrow(
      "silence must be left out where the environment has answers of its own, as slow has",
    )
    await expect(simulate({ ...setting, environment, delivery: { missing: 0 } })).rejects.toThrow(
      'missing must be "ignore" where the environment has answers of its own',
    )
  })
})

describe("context", () => {
  const own = {
    name: "devices",
    attributes: { device: { levels: ["phone", "desk"] }, age: { range: [18, 90] } },
    context: (_round: number, random: { uniform(): number }) => ({
      device: random.uniform() < 0.7 ? "phone" : "desk",
      age: 18 + 72 * random.uniform(),
    }),
    means: (_round: number, { device }: { device: string }) => (device === "phone" ? [0.8, 0.2] : [0.2, 0.8]),
  }

  test("a law draws features, and regret is against the best arm for each person", async () => {
    const environment = register(own)
    const results = await Promise.all(
      ["gdp-imed", "gdp-context", "per-group"].map((algorithm) =>
        simulate({ ...setting, horizon: 8000, algorithm, environment }),
      ),
    )
    const [blind, shared, grouped] = results.map(({ regret }) => regret.mean)
    // The best arm for all loses 0.6 with three people in ten.
    expect(blind).toBeGreaterThan(0.25 * 0.6 * 8000)
    expect(shared).toBeLessThan(0.6 * (blind ?? 0))
    expect(grouped).toBeLessThan(0.6 * (blind ?? 0))
  })

  test("answers may come late or never by who is asked, and are learned from with their context", async () => {
    const environment = register({
      ...own,
      name: "quiet desks",
      answer: ({ context, random }: { context: { device: string }; random: { uniform(): number } }) =>
        context.device === "desk" && random.uniform() < 0.8 ? null : 50,
    })
    const play = (algorithm: string) =>
      simulate({ ...setting, horizon: 8000, algorithm, environment, delivery: { window: 100 } })
    const [blind, shared, grouped] = await Promise.all(["gdp-imed", "gdp-context", "per-group"].map(play))
    for (const result of [blind, shared, grouped]) {
      // Three in ten are at a desk, and four in five of them never answer.
      expect((result?.delivery?.expired ?? 0) / 7900).toBeCloseTo(0.24, 2)
      expect(result?.manifest.environment).toMatchObject({ kind: "module", hasContext: true })
    }
    expect(blind?.regret.mean).toBeGreaterThan(0.25 * 0.6 * 8000)
    expect(shared?.regret.mean).toBeLessThan(0.6 * (blind?.regret.mean ?? 0))
    expect(grouped?.regret.mean).toBeLessThan(0.6 * (blind?.regret.mean ?? 0))
  })

  test("a context that is not of its attributes is refused by name", () => {
    const bad = { ...own, name: "odd", context: () => ({ device: "watch", age: 30 }) }
    expect(() => register(bad)).toThrow(/odd failed in context: .*watch/)
  })
})

describe("refusals", () => {
  test.each([
    [{}, "the default export must be an environment with a name, got none"],
    [{ name: "a", means: [0.5] }, "means of a must be a list for at least two arms, got [0.5]"],
    [{ name: "a", means: [0.5, 2] }, "means of a must be in [0, 1], got 2 for arm 1"],
    [{ name: "a", means: [0, 60], clip: [0, 50], reward: () => 1 }, "in [0, 50], to which rewards are clipped, got 60"],
    [
      { name: "a", means: [0, 1], clip: [1, 0], reward: () => 1 },
      "clip of a must be two numbers, the lower first, got [1,0]",
    ],
    [{ name: "a", means: [0, 1], clip: [0, 1] }, "clip of a must come with reward"],
    [
      { name: "a", means: [0, 1], law: 1 },
      'an environment takes name, means, reward, clip, answer, attributes, context, got "law"',
    ],
    [{ name: "a", means: [0, 1], context: () => ({}) }, "a must have both attributes and context, or neither"],
    [
      {
        name: "a",
        means: () => {
          throw new Error("boom")
        },
      },
      /^a failed in means: boom \(own-environment\.medium\.test\.ts:\d+:\d+\)$/,
    ],
  ])("%j", (own, message) => {
    expect(() => register(own)).toThrow(message)
  })

  test("a reward outside of [0, 1] names the function", async () => {
    const environment = register({ name: "wide", means: [0.5, 0.5], reward: () => 1.5 })
    await expect(simulate({ ...setting, environment })).rejects.toThrow(
      "reward of wide must return a number in [0, 1], or a clip be declared, got 1.5",
    )
  })
})

test("the example runs on any number of threads with one result", async () => {
  const url = pathToFileURL("docs/examples/own-environment.mjs").href
  const environment = await loadEnvironment(url)
  const spec = { ...setting, environment, horizon: 1000, runs: 4 }
  const alone = await simulate(spec)
  const together = await simulate(spec, { pool: threads, jobs: 2 })
  expect(together.regret).toEqual(alone.regret)
  expect(together.manifest).toEqual(alone.manifest)
  expect(alone.delivery?.joined).toBeGreaterThan(800)
})
