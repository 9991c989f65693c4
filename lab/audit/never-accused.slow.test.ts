import { type Algorithm, createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { countErrors, noCounts } from "./attack.ts"
import { AuditRuns } from "./audit-runs.ts"
import { laneHere } from "./lanes.ts"
import { etaLowerBound } from "./lower-bound.ts"
import type { NeighbourTables } from "./neighbour-tables.ts"
import { likelihoodRule } from "./reject-rule.ts"
import { smallerNoise } from "./testing/broken-variants.ts"

const repetitions = 100
// 12 or more of 100 happen with a chance of 0.4 % where each has one of 5 %. Both limits must fail together, so far fewer do.
const allowed = 11

const tables: NeighbourTables = { armCount: 2, records: [1], own: 0, others: 1 }

/** In how many audits of 1,000 runs the bound exceeds the claim; the rule is fixed beforehand, the likelihood ratio at 0. */
async function accusations(algorithm: Algorithm, claim: number, given = tables, audits = repetitions): Promise<number> {
  let accused = 0
  for (let seed = 0; seed < audits; seed++) {
    const attack = { search: null, tables: given, rule: likelihoodRule, counts: noCounts(likelihoodRule) }
    const counts = await countErrors("white", attack, [laneHere(new AuditRuns(algorithm, seed))], { runs: 1000 })
    if (etaLowerBound(counts, 0.05) > claim) accused++
  }
  return accused
}

for (const [name, parameters] of [
  ["gdp-imed", { eta: 1 }],
  ["dp-imed", { epsilon: 1 }],
  ["dp-ts-ucb", { alpha: 1, horizon: 1e6 }],
] as const)
  test(`${name} is accused in at most ${allowed} of ${repetitions} audits of 1,000 runs`, async () => {
    const algorithm = createAlgorithm(name, parameters)
    expect(await accusations(algorithm, algorithm.guarantee(2).eta as number)).toBeLessThanOrEqual(allowed)
  })

test("with noise 20 % too small it is accused in more than half of them", async () => {
  const broken = smallerNoise(createAlgorithm("gdp-imed", { eta: 1 }), 0.8)
  expect(await accusations(broken, 1, tables, 30)).toBeGreaterThan(15)
})
