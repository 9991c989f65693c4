// What a restored copy goes on with must be a function of what was released: whatever the rewards that were not, it is the same.

import { expect, test } from "vitest"
import type { DpSeState } from "../algorithms/dp-se.ts"
import type { GdpImedState } from "../algorithms/gdp-imed.ts"
import { catalogue } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { exampleParameters } from "../testing/example-parameters.ts"
import { discardOpenBatches, hasBatches } from "./discard-open-batches.ts"
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

/** Rewards of the latest 8 to 40 decisions are missing, so that some overtake others. Stops where some have joined open batches. */
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
