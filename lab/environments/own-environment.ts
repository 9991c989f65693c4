// An environment of one's own: means, laws of rewards, answers and contexts as functions. Every
// value that a function returns is checked, and an error names the function and its place.

import { type Context, type ContextAttributes, type Random, seededRandom } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { checkThat, invalidParameter } from "../check-parameters.ts"
import { attributeErrors } from "../custom/attribute-errors.ts"
import { createRoundsEnvironment } from "./changing.ts"
import type { AnswerDraw, Environment, Round } from "./environment.ts"

/** The inputs on which the law of a reward may depend. */
export interface RewardDraw {
  readonly arm: number
  /** The mean of the arm, in the units of the law. */
  readonly mean: number
  /** From 1; undefined where means are a list, since such laws do not change. */
  readonly round?: number | undefined
  readonly context?: Context | undefined
  readonly random: Random
}

/** An environment that is not built in: the default export of a module. */
export interface OwnEnvironment {
  readonly name: string
  /** Mean reward of each arm, or a function that gives those of a round (from 1) and a context. */
  readonly means: readonly number[] | ((round: number, context?: Context) => readonly number[])
  /** Draws a reward with the mean of its arm; 0 or 1 if left out. */
  reward?(draw: RewardDraw): number
  /** Rewards outside of this range are moved to its ends, and means are those after that. */
  readonly clip?: readonly [number, number]
  /** Draws after how many rounds a decision is answered; null for never. */
  answer?(draw: AnswerDraw): number | null
  /** The attributes of people. */
  readonly attributes?: ContextAttributes
  /** Draws the context of the person of a round. */
  context?(round: number, random: Random): Context
}

/** A registered environment, as it is named in a simulation. */
export interface ModuleSpec {
  readonly kind: "module"
  readonly name: string
  /** The address that it is loaded from. */
  readonly module: string
  /** The checksum of the file, so that results name the file that made them. */
  readonly checksum: string
}

const modules = new Map<string, OwnEnvironment>()

/** Lets simulations name an environment by the address of its module. */
export function registerEnvironment(module: string, given: unknown): OwnEnvironment {
  const own = checkOwn(given)
  createOwnEnvironment(own)
  modules.set(module, own)
  return own
}

/** The environment of a module that was loaded. */
export function createModuleEnvironment({ module, name }: ModuleSpec): Environment {
  const own = modules.get(module)
  if (own === undefined || own.name !== name)
    throw invalidParameter(
      `a module with the environment ${JSON.stringify(name)} must be loaded, got ${own === undefined ? "none" : JSON.stringify(own.name)}`,
    )
  return createOwnEnvironment(own)
}

/** Draws of each arm by which a law is checked against its means. */
const CHECKED_DRAWS = 10_000

/** Throws if rewards do not have the means that the environment states. `horizon` bounds rounds. */
export function checkOwnMeans(environment: Environment, horizon: number): void {
  const random = seededRandom("means of an own environment")
  const { rounds, armCount } = environment
  for (let arm = 0; arm < armCount; arm++) {
    let [sum, squares] = [0, 0]
    for (let draw = 0; draw < CHECKED_DRAWS; draw++) {
      const round = rounds?.at(1 + Math.floor(((horizon - 1) * draw) / CHECKED_DRAWS), random)
      const reward =
        rounds === undefined || round === undefined
          ? environment.reward(arm, draw, random)
          : rounds.reward(arm, round, random)
      const off = reward - (round?.means ?? environment.means)[arm]
      sum += off
      squares += off * off
    }
    const off = sum / CHECKED_DRAWS
    // Maurer and Pontil's empirical Bernstein bound, wrong once in a billion checks.
    const log = Math.log(2e9)
    const deviation = Math.sqrt(Math.max(0, squares / CHECKED_DRAWS - off * off))
    const allowed = deviation * Math.sqrt((2 * log) / CHECKED_DRAWS) + (7 * 2 * log) / (3 * CHECKED_DRAWS)
    if (Math.abs(off) > allowed)
      throw invalidParameter(
        `rewards of ${environment.kind} must have the means that it states, got ${off > 0 ? "more" : "less"} by ${Number(Math.abs(off).toPrecision(2))} for arm ${arm}, over ${CHECKED_DRAWS} draws on the scale from 0 to 1`,
      )
  }
}

/** The environment that the functions describe. */
export function createOwnEnvironment(own: OwnEnvironment): Environment {
  const { name, means, attributes } = own
  const scale = readScale(own)
  const draw = (arm: number, mean: number, random: Random, now?: Round): number => {
    if (own.reward === undefined) return random.uniform() < mean ? 1 : 0
    const asked = { arm, mean: scale.raw(mean), random, round: now?.round, context: now?.context }
    return scale.reward(attributeErrors(name, "reward", () => own.reward?.(asked)))
  }
  const withAnswer = <Kind extends Environment>(environment: Kind): Kind =>
    own.answer === undefined ? environment : { ...environment, answer: (asked) => checkAnswer(own, asked) }
  if (typeof means !== "function") {
    const list = checkOwnList(name, means, scale)
    return withAnswer({
      kind: name,
      armCount: list.length,
      means: list,
      reward: (arm, _pull, random) => draw(arm, list[arm], random),
      sum(arm, _pull, count, random) {
        let sum = 0
        for (let k = 0; k < count; k++) sum += draw(arm, list[arm], random)
        return Math.min(sum, count)
      },
    })
  }
  const plan = attributes === undefined ? undefined : planContext(attributes)
  let armCount: number | undefined
  const at = (round: number, random: Random): Round => {
    const context =
      plan === undefined ? undefined : attributeErrors(name, "context", () => own.context?.(round, random))
    const list = checkOwnList(
      name,
      attributeErrors(name, "means", () => means(round, context)),
      scale,
      armCount,
    )
    if (plan === undefined || context === undefined) return { round, means: list }
    return { round, means: list, context, point: attributeErrors(name, "context", () => plan.point(context)) }
  }
  const first = at(1, seededRandom("the first round")).means
  armCount = first.length
  return withAnswer(
    createRoundsEnvironment(name, first, {
      comparator: "each round",
      at,
      reward: (arm, now, random) => draw(arm, now.means[arm], random, now),
      ...(plan === undefined ? {} : { plan }),
    }),
  )
}

