// A verdict in one or two plain sentences, in the reward's own units.

import { findNextBest } from "../verdict/next-best.ts"
import type { VerdictDifference } from "../verdict/pair-difference.ts"
import type { Verdict, VerdictState } from "../verdict/verdict.ts"
import { formatInUnits } from "./format-number.ts"
import { titleVerdict } from "./verdict-title.ts"

/** What the sentences need beside the verdict. */
export interface VerdictTextOptions {
  /** Names of the arms, in order. */
  readonly arms: readonly string[]
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
  /** The arm that others are compared with where something must not get worse. */
  readonly control?: string
  /** Other outcomes that are surely worse with an arm than with the control. */
  readonly harm?: readonly { readonly arm: string; readonly metric: string }[]
  /** The planned number, once it is reached and every answer has come or is too late. */
  readonly ended?: number
}

/** The verdict in plain sentences, warnings of harm first. */
export function describeVerdict(verdict: Verdict, words: VerdictTextOptions): string {
  const { arms, control, harm = [] } = words
  const others = harm.filter(({ arm }) => arm !== arms[verdict.leader ?? -1])
  const warnings = others.map(({ arm, metric }) => `Harm: ${metric} is surely worse with ${arm} than with ${control}.`)
  return [...warnings, leadSentence(verdict, words)].join(" ")
}

function leadSentence(verdict: Verdict, words: VerdictTextOptions): string {
  const { state, leader, recommended } = verdict
  const { ended } = words
  if (ended !== undefined && isUndecided(state)) return undecidedSentence(verdict, words, ended)
  if (state === "no_answers")
    return `${titleVerdict(state)} The first come when the first batch of rewards is complete.`
  if (leader === null)
    return recommended === null
      ? "Too early to say."
      : `Too early to say: this algorithm shows no means. ${words.arms[recommended]} was chosen most often.`
  const name = words.arms[leader]
  const title = state === "guardrail" ? "" : titleVerdict(state, { leader: name })
  const against = againstNext(verdict, words)
  const certainty = `Certainty: ${certaintyText(verdict.certainty)}.`
  switch (state) {
    case "clear":
      return `${title} ${certainty}${against}`
    case "leaning":
      return `${title} ${certainty}${against}`
    case "guardrail": {
      const worse = words.harm?.filter(({ arm }) => arm === name).map(({ metric }) => metric) ?? []
      const outcome = worse.length > 0 ? worse.join(", ") : "another outcome"
      return `Harm: ${name} leads, but with it ${outcome} is surely worse than with ${words.control ?? "the control"}. ${certainty}${against}`
    }
    case "no_difference":
      return `${title} The arms that can still be best are within ${formatInUnits(words.worthwhile, words.worthwhile)} of each other, ${name} among them. That holds however often you look.`
    case "too_early":
      return `${title} ${name} leads. ${certainty}${against}`
  }
}

/** Nothing can be concluded. */
export const isUndecided = (state: VerdictState): boolean =>
  state === "no_answers" || state === "too_early" || state === "leaning"

function undecidedSentence(verdict: Verdict, words: VerdictTextOptions, planned: number): string {
  const lead = verdict.leader === null ? "" : ` ${words.arms[verdict.leader]} did best.${againstNext(verdict, words)}`
  return `${titleVerdict("ended_undecided", { reached: planned })}${lead} There is not enough evidence either way.`
}

function againstNext(verdict: Verdict, words: VerdictTextOptions): string {
  const next = findNextBest(verdict)
  if (next === null || next.difference === null) return ""
  return ` ${describeLead(next, words.arms[next.arm], words.worthwhile)}`
}

/**
 * By how much the leader is ahead of the next best arm; `worthwhile`: the least difference that
 * matters, if known.
 */
export function describeLead(
  { difference, low, high }: Pick<VerdictDifference, "difference" | "low" | "high">,
  name: string,
  worthwhile = 0,
): string {
  const width = (high ?? 0) - (low ?? 0)
  const text = (value: number | null): string => formatInUnits(value ?? 0, width)
  // Outwards: an end that is rounded inwards would say more than is known.
  const ends = `surely between ${formatInUnits(low ?? 0, width, Math.floor)} and ${formatInUnits(high ?? 0, width, Math.ceil)}`
  if ((difference ?? 0) <= 0) return `It is level with ${name}, the next best (the difference is ${ends}).`
  const more = `It brings ${text(difference)} more than ${name}, the next best`
  if ((low ?? 0) > 0 && (high ?? 0) < worthwhile)
    return `${more} (${ends}), which is less than the ${formatInUnits(worthwhile, worthwhile)} that would be worthwhile.`
  return `${more} (${ends}).`
}

/** Never rounded up. */
const certaintyText = (certainty: number | null): string =>
  certainty === null ? "none yet" : `${Math.floor(100 * certainty)} %, however often you look`
