// Wraps a custom algorithm: every result is checked, and an error names its function.

import type { Algorithm, AlgorithmState, ContextPoint, Guarantee } from "@armistice/core"
import { readGuarantee, refuseSubsampling } from "@armistice/core/privacy"
import { invalidParameter } from "../check-parameters.ts"
import { attributeErrors } from "./attribute-errors.ts"

export function checkAlgorithm(algorithm: Algorithm): Algorithm {
  const { name, parameters, context, sums, weighsSilence } = algorithm
  const attribute = <Result>(part: string, work: () => Result): Result => attributeErrors(name, part, work)
  return {
    name,
    parameters,
    ...(context === undefined ? {} : { context }),
    ...(sums === undefined ? {} : { sums }),
    ...(weighsSilence && { weighsSilence }),
    start(armCount, silence) {
      const state = attribute("start", () => algorithm.start(armCount, silence))
      checkStart(name, state, armCount)
      return state
    },
    choose(state, random, excluded, point) {
      const armCount = state.decided.length
      const before = sumCounts(state.decided)
      const arm = attribute("choose", () => algorithm.choose(state, random, excluded, point))
      if (!(Number.isInteger(arm) && arm >= 0 && arm < armCount))
        throw invalidParameter(`choose of ${name} must return an arm from 0 to ${armCount - 1}, got ${showValue(arm)}`)
      // Decisions count as released unless the algorithm says less, so they must be counted.
      const added = sumCounts(state.decided) - before
      if (added !== 1)
        throw invalidParameter(
          `choose of ${name} must add 1 to state.decided of the arm it returns, got ${added} added`,
        )
      return arm
    },
    observe: (state, arm, reward, random, pull, point) =>
      attribute("observe", () => algorithm.observe(state, arm, reward, random, pull, point)),
    observeMany: (state, arm, count, sum, random) =>
      attribute(count === 1 ? "observe" : "observeMany", () => algorithm.observeMany(state, arm, count, sum, random)),
    ...(algorithm.expire && {
      expire: (state: AlgorithmState, arm: number, pull?: number, point?: ContextPoint) =>
        attribute("expire", () => algorithm.expire?.(state, arm, pull, point)),
    }),
    laws: (state) => attribute("laws", () => algorithm.laws(state)),
    guarantee: (armCount) =>
      checkGuarantee(
        name,
        attribute("guarantee", () => readDeclared(algorithm.guarantee(armCount))),
      ),
    releases: (state) => attribute("releases", () => algorithm.releases(state)),
    nextReleases: (state, arm, pull, point) =>
      attribute("nextReleases", () => algorithm.nextReleases(state, arm, pull, point)),
    ...(algorithm.addArm && {
      addArm: (state: AlgorithmState) => attribute("addArm", () => algorithm.addArm?.(state)),
    }),
    ...(algorithm.retireArm && {
      retireArm: (state: AlgorithmState, arm: number) =>
        attribute("retireArm", () => algorithm.retireArm?.(state, arm)),
    }),
  }
}

/** A plain loop for speed: called twice a round. */
function sumCounts(counts: readonly number[]): number {
  let total = 0
  for (let arm = 0; arm < counts.length; arm++) total += counts[arm]
  return total
}

function checkStart(name: string, state: unknown, armCount: number): void {
  const { round, decided } = (state ?? {}) as Partial<AlgorithmState>
  const isFilled = Array.isArray(decided) && decided.length === armCount && decided.every((count) => count === 0)
  if (round === 0 && isFilled) return
  throw invalidParameter(
    `start of ${name} must return a state with round: 0 and decided: a 0 for each arm, got ${showValue(round)} and ${showValue(decided)}`,
  )
}

/** A loss after subsampling is refused with the reason, not as an unknown kind. */
function readDeclared(given: Guarantee): Guarantee {
  if ((given as { readonly kind?: string } | null)?.kind === "subsampled") refuseSubsampling()
  return readGuarantee(given)
}

function checkGuarantee(name: string, given: Guarantee | undefined): Guarantee {
  const { kind, eta } = given ?? {}
  const isPromise = (kind === "gdp" || kind === "pure") && typeof eta === "number" && eta >= 0 && Number.isFinite(eta)
  if (given !== undefined && (isPromise || (kind === "none" && eta === null))) return given
  throw invalidParameter(
    `guarantee of ${name} must return { kind: "gdp" or "pure", eta: a number of at least 0 }, { kind: "pure", epsilon }, { kind: "approximate", epsilon, delta }, { kind: "zcdp", rho }, { kind: "renyi", order, divergence } or { kind: "none", eta: null }, got ${showValue(given)}`,
  )
}

const showValue = (value: unknown): string => {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
