// Laws of the rounds between a decision and its reward; continuous ones are rounded down.

import type { Random } from "@armistice/core"
import { normalCdf } from "@armistice/core/numerics"
import { checkThat } from "../check-parameters.ts"

/** A law of delays as plain JSON. */
export type DelaySpec =
  | { readonly kind: "fixed"; readonly rounds: number }
  | { readonly kind: "geometric"; readonly mean: number }
  | { readonly kind: "exponential"; readonly mean: number }
  | { readonly kind: "lognormal"; readonly mean: number; readonly sigma: number }

/** Rewards of at most 1/2 and rewards above it have laws of their own. */
export interface DelayByValueSpec {
  readonly kind: "by value"
  readonly zero: DelaySpec
  readonly one: DelaySpec
}

/** Names of the delay laws. */
export const delayKinds = ["fixed", "geometric", "exponential", "lognormal"] as const

export interface DelayLaw {
  draw(random: Random): number
  /** The chance of a delay of fewer than `window` rounds. */
  chanceWithin(window: number): number
}

/** Throws if the specification is not one of the laws. */
export function createDelayLaw(spec: DelaySpec): DelayLaw {
  const { kind } = spec
  if (kind === "fixed") {
    const { rounds } = spec
    checkThat("delay", Number.isSafeInteger(rounds) && rounds >= 0, "a whole number of at least 0", rounds)
    return { draw: () => rounds, chanceWithin: (window) => (rounds < window ? 1 : 0) }
  }
  const isKnown = (delayKinds as readonly unknown[]).includes(kind)
  checkThat("delay", isKnown, `${delayKinds.join(", ")} or by value`, kind)
  const { mean } = spec
  checkThat("mean delay", mean >= 0 && mean < Number.POSITIVE_INFINITY, "a finite number of at least 0", mean)
  if (mean === 0) return { draw: () => 0, chanceWithin: (window) => (window > 0 ? 1 : 0) }
  if (kind === "geometric") {
    // Failures before the first success of probability 1/(1 + mean).
    const rate = Math.log1p(1 / mean)
    return {
      draw: (random) => Math.floor(random.exponential() / rate),
      chanceWithin: (window) => -Math.expm1(-rate * window),
    }
  }
  if (kind === "exponential")
    return {
      draw: (random) => Math.floor(mean * random.exponential()),
      chanceWithin: (window) => -Math.expm1(-window / mean),
    }
  const { sigma } = spec
  checkThat("sigma", sigma > 0 && sigma < Number.POSITIVE_INFINITY, "a finite number above 0", sigma)
  const median = mean * Math.exp((-sigma * sigma) / 2)
  return {
    draw: (random) => Math.floor(median * Math.exp(sigma * random.gaussian())),
    chanceWithin: (window) => normalCdf(Math.log(window / median) / sigma),
  }
}
