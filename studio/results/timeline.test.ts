import { expect, test } from "vitest"
import type { ActivityEntry, HistoryEntry, Results } from "./results-types.ts"
import { makeGroup } from "./testing/make-group.ts"
import { listTimeline } from "./timeline.tsx"

const guarantee = { kind: "gdp" as const, eta: 0.5, epsilon: null, delta: null }
const detail = { guarantee, subject: { eta: 1, cap: 1 }, segments: null, context: null } as never
const group = makeGroup({ state: "clear", options: { Friendly: { mean: 0.5, low: 0.4, high: 0.6 } } })
const results: Results = { level: 0.95, status: "finished", release: 3, at: null, segments: [group] }

const entry = (
  number: number,
  action: string,
  key: ActivityEntry["key"],
  more: Partial<ActivityEntry> = {},
): ActivityEntry => ({
  number,
  at: `2026-01-0${number}T00:00:00.000Z`,
  experiment: "exp_1",
  action,
  key,
  outcome: "done",
  code: null,
  count: 1,
  ...more,
})

const known = (day: number, state: HistoryEntry["state"]): HistoryEntry => ({
  release: day,
  at: `2026-01-0${day}T12:00:00.000Z`,
  segment: null,
  state,
  leader: "Friendly",
  decisions: day,
  released: { arm: "Friendly", metric: null, count: 1, value: 1 },
  arms: [],
})

const growth = { id: "key_1", name: "growth" }

test("actions and verdict changes are listed newest first, with who caused them", () => {
  const activity = [
    entry(5, "finish", { id: null, name: "service" }),
    entry(4, "purge", growth, { outcome: "refused", count: 3 }),
    entry(1, "create", growth),
  ]
  const history = [known(2, "too_early"), known(2, "leaning"), known(3, "clear"), known(4, "clear")]
  expect(listTimeline(activity, history, detail, results).map(({ words, by }) => `${words} · ${by}`)).toEqual([
    "Finished: everyone new is given Friendly · by itself",
    "Refused: purge, 3 times · key “growth”",
    "The verdict became clear · by itself",
    "The verdict began to lean towards Friendly · by itself",
    "Created with careful privacy · key “growth”",
  ])
})

test("the latest of simultaneous changes comes first, and a state that returned is listed at its return", () => {
  const at = known(1, "clear").at
  const history = [known(1, "clear"), known(1, "leaning"), known(1, "clear")].map((one, index) => {
    return { ...one, at, release: index + 1 }
  })
  expect(listTimeline([], history, detail, results).map(({ words }) => words)).toEqual([
    "The verdict became clear",
    "The verdict began to lean towards Friendly",
  ])
})

test("a wavering verdict is listed with its latest state", () => {
  const history = [known(1, "too_early"), known(2, "leaning"), known(3, "too_early")]
  expect(listTimeline([], history, detail, results)[0]?.words).toBe("The verdict went back to: too early to say")
})

test("an unknown action is listed by its own name", () => {
  expect(listTimeline([entry(1, "some-thing_new", growth)], [], detail, results)[0]?.words).toBe("Some thing new")
})
