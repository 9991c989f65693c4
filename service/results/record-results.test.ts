// The leader is compared in lists with the same arm as on the page of an experiment.

import type { Verdict } from "@armistice/core"
import { expect, test } from "vitest"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import { resultAfter } from "./current-result.ts"

/**
 * Arm 0 leads with a mean of 1; of each other one its chance to be best, and how far it is behind.
 */
function findNext(others: readonly (readonly [chance: number | null, behind: number | null])[]): number | null {
  const verdict = {
    state: "clear",
    leader: 0,
    recommended: 0,
    arms: [
      { probabilityBest: 1, mean: 1 },
      ...others.map(([probabilityBest, behind]) => ({ probabilityBest, mean: behind === null ? null : 1 - behind })),
    ],
    differences: others.map(([, difference], index) => ({ arm: index + 1, difference, low: null, high: null })),
  } as unknown as Verdict
  return resultAfter({ index: 1, at: 0 } as LedgerEntry, verdict).next
}

test("the next is the one that did best, and of those that did as well the likeliest to be best", () => {
  expect(findNext([])).toBeNull()
  expect(
    findNext([
      [0.1, 0.2],
      [0.3, 0.4],
      [0.2, 0.1],
    ]),
  ).toBe(3)
  expect(
    findNext([
      [0.1, 0.2],
      [0.2, 0.2],
    ]),
  ).toBe(2)
  expect(
    findNext([
      [0, 0.2],
      [0, 0.1],
      [0, 0.3],
    ]),
  ).toBe(2)
  expect(
    findNext([
      [0, null],
      [0, 0.4],
    ]),
  ).toBe(2)
  expect(
    findNext([
      [null, 0.2],
      [0, 0.4],
    ]),
  ).toBe(1)
})
