// Conversions: any two of eta, epsilon and delta give the third; one alone is put on the other
// scale, or with an order becomes a Rényi divergence.

import {
  attackSuccess,
  computeDelta,
  computeEpsilon,
  computeEta,
  computeGdpRenyi,
  computeLaplaceEta,
  computeLaplaceRenyi,
  computePureEta,
  computePureRenyi,
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

/** With `order`, eta or epsilon alone gives the Rényi divergence of that order. */
export function convert(losses: PrivacyLosses, order?: number): PrivacyReport {
  const { eta, epsilon, delta } = losses
  if (order !== undefined) return toRenyi(losses, order)
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

function toRenyi({ eta, epsilon, delta }: PrivacyLosses, order: number): PrivacyReport {
  const shown = formatPlainNumber(order)
  if (delta !== undefined || (eta === undefined) === (epsilon === undefined)) {
    const given = Object.entries({ eta, epsilon, delta }).flatMap(([name, value]) => (value === undefined ? [] : name))
    throw new UsageError(
      `--order must come with --eta or --epsilon alone, or with --renyi and --delta, got ${given.map((name) => `--${name}`).join(" and ") || "none"}`,
    )
  }
  if (eta !== undefined) {
    const renyi = computeGdpRenyi(eta, order)
    const sentence = `renyi ${formatLoss(renyi)}: what is ${formatPlainNumber(eta)}-GDP is (${shown}, renyi)-RDP.`
    return report({ eta, order, renyi }, sentence)
  }
  const [renyi, laplace] = [computePureRenyi(epsilon!, order), computeLaplaceRenyi(epsilon!, order)]
  const pure = pureReport(epsilon!, { order, renyi, renyiOfLaplace: laplace })
  return {
    ...pure,
    text: `renyi ${formatLoss(renyi)} of order ${shown} for anything that is ${formatPlainNumber(epsilon!)}-DP, ${formatLoss(laplace)} for one Laplace release.\n${pure.text}`,
  }
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
  const implied = describeImplied("epsilon", epsilon)
  const pure = pureReport(epsilon, { delta: 0, etaOfLaplace: laplace, ...implied.numbers })
  const sentence = `eta ${formatLoss(computePureEta(epsilon))} for anything that is ${formatPlainNumber(epsilon)}-DP, ${formatLoss(laplace)} for one Laplace release.`
  return { ...pure, text: `${sentence}\n${implied.text}\n${pure.text}` }
}

/** The success of an attack on any epsilon-DP algorithm, and its trade-off. */
function pureReport(epsilon: number, numbers: Readonly<Record<string, unknown>>): PrivacyReport {
  const eta = computePureEta(epsilon)
  return {
    document: { eta, epsilon, ...numbers, ...describeSuccess(eta) },
    text: describeAttack({ eta }),
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
