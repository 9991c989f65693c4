import { type AlgorithmParts, createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"
import { algorithmLabel } from "../text/algorithm-label.ts"
import { createCustomEntry } from "./custom-entry.ts"

const setting = { environment: { kind: "bernoulli", means: [0.7, 0.4] }, horizon: 100, runs: 2, seed: 2 } as const

interface Plain {
  round: number
  decided: number[]
}

/** The least that an algorithm can be: always arm 0. */
const plain: AlgorithmParts<Plain> = {
  name: "plain",
  parameters: {},
  start: (armCount) => ({ round: 0, decided: new Array<number>(armCount).fill(0) }),
  choose(state) {
    state.round += 1
    state.decided[0] += 1
    return 0
  },
  observe() {},
  guarantee: () => ({ kind: "gdp", eta: 1 }),
}

const boom = (): never => {
  throw new TypeError("boom")
}

test("four functions and a state that counts are enough; without releases the whole guarantee counts as spent", async () => {
  const { regret, releases } = await simulate({ ...setting, algorithm: plain })
  expect([regret.mean, releases.eta]).toEqual([0, 1])
})

test.each<[string, Partial<AlgorithmParts<Plain>>, RegExp]>([
  [
    "a state without counts",
    { start: () => ({}) as Plain },
    /start of plain must return a state with round: 0 and decided/,
  ],
  [
    "counts of fewer arms",
    { start: () => ({ round: 0, decided: [0] }) },
    /start of plain must return .* got 0 and \[0\]$/,
  ],
  [
    "an arm there is not",
    { choose: (state) => plain.choose(state, undefined as never) + 2 },
    /choose of plain must return an arm from 0 to 1, got 2$/,
  ],
  [
    "no number",
    { choose: (state) => plain.choose(state, undefined as never) + Number.NaN },
    /must return an arm from 0 to 1, got NaN$/,
  ],
  ["a decision that is not counted", { choose: () => 0 }, /choose of plain must add 1 to state.decided/],
  [
    "a negative loss",
    { guarantee: () => ({ kind: "gdp", eta: -1 }) },
    /guarantee of plain must return .* got \{"kind":"gdp","eta":-1\}$/,
  ],
  ["a promise of nothing said as one", { guarantee: () => ({ kind: "gdp", eta: null }) }, /guarantee of plain must/],
  ["a throw in start", { start: boom }, /^plain failed in start: boom \(check-algorithm\.test\.ts:\d+:\d+\)$/],
  ["a throw in choose", { choose: boom }, /^plain failed in choose: boom/],
  ["a throw in observe", { observe: boom }, /^plain failed in observe: boom/],
  ["a throw in guarantee", { guarantee: boom }, /^plain failed in guarantee: boom/],
])("%s is refused in a sentence that names the function", async (_words, wrong, sentence) => {
  const failing = simulate({ ...setting, algorithm: { ...plain, ...wrong } })
  await expect(failing).rejects.toMatchObject({ code: "invalid_parameter", message: expect.stringMatching(sentence) })
})

test.each([
  [
    { kind: "approximate", epsilon: 1, delta: 1e-6 },
    { scale: "approximate", epsilon: 1, delta: 1e-6 },
  ],
  [
    { kind: "zcdp", rho: 0.5 },
    { scale: "zcdp", rho: 0.5 },
  ],
  [
    { kind: "renyi", order: 8, divergence: 4 },
    { scale: "renyi", order: 8, divergence: 4 },
  ],
])("a guarantee of %j is kept as it is declared, and implies no eta", async (given, declared) => {
  const { guarantee } = await simulate({ ...setting, algorithm: { ...plain, guarantee: () => given as never } })
  expect(guarantee).toEqual({ kind: "none", eta: null, declared })
})

test("an epsilon decides its eta, whatever is stated beside it, and a wrong loss names the function", async () => {
  const stated = { kind: "pure", epsilon: 1, eta: 0.1 } as const
  const { guarantee } = await simulate({ ...setting, algorithm: { ...plain, guarantee: () => stated } })
  expect(guarantee.eta).toBeCloseTo(1.2321, 3)
  const wrong = { ...plain, guarantee: () => ({ kind: "zcdp", rho: -1 }) as never }
  await expect(simulate({ ...setting, algorithm: wrong })).rejects.toThrow(/^plain failed in guarantee: rho must be/)
})

test("a loss after subsampling is refused with the reason", async () => {
  const guarantee = () => ({ kind: "subsampled", eta: 1, rate: 0.1 }) as never
  await expect(simulate({ ...setting, algorithm: { ...plain, guarantee } })).rejects.toMatchObject({
    code: "not_supported",
    message: expect.stringMatching(/^plain failed in guarantee: no loss is stated for subsampled rewards/),
  })
})

test("errors of a maker name it, and its label is shown in tables and charts", () => {
  const maker = { name: "made", label: "Made by me", parameters: {}, create: () => plain, calibrate: boom }
  const entry = createCustomEntry(maker)
  expect(() => entry.calibrate?.(1, { horizon: 100, armCount: 2 })).toThrow(/^made failed in calibrate: boom/)
  expect(() => createCustomEntry({ ...maker, create: boom }).create({})).toThrow(/^made failed in create: boom/)
  expect(algorithmLabel("made", {})).toBe("Made by me")
  const parameters = {
    eta: { kind: "number", about: "loss", min: 0, max: 9, default: 1 },
    size: { kind: "integer", about: "batch", min: 1, max: 9, default: 2 },
  } as const
  createCustomEntry({ ...maker, parameters })
  // Beside another privacy its default has to be seen.
  expect(algorithmLabel("made", { eta: 1, size: 2 })).toBe("Made by me, η = 1")
})

test("a whole algorithm keeps its laws and its sums", () => {
  const whole = createAlgorithm("gdp-imed", { eta: 1 })
  const algorithm = createCustomEntry({ ...whole, name: "mine" } as AlgorithmParts).create({})
  expect(algorithm.laws(algorithm.start(2)).kind).toBe(whole.laws(whole.start(2)).kind)
  expect([algorithm.sums, typeof algorithm.addArm]).toEqual([whole.sums, typeof whole.addArm])
})
