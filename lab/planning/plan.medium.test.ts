import { attackSuccess, catalogue, computeEpsilon, createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { findSimulationCost } from "../replication/simulation-cost.ts"
import { listEnvironments, wrongGuesses } from "./guess.ts"
import { planExperiment } from "./plan.ts"
import { resolveTargetEta } from "./privacy-target.ts"
import { chooseRecommended, recommendedAlgorithm } from "./recommended.ts"
import { findStrongestPrivacy } from "./strongest-privacy.ts"

const means = [0.6, 0.4, 0.3]
const shared = { horizon: 5000, guess: { means }, seed: 1, runs: 60 }

test("every planned algorithm keeps to the target, whichever way it is stated", () => {
  for (const privacy of [{ eta: 2.5 }, { epsilon: 3, delta: 1e-6 }, { attackSuccess: 0.7 }]) {
    const plan = planExperiment({ ...shared, privacy, runs: 10 })
    for (const { algorithm, parameters, eta } of plan.algorithms) {
      const promised = createAlgorithm(algorithm, parameters).guarantee(3).eta
      expect(promised).toBe(eta)
      expect(eta).toBeLessThanOrEqual(plan.eta * (1 + 1e-12))
    }
    if ("epsilon" in privacy) expect(computeEpsilon(plan.eta, 1e-6)).toBeLessThanOrEqual(3 * (1 + 1e-9))
    if ("attackSuccess" in privacy) expect(attackSuccess({ eta: plan.eta })).toBeLessThanOrEqual(0.7)
  }
})

test("a plan lists algorithms by regret, recommends one, and lists those that cannot be that private", () => {
  const plan = planExperiment({ ...shared, privacy: { eta: 1 }, traffic: 1000 })
  const regrets = plan.algorithms.flatMap(({ regret }) => (regret === null ? [] : [regret.mean]))
  expect([...regrets].sort((a, b) => a - b)).toEqual(regrets)
  expect(plan.recommended.algorithm).toBe("gdp-imed")
  expect(plan.recommended.regret?.mean).toBeLessThan(plan.uniformRegret / 2)
  expect(plan.days).toBe(5)
  const unable = plan.unable.find(({ algorithm }) => algorithm === "dp-ts-ucb")
  expect(unable?.nearest).toBeGreaterThan(2)
  expect(plan.ifWrong).toHaveLength(4)
})

test("another algorithm is recommended where it has a tenth less regret beyond doubt, and only there", () => {
  const simulated = (algorithm: string, mean: number, half: number, runs: number) => ({
    algorithm,
    regret: {
      mean,
      standardError: half / 1.96,
      low: mean - half,
      high: mean + half,
      hasFewRuns: false,
      runs,
      bestShare: 1,
    },
  })
  const usual = simulated("gdp-imed", 100, 5, 200)
  const taken = (...others: ReturnType<typeof simulated>[]) => chooseRecommended([usual, ...others]).algorithm
  expect(taken(simulated("gdp-ts", 70, 5, 200), simulated("dp-imed", 60, 5, 200))).toBe("dp-imed")
  expect(taken(simulated("gdp-ts", 85, 5, 200))).toBe("gdp-imed")
  expect(taken(simulated("gdp-ts", 60, 50, 200))).toBe("gdp-imed")
  expect(taken(simulated("gdp-ts", 60, 5, 8))).toBe("gdp-imed")
})

test("a target stricter than any algorithm is reported with the nearest; a mild one is met by more", () => {
  expect(() => planExperiment({ ...shared, privacy: { eta: 1e-30 } })).toThrow(
    "no algorithm can be 1e-30-GDP over 5000 rounds; the nearest that can be met is eta 1e-12",
  )
  expect(planExperiment({ ...shared, privacy: { eta: 1e6 } }).recommended.eta).toBeLessThanOrEqual(1e4)
})

test("the same request has the same answer, to the last bit, with at least two runs in every row", () => {
  const asked = { ...shared, privacy: { eta: 1 } }
  const plan = planExperiment({ ...asked, runs: 3 })
  expect(planExperiment({ ...asked, runs: 3 })).toEqual(plan)
  for (const { regret } of plan.algorithms) expect(regret?.runs ?? 3).toBeGreaterThanOrEqual(2)
  for (const { regret } of plan.ifWrong) expect(regret.runs).toBeGreaterThanOrEqual(2)
  expect(() => planExperiment({ ...asked, runs: 1 })).toThrow("runs must be a whole number from 2")
})

test("intervals of a plan end where there is nothing more to lose, and say whether rarer runs could move them", () => {
  const few = planExperiment({ horizon: 500, guess: { means: [0.6, 0.5] }, seed: 1, runs: 2, privacy: { eta: 1 } })
  const rows = [...few.algorithms, ...few.ifWrong].map(({ regret }) => regret)
  // Two runs have ends a dozen standard errors away.
  expect(rows.some((regret) => (regret?.high ?? 0) > 49.9)).toBe(true)
  for (const regret of rows) expect(regret?.high).toBeLessThanOrEqual(50)
  expect(few.recommended.regret?.hasFewRuns).toBe(true)
})

test("a range is simulated over draws from it, and its wrong guesses are ranges too", () => {
  const guess = { armCount: 4, low: 0.2, high: 0.5 }
  const environments = listEnvironments(guess, 1)
  expect(environments.length).toBeGreaterThan(20)
  for (const { means: drawn } of environments) for (const mean of drawn) expect(mean >= 0.2 && mean <= 0.5).toBe(true)
  for (const { guess: other } of wrongGuesses(guess)) expect(other).toHaveProperty("low")
  expect(planExperiment({ ...shared, guess, privacy: { eta: 1 } }).armCount).toBe(4)
})

test("the strongest privacy under a bound has less regret than the bound, and a little more privacy has more", () => {
  const [best] = findStrongestPrivacy({ ...shared, mostRegret: 120, runs: 200 })
  expect(best.isMet).toBe(true)
  expect(best.regret.mean).toBeLessThanOrEqual(120)
  const stricter = planExperiment({ ...shared, privacy: { eta: best.eta / 2 }, runs: 200 })
  expect(stricter.recommended.regret?.mean).toBeGreaterThan(120)
})

test("a bound that no algorithm can keep is reported with the least possible regret", () => {
  const found = findStrongestPrivacy({ ...shared, mostRegret: 0.1 })
  expect(found.every(({ isMet }) => !isMet)).toBe(true)
  const regrets = found.map(({ regret }) => regret.mean)
  expect(regrets[0]).toBe(Math.min(...regrets))
})

test("the catalogue says which algorithms are tried where many settings are", () => {
  const names = (quick: (string | undefined)[]) =>
    catalogue.filter((entry) => quick.includes(findSimulationCost(entry).quick)).map(({ name }) => name)
  const all = names(["many arms", "few arms"])
  expect(all).toContain(recommendedAlgorithm)
  const found = findStrongestPrivacy({ ...shared, horizon: 200, mostRegret: 1e9, runs: 5 })
  expect(found.map(({ algorithm }) => algorithm).sort()).toEqual([...all].sort())
  // All keep to such a bound with the strongest privacy that is tried: then the least regret comes
  // first.
  expect(found.every(({ isLeastTried }) => isLeastTried)).toBe(true)
  const regrets = found.map(({ regret }) => regret.mean)
  expect(regrets).toEqual([...regrets].sort((one, other) => one - other))
  const many = planExperiment({
    horizon: 500,
    guess: { armCount: 60, low: 0.2, high: 0.5 },
    seed: 1,
    runs: 2,
    privacy: { eta: 1 },
  })
  const simulated = many.algorithms.filter(({ regret }) => regret !== null).map(({ algorithm }) => algorithm)
  expect(simulated.sort()).toEqual(names(["many arms"]).sort())
})

test("bad requests are refused with what must hold", () => {
  expect(() => resolveTargetEta({ attackSuccess: 0.5 })).toThrow(
    "the nearest from which anything can be learnt is any eta above 0",
  )
  expect(() => resolveTargetEta({ eta: Number.POSITIVE_INFINITY })).toThrow(
    "eta must be a finite number greater than 0, got Infinity",
  )
  const plan = (change: object) => () => planExperiment({ ...shared, privacy: { eta: 1 }, ...change })
  expect(plan({ guess: { means: [0.5] } })).toThrow("means must be at least two numbers in [0, 1]")
  expect(plan({ guess: { armCount: 3, low: 0.5, high: 0.5 } })).toThrow("the range of means must rise within [0, 1]")
  expect(plan({ horizon: 2 })).toThrow("horizon must be a whole number from 3 to 2^53 - 1, got 2")
  expect(plan({ traffic: 0 })).toThrow("traffic must be a number of decisions a day above 0, got 0")
  expect(() => findStrongestPrivacy({ ...shared, mostRegret: -1 })).toThrow("must be a number above 0, got -1")
})
