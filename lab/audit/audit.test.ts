import { type Algorithm, type AlgorithmState, createAlgorithm, gdpGuarantee, noGuarantee } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import type { ValuesView } from "./boxes/release-view.ts"
import { describeTables, type NeighbourTables } from "./tables/neighbour-tables.ts"

// One release per reward: shorter runs than with rewards that are carried on.
const gdpTs = createAlgorithm("gdp-ts", { eta: 1 })
const two: NeighbourTables = { armCount: 2, records: [1], own: 0, others: 1 }
const fixed = { tables: { white: two, black: two } }

test("an audit that is continued counts what one long audit counts", async () => {
  const short = await audit({ algorithm: gdpTs, runs: 300, seed: 5, ...fixed })
  const saved = JSON.parse(JSON.stringify(short)) as typeof short
  const continued = await audit({ algorithm: gdpTs, runs: 700, seed: 5, continues: saved })
  const long = await audit({ algorithm: gdpTs, runs: 700, seed: 5, ...fixed })
  expect({ ...continued, milliseconds: 0 }).toEqual({ ...long, milliseconds: 0 })
  expect(continued.finished).toBe(700)
})

test("an audit that is stopped keeps the runs it has counted, and can be continued", async () => {
  const controller = new AbortController()
  const stopped = await audit({
    algorithm: gdpTs,
    runs: 1e7,
    seed: 5,
    boxes: ["white"],
    ...fixed,
    signal: controller.signal,
    onProgress: ({ stage, share }) => {
      if (stage === "white box" && share > 0) controller.abort()
    },
  })
  expect(stopped.finished).toBeGreaterThan(0)
  expect(stopped.finished).toBeLessThan(1e7)
  const more = stopped.finished + 50
  const continued = await audit({ algorithm: gdpTs, runs: more, seed: 5, boxes: ["white"], continues: stopped })
  expect(continued.whiteBox?.counts.runs).toBe(more)
})

test("several comparisons lower each bound", async () => {
  const shared = { algorithm: gdpTs, runs: 2000, boxes: ["white" as const], ...fixed }
  const alone = await audit(shared)
  const among = await audit({ ...shared, comparisons: 20 })
  expect(among.whiteBox?.counts).toEqual(alone.whiteBox?.counts)
  expect(among.whiteBox?.etaLower).toBeLessThan(alone.whiteBox?.etaLower as number)
  expect(among.confidence).toBeCloseTo(0.9975)
})

test("someone in k rounds is promised k·η, which rounds in one release reach; rounds in different ones show less", async () => {
  const algorithm = createAlgorithm("gdp-ts", { eta: 0.5 })
  for (const [releases, expected] of [
    ["one", 1.5],
    ["different", 0.5 * Math.sqrt(3)],
  ] as const) {
    const { whiteBox, subject, verdict } = await audit({ algorithm, runs: 3000, subject: { rounds: 3, releases } })
    expect(subject?.eta).toBe(1.5)
    expect(whiteBox?.tables.records).toHaveLength(3)
    expect(whiteBox?.etaLower).toBeGreaterThan(expected - 0.25)
    expect(verdict).toBe("consistent")
  }
})

test("a subject's audit is continued as such", async () => {
  const algorithm = createAlgorithm("gdp-ts", { eta: 0.5 })
  const begun = await audit({ algorithm, runs: 200, subject: { rounds: 3, releases: "one" } })
  const continued = await audit({ algorithm, runs: 400, continues: begun })
  expect(continued.subject).toEqual(begun.subject)
  expect(continued.blackBox).toBeNull()
  expect(continued.finished).toBe(400)
})

test("more rounds than one release holds are refused", async () => {
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha: 1, horizon: 1e4 })
  await expect(audit({ algorithm, runs: 100, subject: { rounds: 2, releases: "one" } })).rejects.toThrow(
    "a subject's rounds in one release must be at most 1 here, got 2",
  )
})

/** A custom algorithm: plays in turn and releases the arm's sum after each reward, with noise 2. */
interface Announcing extends AlgorithmState {
  sums: number[]
  announced: number
}

function announcing(deviation: number): Algorithm {
  const own: Pick<Algorithm<Announcing>, "start" | "choose" | "observe"> = {
    start: (armCount) => ({
      round: 0,
      decided: new Array<number>(armCount).fill(0),
      sums: new Array<number>(armCount).fill(0),
      announced: 0,
    }),
    choose: (state) => state.round++ % state.sums.length,
    observe(state, arm, reward, random) {
      state.sums[arm] = reward
      state.announced = random.gaussianAround(reward, deviation)
    },
  }
  return {
    ...gdpTs,
    ...(own as unknown as Algorithm),
    name: "announcing",
    parameters: {},
    guarantee: () => gdpGuarantee(0.5),
  }
}

const announcements: ValuesView = {
  kind: "values",
  about: "what is announced",
  note: () => [],
  released: (state) => [(state as Announcing).announced],
  // A reward is in the announcement that comes with it, and in no other.
  isSpent: () => true,
}

test("a custom algorithm is audited through the view of its author, and caught if it claims too much", async () => {
  const shared = { view: announcements, runs: 4000, boxes: ["white" as const], ...fixed }
  const honest = await audit({ algorithm: announcing(2), ...shared })
  expect(honest.verdict).toBe("consistent")
  expect(honest.whiteBox?.etaLower).toBeGreaterThan(0.35)
  const lying = await audit({ algorithm: announcing(1), ...shared })
  expect(lying.verdict).toBe("disproved")
})

test("without a view only the arms are attacked, and where nothing is claimed nothing is disproved", async () => {
  const ucb1 = { ...createAlgorithm("ucb1"), guarantee: () => noGuarantee }
  const { whiteBox, blackBox, verdict, ceiling } = await audit({ algorithm: ucb1, runs: 300 })
  expect(whiteBox).toBeNull()
  expect(verdict).toBe("nothing claimed")
  // It does not even try: one reward decides what it plays next.
  expect(blackBox?.etaLower).toBe(ceiling)
})

test("tables are described in a sentence", () => {
  expect(describeTables({ armCount: 200, records: [1], own: 0, others: 1 })).toBe(
    "200 arms; round 1 gives 0 for all arms in one table and 1 in the other; otherwise arm 0 gives 0, the others 1",
  )
})

test("an impossible audit is refused", async () => {
  await expect(audit({ algorithm: gdpTs, runs: 0 })).rejects.toThrow(
    "runs must be a whole number from 1 to 2^53 - 1, got 0",
  )
  await expect(audit({ algorithm: gdpTs, confidence: 1 })).rejects.toThrow("confidence must be in (0, 1), got 1")
  const bad = { white: { ...two, records: [3, 2] } }
  await expect(audit({ algorithm: gdpTs, tables: bad })).rejects.toThrow("in increasing order")
})
