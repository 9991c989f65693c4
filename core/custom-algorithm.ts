// Completes a user's algorithm, which needs only start, choose, observe and guarantee. Without
// `releases`, every reward counts as the whole guarantee, so that no loss is understated.

import type { Algorithm, AlgorithmState } from "./algorithm.ts"
import { ArmisticeError } from "./errors.ts"
import { readGuarantee } from "./privacy/declared-guarantee.ts"
import type { Release } from "./privacy/release.ts"

const requiredFunctions = ["start", "choose", "observe", "guarantee"] as const

/** An algorithm that may lack the optional functions. */
// biome-ignore lint/suspicious/noExplicitAny: a state may have any further fields.
export type AlgorithmParts<State extends AlgorithmState = any> = Pick<
  Algorithm<State>,
  "name" | "parameters" | (typeof requiredFunctions)[number]
> &
  Partial<Algorithm<State>>

/** Returns a complete algorithm; throws if a required part is missing. */
export function completeAlgorithm(given: unknown): Algorithm {
  const parts = checkParts(given)
  if (isComplete(parts) && isStated(parts)) return parts
  const complete: Algorithm = {
    name: parts.name,
    parameters: parts.parameters,
    start: (armCount, silence, maxArms) => parts.start(armCount, silence, maxArms),
    choose: (state, random, excluded, point) => parts.choose(state, random, excluded, point),
    observe: (state, arm, reward, random, pull, point) => parts.observe(state, arm, reward, random, pull, point),
    observeMany(state, arm, count, sum, random) {
      if (parts.observeMany !== undefined) return parts.observeMany(state, arm, count, sum, random)
      // Without laws an engine simulates round by round.
      if (count === 1) return parts.observe(state, arm, sum, random)
      throw lacking(parts, "observeMany, as it tells laws of many rounds")
    },
    laws: (state) => parts.laws?.(state) ?? { kind: "plain" },
    guarantee: (armCount) => readGuarantee(parts.guarantee(armCount)),
    releases: (state) => parts.releases?.(state) ?? releaseEverything(parts, state),
    nextReleases(state, arm, pull, point) {
      if (parts.nextReleases !== undefined) return parts.nextReleases(state, arm, pull, point)
      throw lacking(parts, "nextReleases, so that its loss can be counted")
    },
  }
  if (parts.sums !== undefined) Object.assign(complete, { sums: parts.sums })
  if (parts.context !== undefined) Object.assign(complete, { context: parts.context })
  if (parts.weighsSilence === true) Object.assign(complete, { weighsSilence: true })
  if (parts.expire !== undefined) complete.expire = (state, arm, pull, point) => parts.expire?.(state, arm, pull, point)
  if (parts.prefer !== undefined)
    complete.prefer = (state, point, excluded) => parts.prefer?.(state, point, excluded) ?? null
  if (parts.addArm !== undefined) complete.addArm = (state) => parts.addArm?.(state)
  if (parts.retireArm !== undefined) complete.retireArm = (state, arm) => parts.retireArm?.(state, arm)
  return complete
}

function checkParts(given: unknown): AlgorithmParts {
  const parts = given as Partial<AlgorithmParts> | null
  if (typeof parts !== "object" || parts === null)
    throw refusal(`an algorithm must be an object, got ${given === null ? "null" : typeof given}`)
  if (typeof parts.name !== "string" || parts.name === "" || typeof parts.parameters !== "object")
    throw refusal("an algorithm must have a name and parameters")
  const missing = requiredFunctions.filter((name) => typeof parts[name] !== "function")
  if (missing.length > 0)
    throw refusal(
      `an algorithm needs the functions ${requiredFunctions.join(", ")}; this one lacks ${missing.join(", ")}`,
    )
  return parts as AlgorithmParts
}

const isComplete = (parts: AlgorithmParts): parts is Algorithm =>
  [parts.observeMany, parts.laws, parts.releases, parts.nextReleases].every((part) => typeof part === "function")

/**
 * Whether its guarantee says all that follows from it. One that fails is called again where that is
 * told well.
 */
function isStated(parts: Algorithm): boolean {
  try {
    const given = parts.guarantee(2)
    const { kind, eta, declared } = readGuarantee(given)
    return kind === given.kind && eta === given.eta && JSON.stringify(declared) === JSON.stringify(given.declared)
  } catch {
    return false
  }
}

/** Counts the whole guarantee for every reward of every arm that was pulled. */
function releaseEverything(parts: AlgorithmParts, { decided }: AlgorithmState): Release[] {
  const { eta } = readGuarantee(parts.guarantee(decided.length))
  if (eta === null) return []
  return decided.flatMap((count, arm) => (count === 0 ? [] : [{ arm, block: 0, count, mechanism: "gaussian", eta }]))
}

const lacking = ({ name }: AlgorithmParts, what: string) =>
  new ArmisticeError("not_supported", `${name} must have the function ${what}`)

const refusal = (message: string) => new ArmisticeError("invalid_parameter", message)
