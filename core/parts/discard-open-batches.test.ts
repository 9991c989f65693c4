// A restored copy's state must be a function of the releases: it is the same whatever the
// unreleased rewards.

import { expect, test } from "vitest"
import { allowsChange } from "../algorithm-entry.ts"
import type { DpSeState } from "../algorithms/dp-se.ts"
import type { GdpImedState } from "../algorithms/gdp-imed-state.ts"
import { catalogue } from "../catalogue.ts"
import { composeReleases } from "../privacy/compose.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { exampleParameters } from "../testing/example-parameters.ts"
import { discardOpenBatches, dropOutstanding, hasBatches } from "./discard-open-batches.ts"
import { lackingDecisions } from "./elimination-epochs.ts"

/** The parts of a state that hold rewards back, and by which it is known what is released. */
interface Held {
  round: number
  decided: number[]
  rewarded: number[]
  joinsFrom: number[]
  received: number[]
  hidden?: unknown[]
  nextReceived?: number[]
}

const create = (name: string) => {
  const entry = catalogue.find((known) => known.name === name)
  if (entry === undefined) throw new Error(`${name} must be in the catalogue`)
  return entry.create(exampleParameters(entry, 100_000))
}

/**
 * Rewards of the latest 8 to 40 decisions are missing, so that some overtake others. Stops where
 * some have joined open batches.
 */
function play(name: string, reward: (arm: number, joined: number) => number, rounds?: number): Held {
  const algorithm = create(name)
  const state = algorithm.start(3)
  const held = state as unknown as Held
  const random = seededRandom(1)
  const order = seededRandom(2)
  const waiting: { arm: number; pull: number }[] = []
  for (let round = 0; round < (rounds ?? 20_000); round++) {
    const arm = algorithm.choose(state, random)
    waiting.push({ arm, pull: state.decided[arm] - 1 })
    while (waiting.length > 40) {
      const [late] = waiting.splice(order.integer(32), 1)
      if (late === undefined) continue
      const joined = held.rewarded[late.arm]
      algorithm.observe(state, late.arm, reward(late.arm, joined), random, late.pull)
    }
    const open = held.received.filter((count) => count > 1).length
    if (rounds === undefined && round > 100 && open > 1 && algorithm.releases(state).length > 2) return held
  }
  return held
}

const holding = catalogue.map(({ name }) => name).filter((name) => hasBatches(create(name).start(2)))

test.each(holding)(
  "a copy of %s keeps nothing of rewards that were not released, and takes none of its past",
  (name) => {
    const one = play(name, (arm, joined) => ((arm + joined) % 4) / 4)
    const { received, rewarded, nextReceived, round } = one
    const released = rewarded.map((count, arm) => count - received[arm] - (nextReceived?.[arm] ?? 0))
    const other = play(
      name,
      (arm, joined) => (joined >= released[arm] ? 1 - ((arm + joined) % 4) / 4 : ((arm + joined) % 4) / 4),
      round,
    )
    expect(other.decided).toEqual(one.decided)
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(one))
    for (const state of [one, other]) discardOpenBatches(state as never)
    expect(JSON.stringify(other)).toBe(JSON.stringify(one))
    expect([one.joinsFrom, one.rewarded]).toEqual([one.decided, one.decided])
    expect(one.received).toEqual([0, 0, 0])
    expect(one.hidden ?? [0, 0, 0]).toEqual([0, 0, 0])
    expect(one.nextReceived ?? [0, 0, 0]).toEqual([0, 0, 0])
    const algorithm = create(name)
    const before = JSON.stringify(one)
    const late = () => algorithm.observe(one, 0, 1, seededRandom(1), one.decided[0] - 1)
    expect(late).toThrow(expect.objectContaining({ code: "invalid_state" }))
    expect(JSON.stringify(one)).toBe(before)
  },
)

test("a copy of gdp-imed counts what is under way from its own decisions on", () => {
  const algorithm = create("gdp-imed")
  const state = play("gdp-imed", () => 0.5) as unknown as GdpImedState
  expect(state.settled).toBeLessThan(state.round)
  discardOpenBatches(state)
  expect([state.settled, state.silent]).toEqual([state.round, [0, 0, 0]])
  expect(state.ages).toEqual(state.decided.map((from) => ({ from, width: 1, answers: [], rounds: [], ages: [] })))
  const random = seededRandom(3)
  const arm = algorithm.choose(state, random)
  algorithm.observe(state, arm, 1, random, state.decided[arm] - 1)
  expect(state.ages?.[arm].ages).toEqual([1])
})

test("a copy of dp-se asks for as many decisions as its epoch needs, however many were silent before", () => {
  const algorithm = create("dp-se")
  const state = algorithm.start(2) as DpSeState
  const random = seededRandom(4)
  for (let round = 0; round < 40; round++) {
    const arm = algorithm.choose(state, random)
    if (round % 3 !== 0) algorithm.observe(state, arm, 1, random, state.decided[arm] - 1)
    else algorithm.expire?.(state, arm, state.decided[arm] - 1)
  }
  discardOpenBatches(state)
  expect([0, 1].map((arm) => lackingDecisions(state, arm))).toEqual(state.size)
})

