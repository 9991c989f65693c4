import fc from "fast-check"
import { expect, test } from "vitest"
import { type GdpImedState, gdpImed } from "../algorithms/gdp-imed.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { oneByOne, together } from "../states/alike-batches.ts"
import { discardOpenBatches } from "./discard-open-batches.ts"
import { batchesIn, endOf, locate, openBatch, takeApart } from "./open-batches.ts"

interface Batch {
  size: number
  received: number
  sum: number
}

/** One thing done to a list: opens a batch, adds a reward somewhere, closes the first batch, or all of them. */
const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant("open" as const), size: fc.constantFrom(1, 3, 3, 3) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("reward" as const),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("close" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget" as const) }) },
)

test("batches that are alike in one item are the same batches as one by one, whatever is opened, rewarded, closed or forgotten", () => {
  let [longest, most] = [0, 0]
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300, size: "max" }), (steps) => {
      let open: ReturnType<typeof together> = []
      const plain: Batch[] = []
      let from = 0
      for (const one of steps) {
        if (one.kind === "open") {
          openBatch(open, one.size)
          plain.push({ size: one.size, received: 0, sum: 0 })
        } else if (one.kind === "forget") {
          from = endOf(open, from)
          open = []
          plain.length = 0
        } else if (one.kind === "close") {
          const first = plain[0]
          if (first === undefined || first.received === 0) continue
          from += first.size
          expect(open.shift()).toEqual(plain.shift())
        } else if (plain.length > 0) {
          const pull = from + Math.floor(one.at * plain.reduce((sum, { size }) => sum + size, 0))
          const batch = plain.flatMap((its) => Array<Batch>(its.size).fill(its))[pull - from] as Batch
          const taken = takeApart(open, locate(open, from, pull), pull)
          for (const its of [batch, taken]) {
            its.received += 1
            its.sum += 0.5
          }
        }
        expect(oneByOne(open)).toEqual(plain)
        expect(endOf(open, from)).toBe(plain.reduce((end, { size }) => end + size, from))
        // There is one way to keep a list, so that states can be compared, and it comes of any other.
        expect(together(oneByOne(open))).toEqual(open)
        expect(locate(open, from, endOf(open, from)).item).toBe(open.length)
        longest = Math.max(longest, open.length)
        most = Math.max(most, ...open.map(batchesIn))
      }
    }),
    { seed: 1, numRuns: 200, endOnFailure: true },
  )
  // Both long lists, whose pulls are remembered, and many batches in one item came up.
  expect(longest).toBeGreaterThan(20)
  expect(most).toBeGreaterThan(10)
})

/** Plays with rewards that come after up to `window` decisions, in any order; `kept` is what becomes of the state after each step. */
function playLate(eta: number, window: number, kept: (state: GdpImedState) => GdpImedState) {
  const algorithm = gdpImed.create({ eta, horizon: 1e6 })
  const [random, order] = [seededRandom(3), seededRandom(4)]
  let state = algorithm.start(3) as GdpImedState
  const waiting: { arm: number; pull: number }[] = []
  const seen: unknown[] = []
  let alike = 0
  for (let round = 0; round < 3000; round++) {
    const arm = algorithm.choose(state, random)
    state = kept(state)
    waiting.push({ arm, pull: state.decided[arm] - 1 })
    seen.push(arm)
    alike = Math.max(alike, ...state.open.flat().map(batchesIn))
    while (waiting.length > window) {
      // The oldest in two of three cases, so that batches are closed also where many wait.
      const [late] = waiting.splice(order.integer(3) < 2 ? 0 : order.integer(waiting.length), 1)
      seen.push(algorithm.nextReleases(state, late.arm, late.pull))
      algorithm.observe(state, late.arm, order.integer(65) / 64, random, late.pull)
      state = kept(state)
    }
  }
  seen.push(state.open.map(oneByOne), algorithm.releases(state), { ...state, open: null })
  return { seen, alike, closed: state.closed.reduce((sum, count) => sum + count) }
}

test.each([
  [1, 700],
  [3, 300],
  // Batches of one reward: the first one of many that are alike is full with its first reward.
  [40, 100],
  [40, 3],
])(
  "at eta %f with %i rewards under way choices and releases are those of a state that keeps each batch for itself",
  (eta, window) => {
    const known = playLate(eta, window, (state) => state)
    const apart = playLate(eta, window, (state) => ({ ...state, open: state.open.map(oneByOne) }))
    expect(known.seen).toEqual(apart.seen)
    expect(known.closed).toBeGreaterThan(3)
    if (window > 3) expect(known.alike).toBeGreaterThan(10)
  },
)

