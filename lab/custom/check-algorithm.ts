// Wraps a custom algorithm so that a wrong return value or an exception is reported at once, in one
// sentence that names the function and the place in the file.

import { type Algorithm, type AlgorithmState, ArmisticeError, type ContextPoint, type Guarantee } from "@armistice/core"
import { readGuarantee, refuseSubsampling } from "@armistice/core/privacy"
import { invalidParameter } from "../check-parameters.ts"

export function checkAlgorithm(algorithm: Algorithm): Algorithm {
  const { name, parameters, context, sums, weighsSilence } = algorithm
  const said = <Result>(part: string, work: () => Result): Result => attributeErrors(name, part, work)
  return {
    name,
    parameters,
    ...(context === undefined ? {} : { context }),
    ...(sums === undefined ? {} : { sums }),
    ...(weighsSilence && { weighsSilence }),
    start(armCount, silence) {
      const state = said("start", () => algorithm.start(armCount, silence))
      checkStart(name, state, armCount)
      return state
    },
    choose(state, random, excluded, point) {
      const armCount = state.decided.length
      const before = sumCounts(state.decided)
      const arm = said("choose", () => algorithm.choose(state, random, excluded, point))
      if (!(Number.isInteger(arm) && arm >= 0 && arm < armCount))
        throw invalidParameter(`choose of ${name} must return an arm from 0 to ${armCount - 1}, got ${shown(arm)}`)
      // Decisions count as released unless the algorithm says less, so they must be counted.
      const added = sumCounts(state.decided) - before
      if (added !== 1)
        throw invalidParameter(
          `choose of ${name} must add 1 to state.decided of the arm it returns, got ${added} added`,
        )
      return arm
    },
    observe: (state, arm, reward, random, pull, point) =>
      said("observe", () => algorithm.observe(state, arm, reward, random, pull, point)),
    observeMany: (state, arm, count, sum, random) =>
      said(count === 1 ? "observe" : "observeMany", () => algorithm.observeMany(state, arm, count, sum, random)),
    ...(algorithm.expire && {
      expire: (state: AlgorithmState, arm: number, pull?: number, point?: ContextPoint) =>
        said("expire", () => algorithm.expire?.(state, arm, pull, point)),
    }),
    laws: (state) => said("laws", () => algorithm.laws(state)),
    guarantee: (armCount) =>
      checkGuarantee(
        name,
        said("guarantee", () => readDeclared(algorithm.guarantee(armCount))),
      ),
    releases: (state) => said("releases", () => algorithm.releases(state)),
    nextReleases: (state, arm, pull, point) =>
      said("nextReleases", () => algorithm.nextReleases(state, arm, pull, point)),
    ...(algorithm.addArm && { addArm: (state: AlgorithmState) => said("addArm", () => algorithm.addArm?.(state)) }),
    ...(algorithm.retireArm && {
      retireArm: (state: AlgorithmState, arm: number) => said("retireArm", () => algorithm.retireArm?.(state, arm)),
    }),
  }
}

/** Attributes an error to the custom function that threw it, in one sentence with the place. */
export function attributeErrors<Result>(name: string, part: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const words = `${name} failed in ${part}: ${error instanceof Error ? error.message : String(error)}`
    const code = error instanceof ArmisticeError ? error.code : "invalid_parameter"
    throw new ArmisticeError(code, words + findPlace(error))
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
    `start of ${name} must return a state with round: 0 and decided: a 0 for each arm, got ${shown(round)} and ${shown(decided)}`,
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
    `guarantee of ${name} must return { kind: "gdp" or "pure", eta: a number of at least 0 }, { kind: "pure", epsilon }, { kind: "approximate", epsilon, delta }, { kind: "zcdp", rho }, { kind: "renyi", order, divergence } or { kind: "none", eta: null }, got ${shown(given)}`,
  )
}

const shown = (value: unknown): string => {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/**
 * " (own.mjs:12:9)": the first place of the trace that is in a file of the author, or else in any.
 */
function findPlace(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? "") : ""
  const ours = listOurPlaces()
  const places = trace.split("\n").flatMap((line) => {
    // An address may end with the version of its file.
    const [, file, position] = /([^/\\\s()]+\.\w+)(?:\?\w+)?(:\d+:\d+)\)?$/.exec(line) ?? []
    return file === undefined ? [] : [{ place: `${file}${position}`, isOurs: ours.some((part) => line.includes(part)) }]
  })
  const found = places.find(({ isOurs }) => !isOurs) ?? places[0]
  return found === undefined ? "" : ` (${found.place})`
}

/**
 * Parts of the places of this program, in a clone and installed, and of Node. A bundle for a page
 * may have no address.
 */
function listOurPlaces(): string[] {
  const here: string | undefined = import.meta.url
  const folders = here === undefined ? [] : ["../..", "../../../core"].map((path) => new URL(path, here).pathname)
  return [...folders, "node_modules", "node:"]
}