test.each(holding)(
  "an arm of %s that is stopped keeps nothing of its own, and the others keep all of theirs",
  (name) => {
    const one = play(name, (arm, joined) => ((arm + joined) % 4) / 4)
    const stopped = one.received.findIndex((count) => count > 1)
    const algorithm = create(name)
    const before = structuredClone(one)
    // The arm's secret fields are changed: the state after the stop must be the same.
    const other = structuredClone(one) as Held & Record<string, unknown[]>
    for (const field of ["sum", "nextSum", "hidden"]) if (field in other) other[field][stopped] = 0.125
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(one))
    for (const state of [one, other]) dropOutstanding(state as never, stopped)
    expect(JSON.stringify(other)).toBe(JSON.stringify(one))
    for (const [field, value] of Object.entries(one))
      if (Array.isArray(value) && value.length === 3 && field !== "filters")
        for (const arm of [0, 1, 2].filter((arm) => arm !== stopped))
          expect([field, value[arm]]).toEqual([field, (before as never)[field][arm]])
    const refused = () => algorithm.observe(one, stopped, 1, seededRandom(1), one.decided[stopped] - 1)
    expect(refused).toThrow(expect.objectContaining({ code: "invalid_state" }))
  },
)

test.each(catalogue.filter(({ live }) => live.noise !== null).map(({ name }) => name))(
  "%s can do what its entry says: be stopped, resumed, extended, and take another arm",
  (name) => {
    const entry = catalogue.find((known) => known.name === name) as (typeof catalogue)[0]
    const algorithm = create(name)
    const random = seededRandom(7)
    const state = algorithm.start(3)
    const step = (excluded?: ReadonlySet<number>, through = algorithm) => {
      const arm = through.choose(state, random, excluded)
      through.observe(state, arm, 0.5, random, state.decided[arm] - 1)
      return arm
    }
    expect(algorithm.addArm !== undefined).toBe(allowsChange(entry, "add"))
    for (let round = 0; round < 300; round++) step()
    algorithm.retireArm?.(state, 0)
    for (let round = 0; round < 300; round++) expect(step(new Set([0]))).not.toBe(0)
    if (allowsChange(entry, "resume")) {
      const before = algorithm.releases(state).filter(({ arm }) => arm === 0).length
      const decided = state.decided[0]
      for (let round = 0; round < 2000; round++) step(new Set([1, 2]))
      expect(state.decided[0]).toBe(decided + 2000)
      if ((algorithm.guarantee(3).eta ?? 0) > 0)
        expect(algorithm.releases(state).filter(({ arm }) => arm === 0).length).toBeGreaterThan(before)
    }
    if (!allowsChange(entry, "extend") || !("horizon" in algorithm.parameters)) return
    const horizon = state.round
    const [short, long] = [horizon, 2 * horizon].map((rounds) =>
      entry.create({ ...algorithm.parameters, horizon: rounds }),
    )
    expect(() => step(undefined, short)).toThrow(expect.objectContaining({ code: "horizon_reached" }))
    for (let round = 0; round < horizon; round++) step(undefined, long)
    expect(long.guarantee(3)).toEqual(short.guarantee(3))
    expect(composeReleases(long.releases(state)).eta).toBeLessThanOrEqual(short.guarantee(3).eta ?? 0)
  },
)

test.each(["ucb1", "imed", "kl-ucb"])(
  "%s holds nothing back, so a stop leaves the number of its rewards and with it their mean",
  (name) => {
    const algorithm = create(name)
    const state = algorithm.start(2)
    const random = seededRandom(4)
    for (let round = 0; round < 200; round++) {
      const arm = algorithm.choose(state, random)
      if (round % 2 === 0) algorithm.observe(state, arm, 0.6, random, state.decided[arm] - 1)
    }
    const before = structuredClone(state)
    for (const arm of [0, 1]) dropOutstanding(state, arm)
    expect(state).toEqual(before)
  },
)

test("gdp-imed remembers at a stop how seldom an arm is answered", () => {
  // Worth 0.09 and 0.3, though those who answer are worth 0.9 and 0.5.
  const [share, mean] = [
    [0.1, 0.6],
    [0.9, 0.5],
  ] as const
  const chosenAfterStop = (seed: number): number => {
    const algorithm = create("gdp-imed")
    const state = algorithm.start(2, 0)
    const random = seededRandom(seed)
    const play = (rounds: number): number => {
      const before = state.decided[0]
      for (let round = 0; round < rounds; round++) {
        const arm = algorithm.choose(state, random)
        if (random.uniform() < share[arm])
          algorithm.observe(state, arm, random.uniform() < mean[arm] ? 1 : 0, random, state.decided[arm] - 1)
      }
      return state.decided[0] - before
    }
    play(3000)
    for (const arm of [0, 1]) dropOutstanding(state, arm)
    return play(1000)
  }
  // In 20 runs the bad arm gets 19 decisions; if the share is forgotten 379.
  const chosen = Array.from({ length: 20 }, (_, seed) => chosenAfterStop(seed)).reduce((sum, count) => sum + count)
  expect(chosen).toBeLessThan(200)
})