function checkOwn(given: unknown): OwnEnvironment {
  const own = (given ?? {}) as Partial<OwnEnvironment>
  if (typeof own.name !== "string" || own.name === "")
    throw invalidParameter("the default export must be an environment with a name, got none")
  // Delays that depend on the value are known for Bernoulli arms alone, which have this name.
  if (own.name === "bernoulli") throw invalidParameter("the name of your environment must not be bernoulli")
  const known = ["name", "means", "reward", "clip", "answer", "attributes", "context"]
  for (const field of Object.keys(own))
    if (!known.includes(field))
      throw invalidParameter(`an environment takes ${known.join(", ")}, got ${JSON.stringify(field)}`)
  for (const part of ["reward", "answer", "context"] as const)
    if (own[part] !== undefined && typeof own[part] !== "function")
      throw invalidParameter(`${part} of ${own.name} must be a function, got ${typeof own[part]}`)
  if ((own.attributes === undefined) !== (own.context === undefined))
    throw invalidParameter(`${own.name} must have both attributes and context, or neither`)
  if (own.context !== undefined && typeof own.means !== "function")
    throw invalidParameter(`means of ${own.name} must be a function of the round and the context, not a list`)
  if (own.clip !== undefined && own.reward === undefined)
    throw invalidParameter(`clip of ${own.name} must come with reward, as other rewards are 0 or 1`)
  return own as OwnEnvironment
}

interface Scale {
  /** A clipped reward in [0, 1]. */
  reward(given: unknown): number
  mean(given: number): number
  raw(mean: number): number
}

/** From the units of the law to [0, 1]. */
function readScale({ name, clip }: OwnEnvironment): Scale {
  if (clip === undefined) {
    return {
      reward(given) {
        if (typeof given === "number" && given >= 0 && given <= 1) return given
        throw invalidParameter(
          `reward of ${name} must return a number in [0, 1], or a clip be declared, got ${String(given)}`,
        )
      },
      mean: (given) => given,
      raw: (mean) => mean,
    }
  }
  const [low, high] = Array.isArray(clip) && clip.length === 2 ? clip : [Number.NaN, Number.NaN]
  if (!(Number.isFinite(low) && Number.isFinite(high) && low < high))
    throw invalidParameter(`clip of ${name} must be two numbers, the lower first, got ${JSON.stringify(clip)}`)
  const toShare = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)))
  return {
    reward(given) {
      if (typeof given === "number" && !Number.isNaN(given)) return toShare(given)
      throw invalidParameter(`reward of ${name} must return a number, got ${String(given)}`)
    },
    mean: (given) => (given - low) / (high - low),
    raw: (mean) => low + mean * (high - low),
  }
}

function checkOwnList(name: string, given: unknown, scale: Scale, armCount?: number): readonly number[] {
  if (!Array.isArray(given) || given.length < 2 || (armCount !== undefined && given.length !== armCount))
    throw invalidParameter(
      `means of ${name} must be a list for ${armCount ?? "at least two"} arms, got ${JSON.stringify(given) ?? typeof given}`,
    )
  const means = given.map((mean) => scale.mean(mean as number))
  const stray = means.findIndex((mean) => !(mean >= 0 && mean <= 1))
  if (stray === -1) return means
  throw invalidParameter(
    `means of ${name} must be in ${scale.raw(0) === 0 && scale.raw(1) === 1 ? "[0, 1]" : `[${scale.raw(0)}, ${scale.raw(1)}], to which rewards are clipped`}, got ${String(given[stray])} for arm ${stray}`,
  )
}

function checkAnswer(own: OwnEnvironment, draw: AnswerDraw): number | null {
  const delay = attributeErrors(own.name, "answer", () => own.answer?.(draw))
  if (delay === null) return null
  const isWhole = typeof delay === "number" && Number.isSafeInteger(delay) && delay >= 0
  checkThat(`answer of ${own.name}`, isWhole, "a whole number of rounds of at least 0, or null for never", delay)
  return delay as number
}

/** Steps by which {@link clippedMean} goes through a law. */
const STEPS = 2 ** 16

/**
 * The mean of a law after its values were moved into a range, from its quantiles: at most the
 * range over 131,072 away. For means of laws with heavy tails.
 *
 * @example
 * ```ts
 * // Pareto with shape 1.5, clipped to [0, 50].
 * const mean = clippedMean((u) => (1 - u) ** (-1 / 1.5), [0, 50])
 * ```
 */
export function clippedMean(quantile: (u: number) => number, [low, high]: readonly [number, number]): number {
  let sum = 0
  for (let step = 0; step < STEPS; step++) sum += Math.min(high, Math.max(low, quantile((step + 0.5) / STEPS)))
  return sum / STEPS
}
