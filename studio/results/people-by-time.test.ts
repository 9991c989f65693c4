import { expect, test } from "vitest"
import { peopleByTime } from "./people-by-time.ts"
import type { HistoryEntry } from "./results-types.ts"
import { makeGroup } from "./testing/make-group.ts"

const day = 24 * 60 * 60 * 1000
const noon = new Date(2026, 10, 4, 12).getTime()

const known = (at: number, counts: Readonly<Record<string, number>>): HistoryEntry => ({
  release: 1,
  at: new Date(at).toISOString(),
  segment: null,
  state: "leaning",
  leader: "a",
  decisions: Object.values(counts).reduce((sum, count) => sum + count, 0),
  released: { arm: "a", metric: null, count: 1, value: 1 },
  arms: Object.entries(counts).map(([arm, decisions]) => {
    return { arm, decisions, mean: 0.5, low: 0.4, high: 0.6, probabilityBest: 0.5 }
  }),
})

const figures = { mean: 0.5, low: 0.4, high: 0.6 }
const group = (counts: Readonly<Record<string, number>>) =>
  makeGroup({
    state: "leaning",
    options: Object.fromEntries(Object.entries(counts).map(([arm, people]) => [arm, { ...figures, people }])),
    differences: { b: [0, -1, 1] },
  })

test("people are counted by day, spread evenly between releases, and none are lost", () => {
  const history = [known(noon + day, { a: 100, b: 100 }), known(noon + 5 * day, { a: 500, b: 140 })]
  const stretch = peopleByTime(group({ a: 600, b: 150 }), history, noon, noon + 6 * day, noon + 7 * day)
  expect(stretch?.unit).toBe("day")
  const long = peopleByTime(group({ a: 600, b: 150 }), history, noon - 60 * day, noon + 6 * day, noon + 7 * day)
  expect(long?.unit).toBe("day")
  for (const found of [stretch, long]) {
    const [lead, next] = found?.parts ?? []
    expect([lead?.name, lead?.look, next?.name, next?.look]).toEqual(["a", "lead", "b", "next"])
    expect(lead?.people.reduce((sum, count) => sum + count, 0)).toBeCloseTo(600, 6)
    expect(next?.people.reduce((sum, count) => sum + count, 0)).toBeCloseTo(150, 6)
    expect(Math.min(...(lead?.people ?? [-1]))).toBeGreaterThanOrEqual(0)
  }
  // 400 people in four days: 100 on each whole day between the two.
  const third = long?.starts.indexOf(new Date(2026, 10, 7).getTime()) ?? -1
  expect(long?.parts[0]?.people[third]).toBeCloseTo(100, 6)
})

test("an unfinished day is left out", () => {
  const history = [known(noon + day, { a: 100, b: 100 }), known(noon + 3 * day, { a: 300, b: 300 })]
  const found = (now: number) => {
    const stretch = peopleByTime(group({ a: 300, b: 300 }), history, noon, noon + 3 * day, now)
    return [stretch?.isCut, stretch?.parts[0]?.people.map(Math.round), stretch?.parts[0]?.total]
  }
  expect(found(noon + 3 * day)).toEqual([true, [50, 100, 100], 300])
  expect(found(noon + 4 * day)).toEqual([false, [50, 100, 100, 50], 300])
})

test("a young experiment is shown by hours or minutes", () => {
  const unitAfter = (ms: number) =>
    peopleByTime(group({ a: 2, b: 2 }), [known(noon + ms, { a: 2, b: 2 })], noon, noon + ms, noon + ms)?.unit
  expect([30 * 60_000, 20 * 60 * 60_000, 3 * day].map(unitAfter)).toEqual(["minute", "hour", "day"])
})

test("more than three options are shown as the leader, the next and the others", () => {
  const counts = { a: 10, b: 8, c: 6, d: 4 }
  const stretch = peopleByTime(group(counts), [known(noon + 1000, counts)], noon, noon + 2000, noon + 2000)
  expect(stretch?.parts.map(({ name, total }) => [name, total])).toEqual([
    ["a", 10],
    ["b", 8],
    ["2 others", 10],
  ])
})

test("there is nothing to show without decisions or without people", () => {
  const history = [{ ...known(noon + day, { a: 1, b: 1 }), decisions: null }]
  expect(peopleByTime(group({ a: 1, b: 1 }), history, noon, noon + day, noon + day)).toBeNull()
  expect(peopleByTime(group({ a: 0, b: 0 }), [], noon, noon + day, noon + day)).toBeNull()
})
