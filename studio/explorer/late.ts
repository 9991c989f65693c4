// The explorer's settings of late and missing answers. Times are in people: one each round.

import type { DelaySpec, DeliverySpec } from "@armistice/lab"
import type { RewardKind } from "./rewards.ts"

export const delayLaws = ["fixed", "exponential", "lognormal"] as const

export interface LateAnswers {
  readonly law: (typeof delayLaws)[number]
  /** The mean delay of answers; 0 is at once. */
  readonly mean: number
  /** The mean delay of a yes if it differs from that of a no, for yes or no answers only. */
  readonly yesMean: number | null
  /** The share of people who never answer, and that of each option if they differ, else null. */
  readonly silence: number
  readonly silenceByOption: readonly number[] | null
  /** How long an answer counts. */
  readonly window: number
  readonly arrivals: "public" | "private"
  /** A missing answer counts as a no or, with public arrivals, not at all. */
  readonly missing: "no" | "ignore"
  /** The age from which answers count, if a yes and a no differ and arrivals are public. */
  readonly ripe: number
  /** "successes": a no sends nothing, so arrivals are private. For yes or no answers only. */
  readonly answers: "all" | "successes"
}

export const defaultLate: LateAnswers = {
  law: "exponential",
  mean: 100,
  yesMean: null,
  silence: 0.1,
  silenceByOption: null,
  window: 1000,
  arrivals: "public",
  missing: "no",
  ripe: 0,
  answers: "all",
}

const lateLimits = { mean: [0, 1e5], silence: [0, 0.95], window: [1, 1e5], ripe: [0, 1e5] } as const

/** They are simulated person by person; with more people the first picture takes too long. */
export const mostLatePeople = 1e5

/** The spread of lognormal delays. */
const sigma = 1.5

/** Late enough that the difference to a no shows. */
export const defaultYesMean = (mean: number): number => Math.min(10 * Math.max(mean, 1), lateLimits.mean[1])

/** The settings that say how people answer. */
interface Answering {
  readonly late: LateAnswers | null
  readonly rewards: RewardKind
}

/** Only a no can be left unsent, so other rewards never have this. */
export const sendsOnlySuccesses = ({ late, rewards }: Answering): boolean =>
  rewards === "bernoulli" && late?.answers === "successes"

/** If only successes are sent, an arrival is the answer, so arrivals are private. */
export const resolveArrivals = (settings: Answering): LateAnswers["arrivals"] =>
  sendsOnlySuccesses(settings) ? "private" : (settings.late?.arrivals ?? "public")

/** Only for yes or no answers: the simulation counts a reward above one half as a yes. */
export const resolveYesMean = (settings: Answering): number | null =>
  settings.rewards === "bernoulli" && !sendsOnlySuccesses(settings) ? (settings.late?.yesMean ?? null) : null

/** The share of people who never answer, for each of `count` options. */
export const listSilences = ({ silence, silenceByOption }: LateAnswers, count: number): readonly number[] =>
  Array.from({ length: count }, (_, option) => silenceByOption?.[option] ?? silence)

/** The settings after an option was removed: the others keep their shares. */
export function removeOption(late: LateAnswers | null, option: number): LateAnswers | null {
  if (late === null || late.silenceByOption === null) return late
  const others = late.silenceByOption.filter((_, index) => index !== option)
  return { ...late, silenceByOption: others.length === 0 ? null : others }
}

export function planLateAnswers(settings: Answering & { readonly means: readonly number[] }): DeliverySpec | undefined {
  const { late, means } = settings
  if (late === null) return undefined
  const { law, mean, window } = late
  const yesMean = resolveYesMean(settings)
  const isPrivate = resolveArrivals(settings) === "private"
  const delay =
    yesMean === null
      ? delaySpec(law, mean)
      : ({ kind: "by value", zero: delaySpec(law, mean), one: delaySpec(law, yesMean) } as const)
  const silence = late.silenceByOption === null ? late.silence : listSilences(late, means.length)
  const ripe = yesMean === null || isPrivate ? 0 : Math.min(late.ripe, window)
  return {
    ...(mean > 0 || yesMean !== null ? { delay } : {}),
    ...(silence === 0 ? {} : { silence }),
    window,
    ...(late.missing === "ignore" && !isPrivate ? { missing: "ignore" as const } : {}),
    ...(ripe > 0 ? { ripe } : {}),
    ...(isPrivate ? { arrivals: "private" as const } : {}),
    ...(sendsOnlySuccesses(settings) ? { answers: "successes" as const } : {}),
  }
}

function delaySpec(law: LateAnswers["law"], mean: number): DelaySpec {
  if (law === "fixed") return { kind: law, rounds: Math.round(mean) }
  return law === "lognormal" ? { kind: law, mean, sigma } : { kind: law, mean }
}

/** The settings to simulate: late answers limit the number of people. */
export const limitLatePeople = <Some extends Pick<Answering, "late"> & { readonly horizon: number }>(
  settings: Some,
): Some =>
  settings.late === null || settings.horizon <= mostLatePeople ? settings : { ...settings, horizon: mostLatePeople }

/** Five values that are always written, then those that differ from the default. */
export function writeLate(late: LateAnswers): string {
  const { law, mean, yesMean, silence, silenceByOption, window, arrivals, missing, ripe, answers } = late
  return [
    ...[law, mean, silence, window, arrivals],
    ...(yesMean === null ? [] : [yesMean]),
    ...(silenceByOption === null ? [] : [`silence_${silenceByOption.join("_")}`]),
    ...(ripe === 0 ? [] : [`ripe_${ripe}`]),
    ...(missing === "ignore" ? ["ignore"] : []),
    ...(answers === "successes" ? ["successes"] : []),
  ].join(",")
}

/** Null if the text is invalid. */
export function readLate(text: string | null): LateAnswers | null {
  const [law, mean, silence, window, arrivals, ...more] = text?.split(",") ?? []
  const known = delayLaws.find((one) => one === law)
  if (known === undefined || (arrivals !== "public" && arrivals !== "private")) return null
  if (!isWithin(mean, lateLimits.mean) || !isWithin(silence, lateLimits.silence)) return null
  if (!isWhole(window, lateLimits.window)) return null
  const unusual = readUnusual(more)
  if (unusual === null) return null
  const numbers = { mean: Number(mean), silence: Number(silence), window: Number(window) }
  return { ...defaultLate, law: known, ...numbers, arrivals, ...unusual }
}

function readUnusual(parts: readonly string[]): Partial<LateAnswers> | null {
  let read: Partial<LateAnswers> = {}
  for (const part of parts) {
    const [name, ...values] = part.split("_")
    if (isWithin(part, lateLimits.mean)) read = { ...read, yesMean: Number(part) }
    else if (part === "ignore") read = { ...read, missing: part }
    else if (part === "successes") read = { ...read, answers: part }
    else if (name === "ripe" && isWhole(values.join("_"), lateLimits.ripe)) read = { ...read, ripe: Number(values[0]) }
    else if (name === "silence" && values.length > 0 && values.every((share) => isWithin(share, lateLimits.silence)))
      read = { ...read, silenceByOption: values.map(Number) }
    else return null
  }
  return read
}

const isWithin = (value: string | undefined, [low, high]: readonly [number, number]): boolean =>
  value !== undefined && value !== "" && Number(value) >= low && Number(value) <= high

const isWhole = (value: string | undefined, range: readonly [number, number]): boolean =>
  isWithin(value, range) && Number.isInteger(Number(value))
