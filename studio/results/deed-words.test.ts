import { expect, test } from "vitest"
import { toldDeeds } from "./deed-words.ts"
import type { Deed, Known, Results } from "./results-types.ts"
import { groupOf } from "./testing/group-of.ts"

const detail = { guarantee: { kind: "gdp" as const, eta: 1, epsilon: null, delta: null }, segments: null } as never
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

test("a verdict that wavers is not left at what it was", () => {
  const history = [known(1, "too_early"), known(2, "leaning"), known(3, "too_early")]
  expect(toldDeeds([], history, detail, results)[0]?.words).toBe("The verdict became: too early to say, again")
})

test("a deed that this page does not know is told by its own name", () => {
  expect(toldDeeds([deed(1, "some-thing_new", growth)], [], detail, results)[0]?.words).toBe("Some thing new")
})
