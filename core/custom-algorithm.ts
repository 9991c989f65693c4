// An algorithm of one's own as an object: start, choose, observe and guarantee are enough; the rest of the contract is filled in so that
// nothing is under-stated. What is not told about releases counts as all of the guarantee.

import type { Algorithm, AlgorithmState } from "./algorithm.ts"
import { ArmisticeError } from "./errors.ts"
import type { Release } from "./privacy/release.ts"

const needed = ["start", "choose", "observe", "guarantee"] as const

/** What must be there; every other function of an algorithm may be. */
// biome-ignore lint/suspicious/noExplicitAny: one's own state has any fields beside those that every state has.
export type AlgorithmParts<State extends AlgorithmState = any> = Pick<
  Algorithm<State>,
  "name" | "parameters" | (typeof needed)[number]
> &
  Partial<Algorithm<State>>

/** The whole contract; refuses what is no algorithm. */
export function completeAlgorithm(given: unknown): Algorithm {
  const parts = checkParts(given)
  if (isWhole(parts)) return parts
  const whole: Algorithm = {
    name: parts.name,
    parameters: parts.parameters,
    start: (armCount, silence, maxArms) => parts.start(armCount, silence, maxArms),
    choose: (state, random, excluded) => parts.choose(state, random, excluded),
    observe: (state, arm, reward, random, pull) => parts.observe(state, arm, reward, random, pull),
    observeMany(state, arm, count, sum, random) {
      if (parts.observeMany !== undefined) return parts.observeMany(state, arm, count, sum, random)
      // Without laws an engine simulates round by round.
      if (count === 1) return parts.observe(state, arm, sum, random)
      throw lacking(parts, "observeMany, as it tells laws of many rounds")
    },
    laws: (state) => parts.laws?.(state) ?? { kind: "plain" },
    guarantee: (armCount) => parts.guarantee(armCount),
    releases: (state) => parts.releases?.(state) ?? allOfIt(parts, state),
    nextReleases(state, arm, pull) {
      if (parts.nextReleases !== undefined) return parts.nextReleases(state, arm, pull)
      throw lacking(parts, "nextReleases, so that its loss can be counted")
    },
  }
  if (parts.sums !== undefined) Object.assign(whole, { sums: parts.sums })
  if (parts.weighsSilence === true) Object.assign(whole, { weighsSilence: true })
  if (parts.expire !== undefined) whole.expire = (state, arm, pull) => parts.expire?.(state, arm, pull)
  if (parts.addArm !== undefined) whole.addArm = (state) => parts.addArm?.(state)
  if (parts.retireArm !== undefined) whole.retireArm = (state, arm) => parts.retireArm?.(state, arm)
  return whole
}

function checkParts(given: unknown): AlgorithmParts {
  const parts = given as Partial<AlgorithmParts> | null
  if (typeof parts !== "object" || parts === null)
    throw refusal(`an algorithm must be an object, got ${given === null ? "null" : typeof given}`)
  if (typeof parts.name !== "string" || parts.name === "" || typeof parts.parameters !== "object")
    throw refusal("an algorithm must have a name and parameters")
  const missing = needed.filter((name) => typeof parts[name] !== "function")
  if (missing.length > 0)
    throw refusal(`an algorithm must have the functions ${needed.join(", ")}, got none for ${missing.join(", ")}`)
  return parts as AlgorithmParts
}

const isWhole = (parts: AlgorithmParts): parts is Algorithm =>
  [parts.observeMany, parts.laws, parts.releases, parts.nextReleases].every((part) => typeof part === "function")

/** All that is promised, of every reward of every arm that was pulled. */
function allOfIt(parts: AlgorithmParts, { decided }: AlgorithmState): Release[] {
  const { eta } = parts.guarantee(decided.length)
  if (eta === null) return []
  return decided.flatMap((count, arm) => (count === 0 ? [] : [{ arm, block: 0, count, mechanism: "gaussian", eta }]))
}

const lacking = ({ name }: AlgorithmParts, what: string) =>
  new ArmisticeError("not_supported", `${name} must have the function ${what}`)

const refusal = (message: string) => new ArmisticeError("invalid_parameter", message)
