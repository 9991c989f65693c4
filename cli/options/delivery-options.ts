// Rewards that come late, twice or never, as flags of every command that simulates.

import { type DelayByValueSpec, type DelaySpec, type DeliverySpec, delayKinds } from "@armistice/lab"
import { UsageError } from "../usage-error.ts"
import { number, type OptionSpecs, type OptionValues } from "./option-spec.ts"
import { readNumber } from "./read-number.ts"

const heading = "Late and missing rewards (engine step; times in rounds)"
const rounds = { kind: "integer", max: 1e15, heading } as const

export const deliveryOptions = {
  delay: {
    kind: "numbers",
    about: "rounds between a decision and its reward; as 5,50 for rewards of 0 and of 1",
    placeholder: "rounds",
    heading,
  },
  meanDelay: {
    kind: "numbers",
    about: "the same by a law with this mean; as 200,2000 for rewards of 0 and of 1",
    placeholder: "rounds",
    heading,
  },
  delayLaw: {
    kind: "choice",
    values: delayKinds.filter((kind) => kind !== "fixed"),
    about: "with --mean-delay: geometric if left out",
    heading,
  },
  delaySigma: number(0, 10, "of the logarithm of lognormal delays (1.5 if left out)", { aboveMin: true, heading }),
  silence: { kind: "numbers", about: "share of decisions never answered; one number or one for each arm", heading },
  window: { ...rounds, min: 1, about: "how long an answer counts (the horizon if left out)" },
  missing: {
    kind: "raw",
    about: "what a decision without an answer is worth, or ignore (0 if left out)",
    placeholder: "number|ignore",
    heading,
  },
  ripe: { ...rounds, min: 0, about: "age from which on an answer joins a batch (0 if left out; public arrivals)" },
  arrivals: {
    kind: "choice",
    values: ["public", "private"],
    about: "whether it may be known who answered and when; private: all join at the end of the window",
    heading,
  },
  answers: {
    kind: "choice",
    values: ["all", "successes"],
    about: "successes: rewards of 0 are never sent, and arrivals are private",
    heading,
  },
  acceptPublicArrivals: {
    kind: "switch",
    about: "allow public arrivals where only successes are sent: outcomes are public then",
    heading,
  },
  doubling: number(0, 1, "probability that a reward comes twice", { heading }),
} as const satisfies OptionSpecs

type Values = { readonly [Name in keyof OptionValues<typeof deliveryOptions>]?: unknown } & Partial<
  OptionValues<typeof deliveryOptions>
>

/** The delivery that the flags describe; undefined without any. The laboratory checks ranges. */
export function readDelivery(values: Values): DeliverySpec | undefined {
  const { silence, window, ripe, arrivals, answers, doubling } = values
  const spec = {
    delay: readDelay(values),
    doubling,
    silence: silence?.length === 1 ? silence[0] : silence,
    window,
    missing: readMissing(values.missing),
    ripe,
    arrivals,
    answers,
    acceptPublicArrivals: values.acceptPublicArrivals === true ? true : undefined,
  }
  const given = Object.entries(spec).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  if ((arrivals === "private" || answers === "successes") && window === undefined && arrivals !== "public")
    throw new UsageError("--window must be given where arrivals are private: rewards join at its end, got nothing")
  return Object.fromEntries(given) as DeliverySpec
}

function readDelay({ delay, meanDelay, delayLaw, delaySigma }: Values): DelaySpec | DelayByValueSpec | undefined {
  if (delay !== undefined && meanDelay !== undefined)
    throw new UsageError("--delay and --mean-delay must not be given together: a delay is fixed or drawn from a law")
  if (delayLaw !== undefined && meanDelay === undefined)
    throw new UsageError(`--delay-law must come with --mean-delay, got ${delayLaw} alone`)
  if (delaySigma !== undefined && delayLaw !== "lognormal")
    throw new UsageError("--delay-sigma must come with --delay-law lognormal")
  if (delay !== undefined) return byValue("--delay", delay, (rounds) => ({ kind: "fixed", rounds }))
  if (meanDelay === undefined) return undefined
  const kind = delayLaw ?? "geometric"
  return byValue("--mean-delay", meanDelay, (mean) =>
    kind === "lognormal" ? { kind, mean, sigma: delaySigma ?? 1.5 } : { kind, mean },
  )
}

function byValue(
  flag: string,
  given: readonly number[],
  law: (delay: number) => DelaySpec,
): DelaySpec | DelayByValueSpec {
  const [zero, one, ...more] = given
  if (zero === undefined || more.length > 0)
    throw new UsageError(`${flag} must be one number, or two for rewards of 0 and of 1, got ${given.join(",")}`)
  return one === undefined ? law(zero) : { kind: "by value", zero: law(zero), one: law(one) }
}

function readMissing(given: unknown): number | "ignore" | undefined {
  if (given === undefined || given === "ignore") return given
  const value = typeof given === "string" ? readNumber(given) : given
  if (typeof value === "number") return value
  throw new UsageError(`--missing must be a number in [0, 1] or ignore, got ${JSON.stringify(given)}`)
}
