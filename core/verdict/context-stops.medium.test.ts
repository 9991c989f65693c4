// Someone stops and resumes an arm whenever its total shows that what a cell has not released is
// bad, which drops it. Statements about the cell must pay for such looks ahead (docs/theory.md,
// section 8, "Groups of people").

import { expect, test } from "vitest"
import { createAlgorithm } from "../catalogue.ts"
import "../context/catalogue.ts"
import type { GdpContextState } from "../context/context-state.ts"
import { readCellSum } from "../estimates/cell-sums.ts"
import { dropOutstanding } from "../parts/discard-open-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { createCell } from "./context-cells.ts"
import { judgeContext } from "./context-verdict.ts"

const [eta, horizon, groups, truth, confidence] = [1000, 40_000, 2, 0.5, 0.8]
/** The error of one end of an arm's interval in one group. */
const error = (1 - confidence) / (2 * groups)

/**
 * Whether the lower end of a cell was ever above its mean: as it is stated, and with stops that are
 * not paid for.
 */
function playStops(run: number): { readonly stated: boolean; readonly unpaid: boolean } {
  const random = seededRandom(run)
  const attributes = { group: { levels: ["few", "many"] } }
  const algorithm = createAlgorithm("gdp-context", { eta, horizon, attributes })
  const { context: plan } = algorithm
  if (plan === undefined) throw new Error("there must be a plan")
  const state = algorithm.start(2) as GdpContextState
  const [total, few, many] = state.contexts[0].lines
  let [stops, known] = [0, 0]
  const said = { stated: false, unpaid: false }
  const join = (group: number): void =>
    algorithm.observe(state, 0, Number(random.uniform() < truth), random, undefined, [group])
  /** The total adds little beyond cells: noise is small. */
  const beyond = (): number => total.total - few.total - many.total
  const look = (): void => {
    known = beyond()
    const options = { reward: { min: 0, max: 1 }, worthwhile: 0.02, confidence, stops: { count: stops } }
    said.stated ||= (judgeContext(algorithm, state, options)?.groups[0].arms[0].low ?? 0) > truth
    const sum = readCellSum({ plan, state }, { eta, most: horizon }, 0, 0)
    said.unpaid ||= createCell(sum, null).low(error, 0) > truth
  }
  for (let person = 0; person < 60; person++) join(0)
  while (state.round < horizon - 2000) {
    const [released, totals] = [few.releases, total.releases]
    const isOpen = (): boolean => few.releases === released && state.round < horizon - 1000
    // As many of the few as do not release their cell yet, and then others until the total is
    // released.
    while (few.touched + 1 < 0.075 * few.released && isOpen()) join(0)
    const people = few.touched
    while (isOpen() && (total.releases === totals || many.touched > 0)) join(1)
    if (isOpen() && (beyond() - known) / Math.SQRT1_2 < people * truth + 0.3 * Math.sqrt(people)) {
      known = beyond()
      dropOutstanding(state, 0)
      stops += 1
      continue
    }
    while (few.touched < 0.0751 * few.released && isOpen()) join(0)
    while (isOpen()) join(1)
    look()
  }
  return said
}

test("stops that look at totals make a cell's interval fail no more often than stated; where they are not paid for it does", () => {
  const games = Array.from({ length: 24 }, (_, run) => playStops(run))
  expect(games.filter(({ stated }) => stated).length).toBeLessThanOrEqual(error * games.length)
  expect(games.filter(({ unpaid }) => unpaid).length).toBeGreaterThan(4 * error * games.length)
})
