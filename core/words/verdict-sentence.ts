// A verdict in one or two plain sentences, in the reward's own units.

import type { Verdict, VerdictDifference } from "../verdict/verdict.ts"

export interface VerdictWords {
  /** Names of the arms, in order. */
  readonly arms: readonly string[]
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
  /** Names of other outcomes that are surely worse with the leader. */
  readonly worse?: readonly string[]
}

export function verdictSentence(verdict: Verdict, words: VerdictWords): string {
  const { state, leader, recommended } = verdict
  if (state === "no_answers") return "No figures yet. The first come when the first batch of rewards is complete."
  if (leader === null)
    return recommended === null
      ? "Too early to say."
      : `Too early to say: this algorithm shows no means. ${words.arms[recommended]} was chosen most often.`
  const name = words.arms[leader]
  const next = nextBest(verdict.differences)
  const against = next === null ? "" : ` ${differenceInWords(next, words.arms[next.arm], next.low ?? 0, words)}`
  const chance = percent(verdict.arms[leader].probabilityBest ?? 0)
  switch (state) {
    case "clear":
      return `${name} is best.${against}`
    case "leaning":
      return `Leaning towards ${name}: the chance that it is best is ${chance}, but that is not sure yet.${against}`
    case "guardrail": {
      const worse = words.worse?.length ? words.worse.join(", ") : "another outcome"
      return `${name} leads, but with it ${worse} is surely worse than with another arm.${against}`
    }
    case "no_difference":
      return `No difference that matters: the arms that can still be best are within ${inUnits(words.worthwhile, words.worthwhile)} of each other, ${name} among them.`
    case "too_early":
      return `Too early to say. ${name} leads; the chance that it is best is ${chance}.${against}`
  }
}

/** The arm that comes nearest to the leader. */
function nextBest(differences: readonly VerdictDifference[]): VerdictDifference | null {
  let next: VerdictDifference | null = null
  for (const difference of differences)
    if (difference.difference !== null && (next?.difference ?? Number.POSITIVE_INFINITY) > difference.difference)
      next = difference
  return next
}

function differenceInWords(
  { difference, low, high }: VerdictDifference,
  name: string,
  least: number,
  { worthwhile }: VerdictWords,
): string {
  const width = (high ?? 0) - (low ?? 0)
  const text = (value: number | null): string => inUnits(value ?? 0, width)
  // Outwards: an end that is rounded inwards would say more than is known.
  const ends = `surely between ${inUnits(low ?? 0, width, Math.floor)} and ${inUnits(high ?? 0, width, Math.ceil)}`
  // Who is best most likely need not have the largest mean: others may be known less well.
  const more = `It brings ${text(Math.abs(difference ?? 0))} ${(difference ?? 0) < 0 ? "less" : "more"} than ${name}, the next best`
  if (least > 0 && (high ?? 0) < worthwhile)
    return `${more} (${ends}), which is less than the ${inUnits(worthwhile, worthwhile)} that would be worthwhile.`
  return `${more} (${ends}).`
}

/** As many digits as tell values of this width apart. */
function inUnits(value: number, width: number, round: (value: number) => number = Math.round): string {
  const digits = width > 0 ? Math.min(20, Math.max(0, 1 - Math.floor(Math.log10(width)))) : 0
  const scaled = value * 10 ** digits
  const nearest = Math.round(scaled)
  // A number that has so few digits already is not moved by the error of multiplying it.
  const whole = Math.abs(scaled - nearest) < 1e-9 * Math.abs(scaled) ? nearest : round(scaled)
  const text = (whole / 10 ** digits).toFixed(digits)
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text
  return short === "-0" ? "0" : short
}

/** Never rounded up to sure. */
const percent = (chance: number): string =>
  chance > 0.99 && chance < 1 ? "over 99 %" : `${Math.floor(100 * chance)} %`
