import { expect, test } from "vitest"
import { listOptionLines } from "./over-people.ts"
import type { HistoryEntry } from "./results-types.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = (mean: number, people: number, chance = 0.1) => ({
  mean,
  low: mean - 0.1,
  high: mean + 0.1,
  chance,
  people,
})

const row = (
  decisions: number | null,
  means: Readonly<Record<string, number>>,
  segment: string | null = null,
): HistoryEntry => ({
  release: 1,
  at: "2026-01-01T00:00:00.000Z",
  segment,
  state: "leaning",
  leader: "a",
  decisions,
  released: { arm: "a", metric: null, count: 10, value: 1 },
  arms: Object.entries(means).map(([arm, mean]) => {
    return { arm, decisions: null, mean, low: mean - 0.2, high: mean + 0.2, probabilityBest: 0.5 }
  }),
})

const group = makeGroup({
  state: "leaning",
  options: { a: figures(0.6, 60, 0.9), b: figures(0.5, 30), c: figures(0.4, 10) },
  differences: { b: [0.1, -0.1, 0.3], c: [0.2, -0.1, 0.4] },
})

test("lines go from each release to the current figures", () => {
  const lines = listOptionLines(group, [row(20, { a: 0.7, b: 0.3 }), row(50, { a: 0.65, b: 0.45, c: 0.2 })])
  expect(lines.map(({ arm, look }) => [arm, look])).toEqual([
    ["a", "lead"],
    ["b", "next"],
    ["c", "other"],
  ])
  expect(lines[0]?.moments.map(({ people, mean }) => [people, mean])).toEqual([
    [20, 0.7],
    [50, 0.65],
    [100, 0.6],
  ])
  expect(lines[2]?.moments.map(({ people }) => people)).toEqual([50, 100])
})

test("other groups and metrics are left out, and answers are counted where decisions are unknown", () => {
  const metric = { ...row(30, { a: 0.1 }), released: { arm: "a", metric: "complaints", count: 9, value: 1 } }
  const lines = listOptionLines(group, [
    row(20, { a: 0.9 }, "North"),
    metric,
    row(null, { a: 0.7 }),
    row(null, { a: 0.8 }),
  ])
  expect(lines[0]?.moments.map(({ people, mean }) => [people, mean])).toEqual([
    [10, 0.7],
    [20, 0.8],
    [100, 0.6],
  ])
})

test("a long history is thinned between its first and last point; most of many options are hairlines", () => {
  const long = Array.from({ length: 900 }, (_, index) => row(index + 1, { a: 0.5 }))
  const larger = { ...group, arms: group.arms.map((option) => ({ ...option, decisions: 500 })) }
  const [line] = listOptionLines(larger, long)
  expect(line?.moments.length).toBeLessThan(200)
  expect([line?.moments[0]?.people, line?.moments.at(-1)?.people]).toEqual([1, 1500])
  const many = makeGroup({
    state: "clear",
    options: Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`o${index}`, figures(0.9 - index / 1000, 5)]),
    ),
    differences: { o1: [0.1, 0.05, 0.2] },
  })
  const lines = listOptionLines(many, [])
  expect(lines.length).toBeLessThan(60)
  expect(lines.slice(0, 3).map(({ look }) => look)).toEqual(["lead", "next", "faint"])
})

test("no line is marked without a leader", () => {
  expect(listOptionLines({ ...group, state: "too_early" }, []).map(({ look }) => look)).toEqual([
    "next",
    "next",
    "next",
  ])
})
