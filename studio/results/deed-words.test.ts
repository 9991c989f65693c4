import { expect, test } from "vitest"
import { toldDeeds } from "./deed-words.ts"
import type { Deed, Known, Results } from "./results-types.ts"
import { groupOf } from "./testing/group-of.ts"

const guarantee = { kind: "gdp" as const, eta: 0.5, epsilon: null, delta: null }
const detail = { guarantee, subject: { eta: 1, cap: 1 }, segments: null } as never
const group = groupOf({ state: "clear", options: { Friendly: { mean: 0.5, low: 0.4, high: 0.6 } } })
const results: Results = { level: 0.95, status: "finished", release: 3, at: null, segments: [group] }

const deed = (number: number, action: string, key: Deed["key"], more: Partial<Deed> = {}): Deed => ({
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

const known = (day: number, state: Known["state"]): Known => ({
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

test("deeds and turns of the verdict are told in order, the newest first, with who did it", () => {
  const deeds = [
    deed(5, "finish", { id: null, name: "service" }),
    deed(4, "purge", growth, { outcome: "refused", count: 3 }),
    deed(1, "create", growth),
  ]
  const history = [known(2, "too_early"), known(2, "leaning"), known(3, "clear"), known(4, "clear")]
  expect(toldDeeds(deeds, history, detail, results).map(({ words, by }) => `${words} · ${by}`)).toEqual([
    "Finished: everyone new is given Friendly · by itself",
    "Refused: purge, 3 times · key “growth”",
    "The verdict became clear · by itself",
    "The verdict began to lean towards Friendly · by itself",
    "Created with careful privacy · key “growth”",
  ])
})

test("of turns at one moment the last is told first, and a state that came back is told where it came back", () => {
  const at = known(1, "clear").at
  const history = [known(1, "clear"), known(1, "leaning"), known(1, "clear")].map((one, index) => {
    return { ...one, at, release: index + 1 }
  })
  expect(toldDeeds([], history, detail, results).map(({ words }) => words)).toEqual([
    "The verdict became clear",
    "The verdict began to lean towards Friendly",
  ])
})

test("a verdict that wavers is not left at what it was", () => {
  const history = [known(1, "too_early"), known(2, "leaning"), known(3, "too_early")]
  expect(toldDeeds([], history, detail, results)[0]?.words).toBe("The verdict went back to: too early to say")
})

test("a deed that this page does not know is told by its own name", () => {
  expect(toldDeeds([deed(1, "some-thing_new", growth)], [], detail, results)[0]?.words).toBe("Some thing new")
})
