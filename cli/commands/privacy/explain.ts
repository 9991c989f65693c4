// The guarantee of an algorithm with its parameters, on both scales.

import { attackSuccess, computeEpsilon, findAlgorithm, type Guarantee, gdpGuarantee } from "@armistice/core"
import { describeAttack } from "@armistice/core/text"
import type { ChosenAlgorithm } from "../../options/algorithm-options.ts"
import { formatGuarantee } from "../../print/format-guarantee.ts"
import { formatParameters } from "../../print/format-parameters.ts"
import { formatLoss, formatPlainNumber, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"
import { listEpsilons, type PrivacyReport } from "./privacy-report.ts"

export interface GuaranteeSetting {
  readonly horizon: number | undefined
  readonly armCount: number
  readonly delta: number | undefined
}

export function explain(
  { entry, parameters }: ChosenAlgorithm,
  { horizon, armCount, delta }: GuaranteeSetting,
): PrivacyReport {
  const needsHorizon = Object.hasOwn(entry.parameters, "horizon") && horizon !== undefined
  const algorithm = entry.create(needsHorizon ? { ...parameters, horizon } : parameters)
  // `start` checks the horizon against the number of arms.
  algorithm.start(armCount)
  const guarantee = algorithm.guarantee(armCount)
  const shownParameters = formatParameters(algorithm.parameters)
  const title = [
    entry.label + (shownParameters === "" ? "" : ` with ${shownParameters}`),
    ...(needsHorizon ? [`horizon ${formatShortCount(horizon)}`] : []),
    `${formatShortCount(armCount)} arms`,
  ].join(", ")
  return {
    document: {
      algorithm: entry.name,
      parameters: algorithm.parameters,
      armCount,
      ...toNumbers(guarantee, delta),
      guarantee,
      source: findAlgorithm(entry.name).source,
    },
    text: `${title}\n\n${formatTable(toRows(guarantee, delta), { left: [0, 1] })}\n\n${describeAttack(guarantee)}`,
    curves: toCurves(entry.label, guarantee),
  }
}

/** Pure DP has delta 0. GDP has an epsilon for every delta; one in a million is customary. */
function toNumbers(guarantee: Guarantee, givenDelta: number | undefined) {
  const { eta } = guarantee
  const attack = { success: attackSuccess(guarantee), inWords: describeAttack(guarantee) }
  if (eta === null) return { eta, epsilon: null, delta: null, published: null, tight: null, attack }
  const isPure = guarantee.epsilon !== undefined
  const delta = givenDelta ?? (isPure ? 0 : 1e-6)
  return {
    eta,
    epsilon: isPure ? guarantee.epsilon : computeEpsilon(eta, delta),
    delta,
    published: guarantee.published ?? null,
    tight: guarantee.tight ?? eta,
    ...(guarantee.perRecord === undefined ? {} : { perRecord: guarantee.perRecord }),
    epsilonAt: isPure ? [] : listEpsilons(eta),
    attack,
  }
}

function toRows(guarantee: Guarantee, delta: number | undefined): string[][] {
  const { eta, epsilon, published, tight, perRecord } = guarantee
  if (eta === null) return [["guarantee", "none"]]
  const rows = [["guarantee", `${formatGuarantee(guarantee)} for every single reward`]]
  if (published !== undefined) rows.push(["published", `${formatLoss(published)}-GDP, as the paper states it`])
  if (tight !== undefined) rows.push(["tight", `${formatLoss(tight)}-GDP, the smallest we can prove`])
  if (perRecord !== undefined && perRecord.length > 1)
    rows.push([
      "per record",
      perRecord
        .slice(0, 5)
        .map((block) => `${formatLoss(block.eta)} in a block of ${formatShortCount(block.rewards)}`)
        .join(", "),
    ])
  if (epsilon !== undefined) return rows
  const deltas = delta === undefined ? [] : [{ delta, epsilon: computeEpsilon(eta, delta) }]
  for (const [index, at] of [...deltas, ...listEpsilons(eta)].entries())
    rows.push([index === 0 ? "epsilon" : "", `${formatLoss(at.epsilon)} at delta ${formatPlainNumber(at.delta)}`])
  return rows
}

function toCurves(label: string, guarantee: Guarantee): PrivacyReport["curves"] {
  const { eta, published } = guarantee
  const own = { name: eta === null ? label : `${label}, ${formatGuarantee(guarantee)}`, guarantee }
  if (published === undefined || published === eta) return [own]
  return [own, { name: `as published, ${formatLoss(published)}-GDP`, guarantee: gdpGuarantee(published) }]
}
