// How rewards reach the algorithm, and when they join a batch. Public arrivals join on arrival, or
// from an age `ripe` on; private ones at the end of the window, answered or not.

import { checkThat, invalidParameter } from "../check-parameters.ts"
import { changingKinds } from "../environments/changing.ts"
import { hasContext } from "../environments/context-environment.ts"
import type { Environment } from "../environments/environment.ts"
import { createDelayLaw, type DelayByValueSpec, type DelayLaw, type DelaySpec } from "./delay-law.ts"

/** The delivery of rewards as plain JSON. Times are in rounds. */
export interface DeliverySpec {
  /** Rounds between a decision and its reward; none if left out. */
  readonly delay?: DelaySpec | DelayByValueSpec
  /** Probability that a reward is delivered a second time. */
  readonly doubling?: number
  /** Probability that a decision is never answered: one for all arms, or one for each. */
  readonly silence?: number | readonly number[]
  /** Rounds for which an answer counts; the horizon if left out. */
  readonly window?: number
  /** The worth of a decision without an answer, in [0, 1], or "ignore"; 0 if left out. */
  readonly missing?: number | "ignore"
  /** The age from which on a reward joins a batch (public arrivals); 0 if left out. */
  readonly ripe?: number
  /** Whether it may be known who answered and when; "public" if left out. */
  readonly arrivals?: "public" | "private"
  /** "successes": rewards of 0 are never sent. Public arrivals then need `acceptPublicArrivals`. */
  readonly answers?: "all" | "successes"
  readonly acceptPublicArrivals?: boolean
}

/** A delivery with every field, checked for a number of arms and a horizon. */
export interface CheckedDelivery {
  /** The law for rewards of at most 1/2, and for those above. */
  readonly zero: DelayLaw
  readonly one: DelayLaw
  readonly doubling: number
  /** One for each arm. */
  readonly silence: readonly number[]
  readonly window: number
  /** "ignore" too where every decision is answered within the window. */
  readonly missing: number | "ignore"
  readonly ripe: number
  readonly arrivals: "public" | "private"
  readonly answers: "all" | "successes"
}

/** A run keeps this many decisions at most whose window is open. */
const mostOpen = 2e7

/** Throws if a field is out of range or two contradict each other. */
export function checkDelivery(spec: DeliverySpec, armCount: number, horizon: number): CheckedDelivery {
  const { delay = { kind: "fixed", rounds: 0 }, doubling = 0, window = horizon, missing = 0, ripe = 0 } = spec
  const { answers = "all" } = spec
  const { arrivals = answers === "successes" && spec.acceptPublicArrivals !== true ? "private" : "public" } = spec
  const isByValue = delay.kind === "by value"
  const zero = createDelayLaw(isByValue ? delay.zero : delay)
  const one = isByValue ? createDelayLaw(delay.one) : zero
  checkThat("doubling", isShare(doubling), "in [0, 1]", doubling)
  const silence = silenceByArm(spec.silence ?? 0, armCount)
  checkThat("window", Number.isSafeInteger(window) && window >= 1, "a whole number of at least 1", window)
  checkThat("missing", missing === "ignore" || isShare(missing), '"ignore" or in [0, 1]', missing)
  checkThat(
    "ripe",
    Number.isSafeInteger(ripe) && ripe >= 0 && ripe <= window,
    "a whole number from 0 to the window",
    ripe,
  )
  checkThat("arrivals", arrivals === "public" || arrivals === "private", "public or private", arrivals)
  checkThat("answers", answers === "all" || answers === "successes", "all or successes", answers)
  const open = Math.min(window, horizon)
  checkThat("the window", open <= mostOpen, `at most ${mostOpen} rounds, or the horizon be that short`, open)
  if (arrivals === "private" && missing === "ignore")
    throw invalidParameter(
      'missing must be a number where arrivals are private, got "ignore": it would tell who answered',
    )
  if (arrivals === "private" && ripe > 0)
    throw invalidParameter(
      `ripe must be 0 where arrivals are private, got ${ripe}: rewards join at the end of the window`,
    )
  if (answers === "successes" && missing !== 0)
    throw invalidParameter(`missing must be 0 where only successes are sent, got ${missing}`)
  if (answers === "successes" && arrivals === "public" && spec.acceptPublicArrivals !== true)
    throw invalidParameter(
      "arrivals must be private where only successes are sent, got public: an arrival is the outcome then",
    )
  const isAlwaysAnswered =
    answers === "all" &&
    silence.every((share) => share === 0) &&
    zero.chanceWithin(window) === 1 &&
    one.chanceWithin(window) === 1
  const isMoot = isAlwaysAnswered && arrivals === "public"
  return { zero, one, doubling, silence, window, missing: isMoot ? "ignore" : missing, ripe, arrivals, answers }
}

/**
 * The value of a decision of each arm, for regret: the mean reward if silence is ignored, else c +
 * P(answered within the window) (mean - c), where silence is worth c. `means` may be those of one
 * round, or of one person.
 */
export function computeWorths(
  delivery: CheckedDelivery,
  environment: Environment,
  means: readonly number[] = environment.means,
): readonly number[] {
  const { missing, silence, window, zero, one } = delivery
  if (missing === "ignore") return means
  const [zeroComes, oneComes] = [zero.chanceWithin(window), one.chanceWithin(window)]
  if (zeroComes !== oneComes && !isBernoulli(environment))
    throw invalidParameter(
      `delays by value must come with Bernoulli arms, or with missing "ignore", got ${environment.kind} arms`,
    )
  return means.map((mean, arm) => {
    const comes = 1 - silence[arm]
    if (zeroComes === oneComes) return missing + comes * oneComes * (mean - missing)
    return missing + comes * (oneComes * mean * (1 - missing) - zeroComes * (1 - mean) * missing)
  })
}

const isBernoulli = (environment: Environment): boolean =>
  environment.kind === "bernoulli" ||
  hasContext(environment) ||
  (changingKinds as readonly string[]).includes(environment.kind)

/** An environment with answers of its own says itself when they come. */
export function checkOwnAnswers(spec: DeliverySpec, { kind, answer }: Environment): void {
  if (answer === undefined) return
  const stray = (["delay", "silence", "doubling", "answers"] as const).find((name) => spec[name] !== undefined)
  if (stray !== undefined)
    throw invalidParameter(`${stray} must be left out where the environment has answers of its own, as ${kind} has`)
  if (spec.missing !== undefined && spec.missing !== "ignore")
    throw invalidParameter(
      `missing must be "ignore" where the environment has answers of its own, as ${kind} has, got ${spec.missing}: how many are answered is not known`,
    )
  if (spec.arrivals === "private")
    throw invalidParameter(`arrivals must be public where the environment has answers of its own, as ${kind} has`)
}

function silenceByArm(silence: number | readonly number[], armCount: number): readonly number[] {
  const shares = typeof silence === "number" ? new Array<number>(armCount).fill(silence) : silence
  if (!Array.isArray(shares) || shares.length !== armCount)
    throw invalidParameter(
      `silence must be one number or one for each of the ${armCount} arms, got ${JSON.stringify(silence)}`,
    )
  for (const share of shares) checkThat("silence", isShare(share), "in [0, 1]", share)
  return shares
}

const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1
