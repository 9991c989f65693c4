import { expect, test } from "vitest"
import { type ClearRequest, peopleUntilClear } from "./people-until-clear.ts"

const shared: ClearRequest = {
  horizon: 10_000,
  armCount: 2,
  best: 0.6,
  lead: 0.1,
  eta: 1,
  evenShare: 0.2,
  seed: 1,
  runs: 12,
  most: 10_000,
}

test("half of the experiments are clear when whole ones, looked at after every release, say so", () => {
  // 4,024 in 300 experiments (research/verdict/results); looks are up to a tenth apart, and so few
  // experiments tell it to about a third.
  const { people } = peopleUntilClear(shared)
  expect(people).toBeGreaterThan(2700)
  expect(people).toBeLessThan(6000)
})

test("a smaller lead takes longer, and with nothing dealt evenly none is clear in time", () => {
  expect(peopleUntilClear({ ...shared, lead: 0.02 })).toEqual({ lead: 0.02, people: null, within: 10_000 })
  expect(peopleUntilClear({ ...shared, evenShare: 0 }).people).toBeNull()
  expect(peopleUntilClear({ ...shared, most: 500 })).toEqual({ lead: 0.1, people: null, within: 500 })
})

test("the same request has the same answer, and a lead that cannot be is refused", () => {
  const few = { ...shared, runs: 3, most: 3000 }
  expect(peopleUntilClear(few)).toEqual(peopleUntilClear(few))
  expect(() => peopleUntilClear({ ...shared, lead: 0.7 })).toThrow("a lead must be in (0, best], got 0.7 of 0.6")
})
