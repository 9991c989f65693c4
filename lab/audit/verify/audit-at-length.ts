// The audit's required results, at full length: for `npm run verify`. Tests keep short forms.

import { createAlgorithm, type Parameters } from "@armistice/core"
import { threads } from "../../workers/threads.ts"
import { audit } from "../audit.ts"
import { auditAll } from "../audit-all.ts"
import { auditExamples } from "../audit-examples.ts"
import { accusations, allowedAccusations, repetitions } from "../testing/accusations.ts"
import { brokenCases } from "../testing/broken-cases.ts"

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

// White-box bounds between 95 % and 100 % of the claim; all algorithms consistent, and all mistakes
// caught, at 1e5 runs; accusations as rare as promised.
for (const [name, parameters, runs] of tight) {
  const { whiteBox, claimed, milliseconds } = await audit({
    algorithm: createAlgorithm(name, parameters),
    runs,
    boxes: ["white"],
    pool: threads,
  })
  const share = (whiteBox?.etaLower ?? 0) / (claimed.eta ?? 1)
  const seconds = (milliseconds / 1000).toFixed(0)
  note(
    `${name} ${JSON.stringify(parameters)}: ${whiteBox?.etaLower.toFixed(4)} of ${claimed.eta?.toFixed(4)} in ${seconds} s`,
    share >= 0.95 && share <= 1,
  )
}
const { audits } = await auditAll(auditExamples(), { runs: 1e5, pool: threads })
for (const { algorithm, whiteBox, blackBox, claimed, verdict } of audits)
  note(
    `${algorithm}: claimed ${claimed.eta?.toFixed(4)}, white box ${whiteBox?.etaLower.toFixed(4)}, black box ${blackBox?.etaLower.toFixed(4)}`,
    verdict === "consistent",
  )
for (const { name, broken, box, tables, discard } of brokenCases) {
  const given = {
    ...(tables === undefined ? {} : { tables: { [box]: tables } }),
    ...(discard === undefined ? {} : { discard }),
  }
  const { verdict, claimed, whiteBox, blackBox } = await audit({
    algorithm: broken,
    runs: 1e5,
    boxes: [box],
    ...given,
  })
  const shown = (whiteBox ?? blackBox)?.etaLower.toFixed(4)
  note(`${name}: ${shown} shown, ${claimed.eta?.toFixed(4)} claimed`, verdict === "disproved")
}
for (const algorithm of auditExamples()) {
  const accused = await accusations(algorithm)
  note(`${algorithm.name}: accused in ${accused} of ${repetitions} audits of 1,000 runs`, accused <= allowedAccusations)
}
process.exitCode = problems.length === 0 ? 0 : 1
