import { completeAlgorithm, createAlgorithm, type Random, seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { bootstrapTable } from "./bootstrap-table.ts"
import { isLog, type RecordedLog, readLog } from "./recorded-log.ts"
import { replayLog } from "./replay-log.ts"

/** Arms dealt with these chances, rewards 0 or 1 with these means. */
function drawLog(events: number, chances: readonly number[], means: readonly number[], seed: number, isTold = true) {
  const random = seededRandom(seed)
  const lines = Array.from({ length: events }, () => {
    let [arm, rest] = [0, random.uniform()]
    while (arm < chances.length - 1 && rest >= chances[arm]) rest -= chances[arm++]
    const reward = random.uniform() < means[arm] ? 1 : 0
    return `${"abc"[arm]},${reward}${isTold ? `,${chances[arm]}` : ""}`
  })
  return readLog(`arm,reward${isTold ? ",propensity" : ""}\n${lines.join("\n")}`, "csv")
}

const uniform = createAlgorithm("uniform")
const chances = [0.7, 0.2, 0.1]
const means = [0.2, 0.5, 0.8]

test("propensities correct for who was given which arm", async () => {
  // People of whom half like arm a: those were given it nine times less often. Arm a brings 0.5, b
  // 0.4; as it was dealt, a seems 0.26.
  const random = seededRandom(1)
  const lines = Array.from({ length: 20_000 }, () => {
    const likes = random.uniform() < 0.5
    const chance = likes ? 0.1 : 0.9
    const isA = random.uniform() < chance
    const mean = isA ? (likes ? 0.8 : 0.2) : 0.4
    return `${isA ? "a" : "b"},${random.uniform() < mean ? 1 : 0},${isA ? chance : 1 - chance}`
  })
  const log = readLog(`arm,reward,propensity\n${lines.join("\n")}`, "csv")
  const { reward, shares, used } = await replayLog(uniform, log, undefined, { seed: 1, tables: 40, runs: 2 })
  for (const share of shares) expect(share).toBeCloseTo(0.5, 1)
  // One event in ten counts for each arm, and one after the other waits for its own.
  expect(used.share).toBeCloseTo(0.1, 1)
  expect(Math.abs(reward.mean - 0.45)).toBeLessThan(0.05)
  expect([reward.low < 0.45, reward.high > 0.45]).toEqual([true, true])
  const flat: RecordedLog = { ...log, propensities: log.propensities.map(() => 1) }
  const wrong = await replayLog(uniform, flat, undefined, { seed: 1, tables: 40, runs: 2 })
  expect(wrong.reward.high).toBeLessThan(0.4)
})

test("an arm that was dealt nine times as often counts no more: runs that stay with it are as long as others", async () => {
  // Draws an arm once and stays with it: half of its runs bring 0.2 a round, half 0.8.
  const staying = completeAlgorithm({
    name: "staying",
    parameters: {},
    start: (armCount: number) => ({ round: 0, decided: new Array<number>(armCount).fill(0), arm: -1 }),
    choose(state: { round: number; decided: number[]; arm: number }, random: Random) {
      if (state.round === 0) state.arm = random.integer(state.decided.length)
      state.round += 1
      state.decided[state.arm] += 1
      return state.arm
    },
    observe() {},
    guarantee: () => ({ kind: "none", eta: null }),
  })
  const { reward, used, shares } = await replayLog(staying, drawLog(4000, [0.9, 0.1], [0.2, 0.8], 4), undefined, {
    seed: 1,
    tables: 100,
    runs: 10,
  })
  // 1,000 runs of two kinds: five standard errors are 0.047, and the log's own are less. Used
  // unevenly it would be 0.26.
  expect(Math.abs(reward.mean - 0.5)).toBeLessThan(0.07)
  expect(Math.abs(shares[0] - 0.5)).toBeLessThan(0.08)
  expect(used.share).toBeCloseTo(0.1, 1)
})

test("without propensities the shares of the log take their place; a horizon ends a run", async () => {
  const log = drawLog(5000, chances, means, 2, false)
  expect([log.areGiven, log.propensities[0]]).toEqual([false, expect.any(Number)])
  const { used, reward } = await replayLog(uniform, log, 100, { seed: 1, tables: 100, runs: 1 })
  expect(used.events).toBe(100)
  expect(Math.abs(reward.mean - 0.5)).toBeLessThan(0.06)
})

test("a log that is used to its last event asks an algorithm with a horizon for no more", async () => {
  // Eight events in turn, as the algorithm begins: some data set drawn from them is used as a
  // whole.
  const log = readLog(`arm,reward\n${["a,1", "b,0", "a,0", "b,1", "a,1", "b,0", "a,1", "b,1"].join("\n")}`, "csv")
  const algorithm = createAlgorithm("gdp-imed", { eta: 1, horizon: 8 })
  const { used } = await replayLog(algorithm, log, undefined, { seed: 1, tables: 200, runs: 5 })
  expect(used.events).toBeLessThanOrEqual(8)
})

test("a learning algorithm brings more than the log did, and the same seed the same answer", async () => {
  const log = drawLog(6000, [1 / 3, 1 / 3, 1 / 3], means, 3)
  const learn = () =>
    replayLog(createAlgorithm("gdp-imed", { eta: 1 }), log, undefined, { seed: 5, tables: 20, runs: 2 })
  const first = await learn()
  expect(first.reward.low).toBeGreaterThan(first.logged.high)
  expect(first.shares[log.names.indexOf("c")]).toBeGreaterThan(0.8)
  expect(await learn()).toEqual(first)
})

test("intervals cover the log's own noise: the truth is in 88 % of them or more, and in far fewer of a third of each", async () => {
  let [covered, narrow] = [0, 0]
  const logs = 60
  for (let seed = 0; seed < logs; seed++) {
    const log = drawLog(600, [0.5, 0.5], [0.3, 0.6], 100 + seed)
    const { reward } = await replayLog(uniform, log, undefined, { seed, tables: 40, runs: 1 })
    if (reward.low <= 0.45 && 0.45 <= reward.high) covered++
    const third = (reward.high - reward.low) / 3
    if (reward.low + third <= 0.45 && 0.45 <= reward.high - third) narrow++
  }
  expect(covered).toBeGreaterThan(0.88 * logs)
  expect(narrow).toBeLessThan(0.8 * logs)
})

test("a table's interval covers its noise: much wider for fifty rows than for five thousand", async () => {
  const random = seededRandom(9)
  const table = (rows: number) => ({
    names: ["a", "b"],
    rewards: [0.6, 0.5].map((mean) => Array.from({ length: rows }, () => (random.uniform() < mean ? 1 : 0))),
  })
  const play = (rows: number) => bootstrapTable(uniform, table(rows), 1000, { seed: 1, tables: 60, runs: 2 })
  const [few, many] = [await play(50), await play(5000)]
  expect(few.regret.high - few.regret.low).toBeGreaterThan(3 * (many.regret.high - many.regret.low))
  expect(many.rows).toBe(5000)
  expect(many.shares[0] + many.shares[1]).toBeCloseTo(1, 9)
})

test("sums of drawn rewards have the mean of their columns, whatever the number of values", async () => {
  const steps = Array.from({ length: 40 }, (_, k) => k / 40)
  const rewards = [steps, steps.map((value) => value / 2)]
  const { regret } = await bootstrapTable(uniform, { names: ["a", "b"], rewards }, 1e4, {
    seed: 2,
    tables: 50,
    runs: 2,
  })
  expect(Math.abs(regret.mean / 1e4 - 0.4875 / 4)).toBeLessThan(0.01)
})

test("logs and tables are distinguished, and a bad line is refused by its number, never with its reward", () => {
  expect(isLog("arm,reward\na,1", "csv")).toBe(true)
  expect(isLog("good,bad\n1,0", "csv")).toBe(false)
  expect(isLog('{"arm":"a","reward":1}', "ndjson")).toBe(true)
  expect(readLog('{"arm":1,"reward":0.5}\n{"arm":2,"reward":1}', "ndjson").names).toEqual(["1", "2"])
  const refused = (text: string) => () => readLog(text, "csv")
  expect(refused("arm,reward\na,1")).toThrow("at least two arms, got 1")
  expect(refused("arm,reward")).toThrow("at least one event")
  expect(refused("arm,reward\na,1\nb,7")).toThrow("line 3 must have a reward in [0, 1], got a number that is not")
  expect(refused("arm,reward\na,x")).toThrow("line 2 must have a reward in [0, 1], got no number")
  expect(refused("arm,reward,propensity\na,1,0")).toThrow("line 2 must have a propensity in (0, 1]")
  expect(refused("arm,reward\na,1,2")).toThrow("line 2 must have 2 values, got 3")
  expect(refused("arm,reward\n,1")).toThrow("line 2 has no arm")
})
