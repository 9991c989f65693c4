// The figures that lists show of experiments by their states.

import { expect, test } from "vitest"
import { countRounds } from "./list.ts"

const states = (parts: object) => JSON.stringify(parts)

test("rounds of all segments are counted, whatever else is called a round or a state", () => {
  expect(countRounds(null)).toBe(0)
  expect(countRounds(states({ "": { state: { round: 7, decided: [3, 4] }, latest: 0 } }))).toBe(7)
  // Metrics have rounds of their own.
  const part = (round: number) => ({ state: { round, decided: [] }, latest: null, metrics: [{ round: 100 }] })
  expect(countRounds(states({ a: part(1), b: part(20), c: part(300) }))).toBe(321)
  expect(countRounds(states({ state: part(5), round: part(6), '"state":{"round":9': part(7) }))).toBe(18)
  expect(countRounds(states({ a: { latest: 0, state: { decided: [1], round: 1 } }, b: part(2) }))).toBe(3)
})
