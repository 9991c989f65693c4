// Any two of eta, epsilon and delta give the third; one alone is put on the other scale. The library computes; this
// file asks it and puts the answer into words.

import {
  attackSuccess,
  computeDelta,
  computeEpsilon,
  computeEta,
  computeLaplaceEta,
  computePureEta,
  describeAttack,
  gdpGuarantee,
  pureGuarantee,
} from "@armistice/core/privacy"
import { given, loss, target } from "../../print/numbers.ts"
import { UsageError } from "../../usage-error.ts"
import { epsilonsAt, epsilonTable, type PrivacyReport } from "./privacy-report.ts"

export interface Losses {
  readonly eta: number | undefined
  readonly epsilon: number | undefined
  readonly delta: number | undefined
}

export function convert(losses: Losses): PrivacyReport {
  const { eta, epsilon, delta } = losses
  const known = Object.entries(losses).filter(([, value]) => value !== undefined)
  if (known.length === 2) {
    if (eta === undefined) return toEta(epsilon!, delta!)
    return epsilon === undefined ? toEpsilon(eta, delta!) : toDelta(eta, epsilon)
  }
  if (known.length === 1 && eta !== undefined) return etaAlone(eta)
  if (known.length === 1 && epsilon !== undefined) return epsilonAlone(epsilon)
  const names = known.map(([name]) => `--${name}`).join(" and ")
  throw new UsageError(
    `privacy must be given --algorithm, or two of --eta, --epsilon and --delta, got ${known.length === 3 ? "all three" : names || "none"}`,
  )
}

function toDelta(eta: number, epsilon: number): PrivacyReport {
  const delta = computeDelta(eta, epsilon)
  const sentence = `delta ${loss(delta)}: what is ${given(eta)}-GDP is (${given(epsilon)}, delta)-DP.`
  return report({ eta, epsilon, delta }, sentence)
}

function toEpsilon(eta: number, delta: number): PrivacyReport {
  const epsilon = computeEpsilon(eta, delta)
  const sentence = `epsilon ${loss(epsilon)}: what is ${given(eta)}-GDP is (epsilon, ${given(delta)})-DP.`
  return report({ eta, epsilon, delta }, sentence)
}

function toEta(epsilon: number, delta: number): PrivacyReport {
  const eta = computeEta(epsilon, delta)
  const sentence = `eta ${target(eta)}: what is eta-GDP is (${given(epsilon)}, ${given(delta)})-DP, and no larger eta ensures that.`
  return report({ eta, epsilon, delta }, sentence)
}

function etaAlone(eta: number): PrivacyReport {
  const epsilonAt = epsilonsAt(eta)
  const table = `What is ${given(eta)}-GDP is also (epsilon, delta)-DP with:\n${epsilonTable(epsilonAt)}`
  return report({ eta, epsilonAt }, table)
}

function epsilonAlone(epsilon: number): PrivacyReport {
  const laplace = computeLaplaceEta(epsilon)
  const eta = computePureEta(epsilon)
  return {
    document: { eta, epsilon, delta: 0, etaOfLaplace: laplace, ...attackOf(eta) },
    text: `eta ${loss(eta)} for anything that is ${given(epsilon)}-DP, ${loss(laplace)} for one Laplace release.\n${describeAttack({ eta })}`,
    curves: [{ name: `epsilon ${given(epsilon)}`, guarantee: pureGuarantee(epsilon) }],
  }
}

function report(
  numbers: { readonly eta: number } & Readonly<Record<string, unknown>>,
  sentence: string,
): PrivacyReport {
  const { eta } = numbers
  return {
    document: { ...numbers, ...attackOf(eta) },
    text: `${sentence}\n${describeAttack({ eta })}`,
    curves: [{ name: `eta ${target(eta)}`, guarantee: gdpGuarantee(eta) }],
  }
}

const attackOf = (eta: number) => ({ attack: { success: attackSuccess({ eta }), inWords: describeAttack({ eta }) } })
