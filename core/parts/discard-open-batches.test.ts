// What a restored copy goes on with must be a function of what was released: whatever the rewards that were not, it is the same.

import { expect, test } from "vitest"
import { catalogue } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { exampleParameters } from "../testing/example-parameters.ts"
import { discardOpenBatches, hasBatches } from "./discard-open-batches.ts"

/** The parts of a state that hold rewards back. */
interface Held {
  round: number
  decided: number[]
  rewarded: number[]
  opensAt: number[]
  received?: number[]
  open?: { received: number }[][]
  hidden?: unknown[]
  ahead?: { count: number }[]
  nextReceived?: number[]
}

const create = (name: string) => {
  const entry = catalogue.find((known) => known.name === name)
  if (entry === undefined) throw new Error(`${name} must be in the catalogue`)
  return entry.create(exampleParameters(entry, 100_000))
}

/** Rewards of the latest 8 to 40 decisions are missing, so that some overtake others. Stops where early rewards are waiting. */
function play(name: string, reward: (arm: number, pull: number) => number, rounds?: number): Held {
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
      if (late !== undefined) algorithm.observe(state, late.arm, reward(late.arm, late.pull), random, late.pull)
    }
    const later = held.open?.flatMap((batches) => batches.slice(1).map(({ received }) => received)) ?? []
    const early = [...later, ...(held.nextReceived ?? []), held.ahead?.length ?? 0].reduce((sum, count) => sum + count)
    const received = held.received ?? held.open?.map((batches) => batches[0]?.received ?? 0) ?? []
    if (rounds === undefined && early > 1 && received.some((count) => count > 0)) return held
  }
  return held
}

const holding = catalogue.map(({ name }) => name).filter((name) => hasBatches(create(name).start(2)))

test.each(holding)("a copy of %s keeps nothing of rewards that were not released, late and early ones", (name) => {
  const one = play(name, (arm, pull) => ((arm + pull) % 4) / 4)
  const { opensAt, round } = one
  const isOpen = (arm: number, pull: number) => pull >= opensAt[arm]
  const other = play(
    name,
    (arm, pull) => (isOpen(arm, pull) ? 1 - ((arm + pull) % 4) / 4 : ((arm + pull) % 4) / 4),
    round,
  )
  expect(other.decided).toEqual(one.decided)
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(one))
  for (const state of [one, other]) discardOpenBatches(state as never)
  expect(JSON.stringify(other)).toBe(JSON.stringify(one))
  // The next reward of each arm is the first of its open batch.
  expect(one.opensAt).toEqual(one.decided)
  expect(one.rewarded).toEqual(one.decided)
  expect(one.received ?? [0, 0, 0]).toEqual([0, 0, 0])
  expect(one.open ?? [[], [], []]).toEqual([[], [], []])
  expect(one.hidden ?? [0, 0, 0]).toEqual([0, 0, 0])
  expect(one.nextReceived ?? [0, 0, 0]).toEqual([0, 0, 0])
})
