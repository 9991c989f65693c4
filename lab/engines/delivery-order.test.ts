// The queue of late answers does what a plain list of what is due in each round says, for horizons,
// windows and ages of every small size.

import { type Algorithm, type AlgorithmState, seededRandom } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { expect, test } from "vitest"
import type { Environment } from "../environments/environment.ts"
import { prepareSimulation } from "../replication/prepare.ts"
import { runDelayedStep } from "./delayed-step.ts"
import { checkDelivery } from "./delivery.ts"

const { algorithm: uniform, environment } = prepareSimulation({
  algorithm: "uniform",
  environment: { kind: "bernoulli", means: [0.5, 0.5] },
  horizon: 10,
  runs: 1,
  seed: 1,
})
const plan = planContext({ number: { range: [0, 1e6] } })
const getReward = (arm: number, round: number) => (arm + round) % 2

/** Every answer and expiry in their order. The decision of a round is known by its point. */
function play(delays: readonly (number | null)[], window: number, ripe: number) {
  const horizon = delays.length - 1
  const people: Environment = {
    ...environment,
    kind: "numbered",
    answer: ({ round }) => delays[round] ?? null,
    rounds: {
      comparator: "each round",
      plan,
      at: (round) => ({ round, means: [0.5, 0.5], point: [round], context: { number: round } }),
      reward: (arm, { round }) => getReward(arm, round),
    },
  }
  const events: string[] = []
  const rounds = new Map<string, number>()
  let now = 0
  const note = (kind: string, arm: number, pull: number | undefined, point: readonly number[] | undefined) => {
    const round = rounds.get(`${arm} ${pull}`)
    expect(point).toEqual([round])
    events.push(`${now} ${kind} ${round}`)
  }
  const noting: Algorithm = {
    ...uniform,
    context: plan,
    start: (armCount): AlgorithmState => ({ round: 0, decided: new Array<number>(armCount).fill(0) }),
    choose(state) {
      const arm = (state.round * 7) % 3 === 0 ? 0 : 1
      now = ++state.round
      rounds.set(`${arm} ${state.decided[arm]++}`, now)
      return arm
    },
    observe(_state, arm, reward, _random, pull, point) {
      note("joins", arm, pull, point)
      expect(reward).toBe(getReward(arm, point?.[0] ?? 0))
    },
    expire: (_state, arm, pull, point) => note("expires", arm, pull, point),
  }
  const delivery = checkDelivery({ window, ripe, missing: "ignore" }, 2, horizon)
  const random = seededRandom(1)
  const result = runDelayedStep({ algorithm: noting, environment: people, horizon, checkpoints: [], random }, delivery)
  return { events, counts: result.delivery }
}

/**
 * An unanswered decision expires first, and answers of one round join in the order of decisions.
 */
function listDue(delays: readonly (number | null)[], window: number, ripe: number): string[] {
  const events: string[] = []
  const isAnswered = (round: number) => (delays[round] ?? window) < window
  for (let now = 1; now < delays.length; now++) {
    if (now > window && !isAnswered(now - window)) events.push(`${now} expires ${now - window}`)
    for (let round = 1; round <= now; round++)
      if (isAnswered(round) && round + Math.max(delays[round] ?? 0, ripe) === now) events.push(`${now} joins ${round}`)
  }
  return events
}

test("answers join and decisions expire in the rounds and the order of a plain list", () => {
  const random = seededRandom("deliveries")
  const seen = { joined: 0, expired: 0 }
  for (let trial = 0; trial < 1000; trial++) {
    const [horizon, window] = [1 + random.integer(40), 1 + random.integer(45)]
    const ripe = random.integer(window + 1)
    const delays = Array.from({ length: horizon + 1 }, () =>
      random.uniform() < 0.2 ? null : random.integer(random.uniform() < 0.3 ? 1 : 50),
    )
    const { events, counts } = play(delays, window, ripe)
    const due = listDue(delays, window, ripe)
    expect(events, JSON.stringify({ horizon, window, ripe, delays })).toEqual(due)
    const expired = due.filter((event) => event.includes("expires")).length
    expect(counts).toMatchObject({ expired, joined: due.length - expired, constants: 0 })
    seen.joined += counts.joined
    seen.expired += counts.expired
  }
  expect(Math.min(seen.joined, seen.expired)).toBeGreaterThan(2000)
})
