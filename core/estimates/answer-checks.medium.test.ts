import { describe, expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { type AnswerCount, detectDifferingShares, isSurelySilent } from "./answer-checks.ts"

const error = 0.05
const runs = 200

/**
 * Runs in which options with these chances of an answer are reported to differ after any of `most`
 * decisions; and when, the middle one.
 */
function alarms(chances: readonly number[], most: number, differ: (counts: readonly AnswerCount[]) => boolean) {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const counts = chances.map(() => ({ decided: 0, answered: 0 }))
    for (let decision = 1; decision <= most; decision++) {
      const arm = Math.floor(random.uniform() * chances.length)
      counts[arm].decided += 1
      if (random.uniform() < chances[arm]) counts[arm].answered += 1
      if (!differ(counts)) continue
      times.push(decision)
      break
    }
  }
  return { count: times.length, middle: times.sort((one, other) => one - other)[Math.floor(times.length / 2)] }
}

/** The mistake: a test for one fixed number of decisions, looked at after each. */
function differsOnce(counts: readonly AnswerCount[]): boolean {
  const [one, other] = counts
  const pooled = (one.answered + other.answered) / (one.decided + other.decided)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / one.decided + 1 / other.decided))
  return Math.abs(one.answered / one.decided - other.answered / other.decided) > 1.96 * deviation
}

const surely = (counts: readonly AnswerCount[]): boolean => detectDifferingShares(counts, error) !== null

describe("options that are not answered alike", () => {
  test("are found among equal ones in at most 5 % of 200 runs, looked at after every decision; by a test for one look in most", () => {
    for (const share of [0.02, 0.3, 0.9, 1])
      expect(alarms([share, share], 600, surely).count, `${share}`).toBeLessThanOrEqual(error * runs)
    expect(alarms([0.3, 0.3, 0.3, 0.3], 600, surely).count).toBeLessThanOrEqual(error * runs)
    expect(alarms([0.3, 0.3], 600, differsOnce).count).toBeGreaterThan(0.3 * runs)
  })

  test("are found where they differ: half against a third within some hundred decisions, in every run", () => {
    const { count, middle } = alarms([0.5, 1 / 3], 2500, surely)
    expect(count).toBe(runs)
    expect(middle).toBeLessThan(800)
  })

  test("are named, and options without decisions are left out", () => {
    const counts = [
      { decided: 0, answered: 0 },
      { decided: 1000, answered: 500 },
      { decided: 1000, answered: 300 },
      { decided: 4, answered: 0 },
    ]
    expect(detectDifferingShares(counts, error)).toMatchObject({ more: 1, less: 2 })
  })
})

/**
 * Runs reported as silent at any of `most` decisions, the share of answers falling to `later` after
 * `change` of them; with the decisions since.
 */
function silences(
  chances: readonly number[],
  most: number,
  change: number,
  later: number,
  level: typeof isSurelySilent,
) {
  const delays: number[] = []
  for (let run = 0; run < runs; run++) {
    const random = seededRandom(run)
    const before = chances.map(() => ({ decided: 0, answered: 0 }))
    let since = chances.map(() => 0)
    for (let decision = 1; decision <= most; decision++) {
      const arm = Math.floor(random.uniform() * chances.length)
      since[arm] += 1
      if (random.uniform() < (decision > change ? later : chances[arm])) {
        for (const [place, count] of since.entries()) before[place].decided += count
        before[arm].answered += 1
        since = chances.map(() => 0)
      }
      const counts = before.map((count, place) => ({ ...count, silent: since[place] }))
      if (!level({ answers: total(before), options: chances.length, since: counts }, error)) continue
      delays.push(decision - change)
      break
    }
  }
  return { count: delays.length, middle: delays.sort((one, other) => one - other)[Math.floor(delays.length / 2)] }
}

describe("answers that stopped coming", () => {
  /** The mistake: a run as long as chance gives once in twenty, whenever it begins. */
  const unpaid: typeof isSurelySilent = ({ answers, since }) =>
    answers > 20 &&
    since.reduce((chance, { decided, answered, silent }) => chance * (1 - answered / decided) ** silent, 1) < error

  test("are reported in at most 5 % of 200 runs in which nothing changes, looked at after every decision; runs that are not paid for in nearly all", () => {
    for (const chances of [
      [0.05, 0.05],
      [0.5, 0.2],
      [0.9, 0.9],
    ])
      expect(silences(chances, 600, 600, 0, isSurelySilent).count, chances.join()).toBeLessThanOrEqual(error * runs)
    expect(silences([0.5, 0.2], 600, 600, 0, unpaid).count).toBeGreaterThan(0.9 * runs)
  })

  test("are reported in every run once they stop: after 500 decisions, a third of them answered, within some dozens", () => {
    const { count, middle } = silences([1 / 3, 1 / 3], 800, 500, 0, isSurelySilent)
    expect(count).toBe(runs)
    expect(middle).toBeGreaterThan(20)
    expect(middle).toBeLessThan(80)
  })

  test("are no news before the first answer", () => {
    expect(isSurelySilent({ answers: 0, options: 1, since: [{ decided: 0, answered: 0, silent: 1e6 }] }, error)).toBe(
      false,
    )
  })
})

const total = (counts: readonly AnswerCount[]): number => counts.reduce((sum, { answered }) => sum + answered, 0)
