import { type Algorithm, type AlgorithmState, catalogue, createAlgorithm, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createEnvironment } from "../environments/environment-spec.ts"
import { replayEnvironment } from "../environments/replay.ts"
import { runDelayedStep } from "./delayed-step.ts"
import { checkDelivery, type DeliverySpec } from "./delivery.ts"
import { runStep } from "./step.ts"

const horizon = 3000
const environment = createEnvironment({ kind: "bernoulli", means: [0.9, 0.6, 0.3] })
const request = (name: string, parameters: Record<string, number>) => ({
  algorithm: createAlgorithm(name, parameters),
  environment,
  horizon,
  checkpoints: [horizon],
  random: seededRandom(5),
})
const play = (delivery: DeliverySpec) =>
  runDelayedStep(request("dp-ts-ucb", { alpha: 1, horizon }), checkDelivery(delivery, 3, horizon))

test("with rewards at once it is the step engine, to the byte", () => {
  for (const [name, parameters] of [
    ["dp-ts-ucb", { alpha: 1, horizon }],
    ["gdp-imed", { eta: 1, horizon }],
    ["dp-se", { epsilon: 1, horizon }],
  ] as const) {
    const { delivery, ...result } = runDelayedStep(request(name, parameters), checkDelivery({}, 3, horizon))
    expect(result).toEqual(runStep(request(name, parameters)))
    expect(delivery).toEqual({ joined: horizon, constants: 0, expired: 0, ignored: 0, outstanding: 0 })
  }
})

test("a second delivery is ignored: doubling changes nothing", () => {
  const { delivery, ...result } = play({ doubling: 0.5 })
  expect(result).toEqual(runStep(request("dp-ts-ucb", { alpha: 1, horizon })))
  expect(Math.abs(delivery.ignored - horizon / 2)).toBeLessThan(5 * Math.sqrt(horizon / 4))
})

test("a fixed delay leaves that many decisions without a reward", () => {
  expect(play({ delay: { kind: "fixed", rounds: 40 } }).delivery).toEqual({
    joined: horizon - 40,
    constants: 0,
    expired: 0,
    ignored: 0,
    outstanding: 40,
  })
})

test("about as many rewards are outstanding at any time as delays are long", () => {
  const outstanding = Array.from({ length: 200 }, (_, run) => {
    const late = { ...request("uniform", {}), horizon: 200, checkpoints: [], random: seededRandom(run) }
    const delivery = checkDelivery({ delay: { kind: "geometric", mean: 10 }, missing: "ignore" }, 3, 200)
    return runDelayedStep(late, delivery).delivery.outstanding
  })
  const mean = outstanding.reduce((sum, count) => sum + count, 0) / outstanding.length
  // Little's law: one decision a round, each outstanding for 10 rounds on average; the deviation is
  // near √10.
  expect(Math.abs(mean - 10)).toBeLessThan((5 * Math.sqrt(10)) / Math.sqrt(outstanding.length))
})

test("silence expires, or joins as the constant, once its window is over", () => {
  const bound = 5 * Math.sqrt(0.16 * horizon) + 50
  const ignored = play({ silence: 0.2, window: 50, missing: "ignore" }).delivery
  expect(Math.abs(ignored.expired - 0.2 * horizon)).toBeLessThan(bound)
  expect(ignored.constants).toBe(0)
  const constant = play({ silence: 0.2, window: 50 }).delivery
  expect(Math.abs(constant.constants - 0.2 * horizon)).toBeLessThan(bound)
  expect(constant).toMatchObject({ joined: horizon - 50, expired: 0, outstanding: 50 })
})

test("a reward that comes after its window is ignored", () => {
  const late = { delay: { kind: "fixed", rounds: 30 }, window: 20 } as const
  const shared = { ignored: horizon - 30, outstanding: 20 }
  expect(play(late).delivery).toEqual({ ...shared, joined: horizon - 20, constants: horizon - 20, expired: 0 })
  const ignore = play({ ...late, missing: "ignore" }).delivery
  expect(ignore).toEqual({ ...shared, joined: 0, constants: 0, expired: horizon - 20 })
})

describe.each(catalogue.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  test.each<DeliverySpec>([
    { delay: { kind: "geometric", mean: 20 }, doubling: 0.1, silence: 0.1, window: 100 },
    { delay: { kind: "lognormal", mean: 20, sigma: 1 }, silence: [0.3, 0, 0.1], window: 100, missing: "ignore" },
    { delay: { kind: "exponential", mean: 20 }, window: 60, answers: "successes" },
  ])("finishes with %j", (spec) => {
    const given: Record<string, number> = {}
    const examples: Record<string, number> = { alpha: 0.5, epsilon: 1, eta: 1, horizon }
    for (const [key, value] of Object.entries(examples))
      if (key in entry.parameters && entry.parameters[key].default === undefined) given[key] = value
    const { pulls, delivery } = runDelayedStep(request(name, given), checkDelivery(spec, 3, horizon))
    expect(pulls.reduce((sum, count) => sum + count, 0)).toBe(horizon)
    expect(delivery.joined + delivery.expired + delivery.outstanding).toBe(horizon)
  })
})

type Event = string

/**
 * Plays in turn and notes events: "1" a decision, "1.0=1" pull 0 of arm 1 joins as 1, "1.0-" it
 * expires.
 */
