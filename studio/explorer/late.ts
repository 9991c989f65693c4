// People who answer late or never, as the explorer sets them: times are in people who come meanwhile, since a round is one person.

import type { DelaySpec, DeliverySpec } from "@armistice/lab"
import type { Settings } from "./settings.ts"

export const delayLaws = ["fixed", "exponential", "lognormal"] as const

export interface LateAnswers {
  readonly law: (typeof delayLaws)[number]
  /** How late answers are, on average; 0: at once. */
  readonly mean: number
  /** How late a yes is, where it takes another time than a no; null: the same. For answers of yes or no alone. */
  readonly yesMean: number | null
  /** The share of people who never answer. */
  readonly silence: number
  /** How long an answer counts. */
  readonly window: number
  readonly arrivals: "public" | "private"
}

export const usualLate: LateAnswers = {
  law: "exponential",
  mean: 100,
  yesMean: null,
  silence: 0.1,
  window: 1000,
  arrivals: "public",
}

const lateLimits = { mean: [0, 1e5], silence: [0, 0.95], window: [1, 1e5] } as const

/** Late answers are played person by person: of more people a first picture would take too long. */
export const mostLatePeople = 1e5

/** How far lognormal delays spread. */
const sigma = 1.5

/** A yes that takes another time than a no: late enough that the difference shows. */
export const usualYesMean = (mean: number): number => Math.min(10 * Math.max(mean, 1), lateLimits.mean[1])

/** What the simulation knows as a reward above one half is a yes; other answers than yes and no have one time. */
export const yesMeanOf = ({ late, rewards }: Pick<Settings, "late" | "rewards">): number | null =>
  rewards === "bernoulli" ? (late?.yesMean ?? null) : null

export function deliveryOf(settings: Pick<Settings, "late" | "rewards">): DeliverySpec | undefined {
  const { late } = settings
  if (late === null) return undefined
  const { law, mean, silence, window, arrivals } = late
  const yesMean = yesMeanOf(settings)
  const delay =
    yesMean === null
      ? delaySpec(law, mean)
      : ({ kind: "by value", zero: delaySpec(law, mean), one: delaySpec(law, yesMean) } as const)
  return {
    ...(mean > 0 || yesMean !== null ? { delay } : {}),
    ...(silence > 0 ? { silence } : {}),
    window,
    ...(arrivals === "private" ? { arrivals } : {}),
  }
}

function delaySpec(law: LateAnswers["law"], mean: number): DelaySpec {
  if (law === "fixed") return { kind: law, rounds: Math.round(mean) }
  return law === "lognormal" ? { kind: law, mean, sigma } : { kind: law, mean }
}

/** The settings that are simulated: of late answers no more people than can be played soon. */
export const playedSettings = (settings: Settings): Settings =>
  settings.late === null || settings.horizon <= mostLatePeople ? settings : { ...settings, horizon: mostLatePeople }

export function writeLate({ law, mean, yesMean, silence, window, arrivals }: LateAnswers): string {
  return [law, mean, silence, window, arrivals, ...(yesMean === null ? [] : [yesMean])].join(",")
}

/** Null where it makes no sense. */
export function readLate(text: string | null): LateAnswers | null {
  const [law, mean, silence, window, arrivals, yesMean, ...more] = text?.split(",") ?? []
  const isWithin = (value: string | undefined, [low, high]: readonly [number, number]) =>
    value !== undefined && value !== "" && Number(value) >= low && Number(value) <= high
  const known = delayLaws.find((one) => one === law)
  if (known === undefined || more.length > 0 || (arrivals !== "public" && arrivals !== "private")) return null
  if (!isWithin(mean, lateLimits.mean) || !isWithin(silence, lateLimits.silence)) return null
  if (!isWithin(window, lateLimits.window) || !Number.isInteger(Number(window))) return null
  if (yesMean !== undefined && !isWithin(yesMean, lateLimits.mean)) return null
  return {
    law: known,
    mean: Number(mean),
    yesMean: yesMean === undefined ? null : Number(yesMean),
    silence: Number(silence),
    window: Number(window),
    arrivals,
  }
}