test("a reward beyond its batch is refused and changes nothing; one that nobody decided opens a batch after those without any", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 1e6 })
  const state = algorithm.start(2) as GdpImedState
  const random = seededRandom(1)
  const size = state.firstBatch
  for (let round = 0; round < 10 * 2 * size; round++) algorithm.choose(state, random)
  expect(state.open[0]).toEqual([{ size, received: 0, sum: 0, alike: 9 }])
  for (let pull = 4 * size; pull < 5 * size; pull++) algorithm.observe(state, 0, 1, random, pull)
  expect(state.open[0].map(batchesIn)).toEqual([4, 1, 5])
  const before = structuredClone(state)
  const refused = "at most 0 rewards can still go into that batch of arm 0, got 1"
  expect(() => algorithm.observe(state, 0, 1, random, 4 * size)).toThrow(refused)
  expect(state).toEqual(before)
  algorithm.observe(state, 0, 1, random, 10 * size)
  const [full, one] = [
    { size, received: size, sum: size },
    { size, received: 1, sum: 1 },
  ]
  const empty = { size, received: 0, sum: 0 }
  expect(state.open[0]).toEqual([{ ...empty, alike: 3 }, full, { ...empty, alike: 4 }, one])
})

const lengthOf = (state: GdpImedState): number =>
  oneByOne(state.open[0]).reduce((end, batch) => end + batch.size, state.opensAt[0])

test("after open batches are forgotten, where a long list ended is forgotten too", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 1e6 })
  const state = algorithm.start(2) as GdpImedState
  const random = seededRandom(1)
  const size = state.firstBatch
  const fill = () => {
    const from = state.decided[0]
    for (let round = 0; round < 2 * 60 * size; round++) algorithm.choose(state, random)
    // Every second batch has a reward, so that the list is long.
    for (let batch = 1; batch < 60; batch += 2) algorithm.observe(state, 0, 1, random, from + batch * size)
    algorithm.choose(state, random)
    expect(state.open[0].length).toBeGreaterThan(16)
    expect(endOf(state.open[0], state.opensAt[0])).toBe(lengthOf(state))
  }
  fill()
  discardOpenBatches(state)
  fill()
})

test("a batch that a reward nobody asked for opens is counted, where a long list was before", () => {
  const algorithm = gdpImed.create({ eta: 1 })
  const state = algorithm.start(2) as GdpImedState
  const random = seededRandom(1)
  const size = state.firstBatch
  // Arm 1 leads, so that batches of arm 0 grow slowly.
  algorithm.observeMany(state, 1, size, size, random)
  const decide = () => algorithm.choose(state, random, new Set([1]))
  for (let round = 0; round < 40 * size; round++) decide()
  for (let pull = 40 * size - 1; pull >= 0; pull--) {
    algorithm.observe(state, 0, 0, random, pull)
    endOf(state.open[0], state.opensAt[0])
  }
  expect(state.open[0]).toEqual([])
  algorithm.observeMany(state, 0, 1, 0, random)
  for (let round = 0; round < 50_000 && state.open[0].length <= 17; round++) decide()
  expect(state.open[0].length).toBeGreaterThan(17)
  expect(endOf(state.open[0], state.opensAt[0])).toBe(lengthOf(state))
})

test("items that stand for several are put together with all they stand for", () => {
  const three = { size: 2, received: 0, sum: 0, alike: 2 }
  expect(together([{ size: 2, received: 0, sum: 0 }, three, { ...three }])).toEqual([{ ...three, alike: 6 }])
})

test("a million decisions that nobody answers leave a state of some hundred characters", () => {
  const algorithm = gdpImed.create({ eta: 1, horizon: 1e9 })
  const state = algorithm.start(5) as GdpImedState
  const random = seededRandom(1)
  for (let round = 0; round < 1e6; round++) algorithm.choose(state, random)
  expect(state.open.flat().reduce((sum, item) => sum + batchesIn(item), 0)).toBeGreaterThan(50_000)
  expect(JSON.stringify(state).length).toBeLessThan(1500)
})