function noting(events: Event[], weighsSilence: boolean): Algorithm {
  const { laws, ...uniform } = createAlgorithm("uniform", {})
  return {
    ...uniform,
    laws,
    ...(weighsSilence ? { weighsSilence: true as const } : {}),
    start(armCount, silence) {
      if (silence !== undefined) events.push(`silence ${silence}`)
      return uniform.start(armCount)
    },
    choose(state) {
      const arm = state.round++ % state.decided.length
      state.decided[arm]++
      events.push(String(arm))
      return arm
    },
    observe: (_state: AlgorithmState, arm, reward, _random, pull) => {
      events.push(`${arm}.${pull}=${reward}`)
    },
    expire: (_state, arm, pull) => {
      events.push(`${arm}.${pull}-`)
    },
  }
}

/** Rewards of both arms, alternately decided, from the first round on. */
const rewards = [
  [1, 0, 1, 0],
  [0, 1, 0, 1],
]

function trace(spec: DeliverySpec, rounds: number, weighsSilence = true): string {
  const events: Event[] = []
  runDelayedStep(
    {
      algorithm: noting(events, weighsSilence),
      environment: replayEnvironment({ names: ["a", "b"], rewards }),
      horizon: rounds,
      checkpoints: [],
      random: seededRandom(1),
    },
    checkDelivery(spec, 2, rounds),
  )
  return events.join(" ")
}

describe("the answers that join, and their time", () => {
  const quickOnes = { kind: "by value", zero: { kind: "fixed", rounds: 2 }, one: { kind: "fixed", rounds: 0 } } as const

  test("public: on arrival, the older decision first within a round", () => {
    expect(trace({ delay: quickOnes, missing: "ignore" }, 5)).toBe("0 0.0=1 1 0 1 1.0=0 1.1=1 0 0.1=0 0.2=1")
  })

  test("public and ripe: not before that age", () => {
    expect(trace({ delay: quickOnes, ripe: 1, missing: "ignore" }, 5)).toBe("0 1 0.0=1 0 1 1.0=0 0 0.1=0 1.1=1")
  })

  test("public: silence expires at the end of its window and joins nothing", () => {
    expect(trace({ silence: [1, 0], window: 2, missing: "ignore" }, 5)).toBe("0 1 1.0=0 0 0.0- 1 1.1=1 0 0.1-")
    expect(trace({ delay: quickOnes, window: 1, missing: "ignore" }, 5)).toBe("0 0.0=1 1 0 1.0- 1 0.1- 1.1=1 0 0.2=1")
  })

  test("public and a constant: the share of answers is weighed by the algorithm that can", () => {
    expect(trace({ silence: [1, 0], window: 2, missing: 0 }, 3)).toBe("silence 0 0 1 1.0=0 0 0.0-")
  })

  test("public and a constant: callers learn everything at the end of the window", () => {
    expect(trace({ silence: [1, 0], window: 2, missing: 0 }, 5, false)).toBe("0 1 0 0.0=0 1 1.0=0 0 0.1=0")
  })

  test("private: everything at the end of the window, in the order of decisions", () => {
    const spec = { delay: quickOnes, window: 3, arrivals: "private" } as const
    expect(trace(spec, 6)).toBe("0 1 0 1 0.0=1 0 1.0=0 1 0.1=0")
    // The order and time of answers change nothing but the values.
    expect(trace({ ...spec, silence: [1, 0], missing: 0.5 }, 6)).toBe("0 1 0 1 0.0=0.5 0 1.0=0 1 0.1=0.5")
  })

  test("only successes: zeros are never sent, and join as 0 at the end of the window", () => {
    expect(trace({ answers: "successes", window: 2 }, 5)).toBe("0 1 0 0.0=1 1 1.0=0 0 0.1=0")
    const open = { answers: "successes", acceptPublicArrivals: true, window: 2 } as const
    expect(trace(open, 5)).toBe("silence 0 0 0.0=1 1 0 1 1.0- 1.1=1 0 0.1- 0.2=1")
  })
})

/** The decisions that must join and expire, recomputed: sorted by moment, then by decision. */
function expected(delays: readonly [number, number], window: number, ripe: number, newestFirst = false): string {
  const rounds = 8
  const due = Array.from({ length: rounds }, (_, index) => {
    const [arm, pull] = [index % 2, Math.floor(index / 2)]
    const delay = delays[rewards[arm][pull]]
    const isAnswered = delay < window
    const at = index + 1 + (isAnswered ? Math.max(delay, ripe) : window)
    return { index, at, event: isAnswered ? `${arm}.${pull}=${rewards[arm][pull]}` : `${arm}.${pull}-` }
  })
  const events: string[] = []
  for (let round = 1; round <= rounds; round++) {
    events.push(String((round - 1) % 2))
    const now = due
      .filter(({ at }) => at === round)
      .sort((a, b) => (newestFirst ? b.index - a.index : a.index - b.index))
    events.push(...now.map(({ event }) => event))
  }
  return events.join(" ")
}

test("the ring of rounds does what a sorted list does, for every delay, window and age", () => {
  let ordersTold = 0
  for (let zero = 0; zero <= 5; zero++)
    for (let one = 0; one <= 5; one++)
      for (const window of [1, 2, 3, 5, 8, 20])
        for (let ripe = 0; ripe <= Math.min(window, 4); ripe++) {
          const delay = {
            kind: "by value",
            zero: { kind: "fixed", rounds: zero },
            one: { kind: "fixed", rounds: one },
          } as const
          const played = trace({ delay, window, ripe, missing: "ignore" }, 8)
          expect(played).toBe(expected([zero, one], window, ripe))
          if (played !== expected([zero, one], window, ripe, true)) ordersTold++
        }
  // A planted mistake, the newest first within a round, is seen in many of them.
  expect(ordersTold).toBeGreaterThan(100)
})
