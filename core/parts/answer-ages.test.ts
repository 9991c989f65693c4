import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { type AnswerAges, answerOutlook, noteAnswer, noteDecision, startAges } from "./answer-ages.ts"

/**
 * Plays one decision a round, answers a share of them after a delay, and returns the table with its
 * outlook.
 */
function play(rounds: number, share: number, delay: () => number, seed = 1) {
  const random = seededRandom(seed)
  const table = startAges(0, 0)
  const due = new Map<number, number[]>()
  let answered = 0
  for (let round = 1; round <= rounds; round++) {
    const pull = round - 1
    noteDecision(table, pull, round)
    const when = round + delay()
    if (random.uniform() < share) due.set(when, [...(due.get(when) ?? []), pull])
    for (const late of due.get(round) ?? []) {
      noteAnswer(table, late, round, round)
      answered += 1
    }
  }
  const underWay = [...due].reduce((sum, [when, pulls]) => sum + (when > rounds ? pulls.length : 0), 0)
  return { table, underWay, outlook: answerOutlook(table, rounds, rounds, answered) }
}

test("the share that answers and the answers under way are found, though the youngest have had no time to answer", () => {
  const random = seededRandom(9)
  for (const share of [1, 0.7, 0.4])
    for (const mean of [20, 200]) {
      const delay = () => Math.floor(mean * random.exponential())
      const { outlook, underWay } = play(4000, share, delay)
      expect(Math.abs(outlook.share - share)).toBeLessThan(0.06)
      // The answers so far would give a smaller number.
      expect(Math.abs(outlook.underWay - underWay)).toBeLessThan(0.25 * underWay + 8)
    }
})

test("with everything answered at once nothing is under way", () => {
  expect(play(3000, 1, () => 0).outlook).toEqual({ share: 1, underWay: 0 })
})

test("silence is not taken for answers under way once answers of that age are known to be rare", () => {
  const { outlook } = play(3000, 0.5, () => 5)
  expect(outlook.share).toBeCloseTo(0.5, 1)
  expect(outlook.underWay).toBeLessThan(12)
})

test("it keeps 64 blocks at most, and merging them loses no decision and no answer", () => {
  const table: AnswerAges = startAges(100, 7)
  for (let pull = 100; pull < 10_100; pull++) {
    noteDecision(table, pull, pull)
    if (pull % 4 !== 0) noteAnswer(table, pull, pull + 30, pull + 1)
  }
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  expect(table.width).toBe(256)
  expect(table.answers.length).toBe(Math.ceil(10_000 / 256))
  expect(sum(table.answers)).toBe(7500)
  expect(sum(table.ages)).toBe(7507)
  expect(sum(table.rounds)).toBe((10_000 * (100 + 10_099)) / 2)
  expect(table.ages[0]).toBe(7)
})

test("an answer more in the same round changes the outlook", () => {
  const { table } = play(200, 0.5, () => 5)
  const first = answerOutlook(table, 200, 200, 100)
  for (let pull = 0; pull < 40; pull++) noteAnswer(table, pull, 200, 200)
  expect(answerOutlook(table, 200, 200, 140).share).toBeGreaterThan(first.share + 0.1)
})
