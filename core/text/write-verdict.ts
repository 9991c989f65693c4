// A verdict as pieces of text that the command, the service, its webhooks and the page share: what
// was found, by how much, how surely, and what to do.

import { strong, type TextPiece } from "./text-piece.ts"
import { formatCertainty } from "./units.ts"
import {
  compareWithNext,
  describeGain,
  describeKnown,
  describeNoDifference,
  describeSmallLead,
  describeUndecided,
  type Leading,
  type NamedVerdict,
  type VerdictWords,
} from "./verdict-figures.ts"
import { titleVerdict } from "./verdict-title.ts"

/** The parts of a verdict, in the order in which they are read. */
export interface VerdictPieces {
  /** Undecided experiments end as such. */
  readonly state: NamedVerdict["state"]
  readonly title: string
  /** The figures that the verdict rests on. */
  readonly figures: readonly TextPiece[]
  /** The next step for the operator. */
  readonly advice: readonly TextPiece[]
  /** Null without a leader. */
  readonly certainty: CertaintyText | null
}

/** How sure it is that the leader is better. */
export interface CertaintyText {
  /** "Certainty that Green is better". */
  readonly label: string
  /** Null while none can be stated. */
  readonly share: number | null
  readonly note: string
}

/** The verdict as pieces of text. */
export function writeVerdict(verdict: NamedVerdict, options: VerdictWords): VerdictPieces {
  const words = withDefaults(options)
  const isUndecidedAtEnd = words.isOver && isUndecided(verdict.state)
  const state = isUndecidedAtEnd ? "ended_undecided" : verdict.state
  const find = (name: string | null) => verdict.arms.find(({ arm }) => arm === name)
  const leader = find(verdict.leader)
  if (state === "no_answers" || leader === undefined) return writeLeaderless(state, verdict, words)
  const next = find(verdict.lead?.arm ?? null) ?? null
  const leading = { verdict, words, leader, next, lead: next === null ? null : verdict.lead }
  return { state, ...writeLeading(state, leading), certainty: describeCertainty(leading, state) }
}

const withDefaults = (words: VerdictWords): Required<VerdictWords> => ({
  isOver: false,
  reached: null,
  segment: null,
  counted: "answers",
  quoteName: (name) => name,
  startWithName: (name) => name,
  isAlone: false,
  harmed: [],
  change: "worse",
  ...words,
})

/** Nothing can be concluded. */
export const isUndecided = (state: NamedVerdict["state"]): boolean =>
  state === "no_answers" || state === "too_early" || state === "leaning"

/** For methods without figures only the arm given most often is known. */
function writeLeaderless(
  state: NamedVerdict["state"],
  { recommended }: NamedVerdict,
  { reached, startWithName }: Required<VerdictWords>,
): VerdictPieces {
  const figures =
    recommended === null
      ? []
      : [`This method publishes no figures of the options. ${startWithName(recommended)} was given most often.`]
  if (state === "ended_undecided")
    return { state, title: titleVerdict(state, { reached }), figures, advice: undecidedAdvice, certainty: null }
  if (state !== "no_answers")
    return { state: "too_early", title: titleVerdict("too_early"), figures, advice: [], certainty: null }
  const first = ["The first figures come once enough people have answered."]
  return { state, title: titleVerdict(state), figures: first, advice: [], certainty: null }
}

const undecidedAdvice = ["Not enough evidence either way; ship only for other reasons."]

function writeLeading(
  state: Exclude<NamedVerdict["state"], "no_answers">,
  leading: Leading,
): Omit<VerdictPieces, "state" | "certainty"> {
  const { leader, words } = leading
  const { isOver, counted, reached, quoteName, startWithName } = words
  const where = words.segment === null ? "" : ` in ${words.segment}`
  switch (state) {
    case "clear":
      return {
        title: titleVerdict(state, { leader: startWithName(leader.arm), isOver }),
        figures: [...compareWithNext(leading), ...describeSmallLead(leading)],
        advice: [strong(isOver ? `Ship ${quoteName(leader.arm)}${where}.` : `Enough to stop${where}.`)],
      }
    case "guardrail":
      return {
        title: titleVerdict(state, { ...words, leader: startWithName(leader.arm) }),
        figures: describeGain(leading),
        advice: [strong(`Weigh one against the other before you ${isOver ? "ship it" : "stop"}.`)],
      }
    case "leaning":
      return {
        title: titleVerdict(state, { leader: quoteName(leader.arm) }),
        figures: compareWithNext(leading),
        advice: [strong("Not enough to stop:"), " the true difference may be zero."],
      }
    case "no_difference":
      return {
        title: titleVerdict(state),
        figures: describeNoDifference(leading),
        advice: [strong("Choose on other grounds;"), ` more ${counted} will not change this.`],
      }
    case "too_early":
      return {
        title: titleVerdict(state),
        figures: describeKnown(leading),
        advice: [strong("Nothing to do yet.")],
      }
    case "ended_undecided":
      return {
        title: titleVerdict(state, { reached }),
        figures: describeUndecided(leading),
        advice: undecidedAdvice,
      }
  }
}

const describeCertainty = ({ leader, verdict, words }: Leading, state: NamedVerdict["state"]): CertaintyText => ({
  label: `Certainty that ${words.quoteName(leader.arm)} is better`,
  share: verdict.certainty,
  note: `Holds however often you look.${state === "leaning" ? " Of experiments whose options are equal, at most 20 in 100 ever lean." : ""}`,
})

/** "Certainty that Green is better: 84 %. Holds …", or "Certainty: none yet.". */
export const certaintySentence = ({ label, share, note }: CertaintyText): string =>
  share === null ? "Certainty: none yet." : `${label}: ${formatCertainty(share)}. ${note}`
