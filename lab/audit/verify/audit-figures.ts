// The figures the audit must reach, at full length (about ten minutes on two cores): for `npm run verify`. Tests keep short forms.

import { type Algorithm, createAlgorithm, type Parameters } from "@armistice/core"
import { countErrors, noCounts } from "../attack.ts"
import { auditAll } from "../audit-all.ts"
import { auditExamples } from "../audit-examples.ts"
import { AuditRuns } from "../audit-runs.ts"
import { laneHere } from "../lanes.ts"
import { etaLowerBound } from "../lower-bound.ts"
import { audit } from "../on-all-cores.ts"
import { likelihoodRule } from "../reject-rule.ts"
import { tablesByHand } from "../worst-tables.ts"

const tight: readonly (readonly [string, Parameters, number])[] = [
  ["dp-ts-ucb", { alpha: 1, horizon: 1e6 }, 1e5],
  ...["gdp-imed", "gdp-ts"].flatMap((name) => [0.5, 1, 2].map((eta) => [name, { eta }, eta < 1 ? 4e5 : 1e5] as const)),
  ...[0.5, 1, 2].map((eta) => ["dp-ts-ucb-calibrated", { eta, horizon: 1e6 }, eta < 1 ? 4e5 : 1e5] as const),
]

const problems: string[] = []

function note(line: string, holds: boolean): void {
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${line}\n`)
  if (!holds) problems.push(line)
}

// White-box bounds between 95 % and 100 % of the claim; all algorithms consistent at 1e5 runs; accusations as rare as promised.
for (const [name, parameters, runs] of tight) {
  const { whiteBox, claimed, milliseconds } = await audit({
    algorithm: createAlgorithm(name, parameters),
    runs,
    boxes: ["white"],
  })
  const share = (whiteBox?.etaLower ?? 0) / (claimed.eta ?? 1)
  const seconds = (milliseconds / 1000).toFixed(0)
  note(
    `${name} ${JSON.stringify(parameters)}: ${whiteBox?.etaLower.toFixed(4)} of ${claimed.eta?.toFixed(4)} in ${seconds} s`,
    share >= 0.95 && share <= 1,
  )
}
const { audits } = await auditAll(auditExamples(), audit, { runs: 1e5 })
for (const { algorithm, whiteBox, blackBox, claimed, verdict } of audits)
  note(
    `${algorithm}: claimed ${claimed.eta?.toFixed(4)}, white box ${whiteBox?.etaLower.toFixed(4)}, black box ${blackBox?.etaLower.toFixed(4)}`,
    verdict === "consistent",
  )
for (const algorithm of auditExamples()) {
  const accused = await accusations(algorithm)
  note(`${algorithm.name}: accused in ${accused} of 100 audits of 1,000 runs`, accused <= 11)
}
process.exitCode = problems.length === 0 ? 0 : 1

/** 12 or more of 100 happen with a chance of 0.4 % where each has one of 5 %. */
async function accusations(algorithm: Algorithm): Promise<number> {
  let accused = 0
  for (let seed = 0; seed < 100; seed++) {
    const runs = new AuditRuns(algorithm, seed)
    const hand = tablesByHand("white", algorithm, runs.view)
    const tables = { ...hand, armCount: Math.min(hand.armCount, 20) }
    const attack = { search: null, tables, rule: likelihoodRule, counts: noCounts(likelihoodRule) }
    const counts = await countErrors("white", attack, [laneHere(runs)], { runs: 1000 })
    if (etaLowerBound(counts, 0.05) > (algorithm.guarantee(tables.armCount).eta ?? 0)) accused++
  }
  return accused
}
