// Conversions: any two of eta, epsilon and delta give the third; one alone is put on the other
// scale.

import {
  attackSuccess,
  computeDelta,
  computeEpsilon,
  computeEta,
  computeLaplaceEta,
  computePureEta,
  describeAttack,
  findZcdpRho,
  gdpGuarantee,
  pureGuarantee,
} from "@armistice/core/privacy"
import { formatLoss, formatPlainNumber, formatTarget } from "../../print/numbers.ts"
import { UsageError } from "../../usage-error.ts"
import { describeImplied } from "./convert-renyi.ts"
import { formatEpsilons, listEpsilons, type PrivacyReport } from "./privacy-report.ts"

interface PrivacyLosses {
  readonly eta: number | undefined
  readonly epsilon: number | undefined
  readonly delta: number | undefined
}

export function convert(losses: PrivacyLosses): PrivacyReport {
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
  const sentence = `delta ${formatLoss(delta)}: what is ${formatPlainNumber(eta)}-GDP is (${formatPlainNumber(epsilon)}, delta)-DP.`
  return report({ eta, epsilon, delta }, sentence)
}

function toEpsilon(eta: number, delta: number): PrivacyReport {
  const epsilon = computeEpsilon(eta, delta)
  const sentence = `epsilon ${formatLoss(epsilon)}: what is ${formatPlainNumber(eta)}-GDP is (epsilon, ${formatPlainNumber(delta)})-DP.`
  return report({ eta, epsilon, delta }, sentence)
}

function toEta(epsilon: number, delta: number): PrivacyReport {
  const eta = computeEta(epsilon, delta)
  const rho = findZcdpRho(epsilon, delta)
  const sentence = `eta ${formatTarget(eta)}: what is eta-GDP is (${formatPlainNumber(epsilon)}, ${formatPlainNumber(delta)})-DP, and no larger eta ensures that; what is ${formatTarget(rho)}-zCDP is, too.`
  return report({ eta, epsilon, delta, rho }, sentence)
}

function etaAlone(eta: number): PrivacyReport {
  const epsilonAt = listEpsilons(eta)
  const table = `What is ${formatPlainNumber(eta)}-GDP is also (epsilon, delta)-DP with:\n${formatEpsilons(epsilonAt)}`
  const implied = describeImplied("eta", eta)
  return report({ eta, epsilonAt, ...implied.numbers }, `${table}\n${implied.text}`)
}

function epsilonAlone(epsilon: number): PrivacyReport {
  const laplace = computeLaplaceEta(epsilon)
  const eta = computePureEta(epsilon)
  const implied = describeImplied("epsilon", epsilon)
  return {
    document: { eta, epsilon, delta: 0, etaOfLaplace: laplace, ...implied.numbers, ...describeSuccess(eta) },
    text: `eta ${formatLoss(eta)} for anything that is ${formatPlainNumber(epsilon)}-DP, ${formatLoss(laplace)} for one Laplace release.\n${implied.text}\n${describeAttack({ eta })}`,
    curves: [{ name: `epsilon ${formatPlainNumber(epsilon)}`, guarantee: pureGuarantee(epsilon) }],
  }
}

function report(
  numbers: { readonly eta: number } & Readonly<Record<string, unknown>>,
  sentence: string,
): PrivacyReport {
  const { eta } = numbers
  return {
    document: { ...numbers, ...describeSuccess(eta) },
    text: `${sentence}\n${describeAttack({ eta })}`,
    curves: [{ name: `eta ${formatTarget(eta)}`, guarantee: gdpGuarantee(eta) }],
  }
}

const describeSuccess = (eta: number) => ({
  attack: { success: attackSuccess({ eta }), inWords: describeAttack({ eta }) },
})
