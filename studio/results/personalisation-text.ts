// Whether personalising helps, in words. State and figures come from the service.

import {
  joinSentences,
  strong,
  type TextPiece,
  writePersonalisation as writePieces,
} from "@armistice/core/verdict-text"
import { findOnlyAttribute, pluralize } from "./attribute-names.ts"
import { quoteName } from "./option-names.ts"
import type { ContextGroup, Detail, Results } from "./results-types.ts"
import { createUnits } from "./units.ts"
import { type VerdictText, verdictChips } from "./verdict-parts.ts"

type ContextDetail = Pick<Detail, "reward" | "context">

/** The text of an experiment with context. */
export function writePersonalisation(
  {
    personalisation = null,
    groups,
    level,
    segments,
  }: Pick<Results, "personalisation" | "groups" | "level" | "segments">,
  detail: ContextDetail,
): VerdictText {
  if (personalisation === null) return withoutGroups
  const { state, value, best } = personalisation
  const attribute = findOnlyAttribute(detail) ?? "group"
  const { title, figures, advice } = writePieces(
    { state, value, best: best === null ? null : quoteName(best) },
    {
      units: createUnits(detail.reward),
      level,
      worthwhile: segments[0]?.worthwhile ?? 0,
      attribute,
    },
  )
  const source = state === "helps" ? describeSource(groups ?? [], best, attribute) : []
  return { ...looks[state], title, sentences: joinSentences(figures, source, advice) }
}

const looks = {
  too_early: { tone: "early", chip: "Not known yet", chipTone: "hollow" },
  helps: verdictChips.clear,
  does_not_help_by_more_than: { tone: "same", chip: "Makes no difference", chipTone: "" },
  same_for_all: { tone: "same", chip: "Same option for all", chipTone: "" },
} as const

/** Which groups the gain comes from: those that are not given the best single option. */
function describeSource(groups: readonly ContextGroup[], best: string | null, one: string): TextPiece[] {
  const own = groups.filter(({ share, recommended }) => share > 0 && recommended !== null && recommended !== best)
  const [first, second] = own
  if (first === undefined) return []
  if (own.length > 2) return [`The gain comes from ${own.length} of ${groups.length} ${pluralize(one)}.`]
  if (second !== undefined) return ["The gain comes from ", strong(first.group), " and ", strong(second.group), "."]
  const { group, leader, recommended } = first
  const option = strong(quoteName(recommended as string))
  return [
    "The whole gain comes from ",
    strong(group),
    leader === recommended ? ", where " : ", which is given ",
    option,
    leader === recommended ? " is ahead." : ".",
  ]
}

const withoutGroups: VerdictText = {
  tone: "early",
  chip: "Not told",
  chipTone: "hollow",
  title: "Effects are assumed to add up.",
  sentences: [
    "Only totals of the attributes are published, not those of their groups, so nothing is sure about a group. Everyone is given what seems best for their attributes.",
  ],
}

/** Whether the first card says if personalising helps; harm and waiting for figures come first. */
export function isAboutPersonalising(
  { segments: [only], groups }: Pick<Results, "segments" | "groups">,
  { context, stopped, harmSeen }: Pick<Detail, "context" | "stopped" | "harmSeen">,
): boolean {
  if (context === null || only === undefined) return false
  const isHarmed = only.harm.some(({ arm }) => !harmSeen || !stopped.some((one) => one.arm === arm))
  return !isHarmed && (groups?.some(({ state }) => state !== "no_answers") ?? only.state !== "no_answers")
}

/** "Finish: give each device its own", or nothing is recommended. */
export function writePersonalFinishLabel(
  { personalisation = null }: Pick<Results, "personalisation">,
  detail: ContextDetail,
): string {
  return personalisation?.state === "helps"
    ? `Finish: give each ${findOnlyAttribute(detail) ?? "group"} its own`
    : "Finish …"
}

/** The basis of the verdict: proved, assumed, and not covered. */
export function describeBasis(
  detail: ContextDetail,
  level: number,
): readonly (readonly [name: string, words: string])[] {
  const one = findOnlyAttribute(detail) ?? "group"
  const many = pluralize(one)
  const wrongIn = Math.round(100 * (1 - level))
  const visible = "Attributes are visible to anyone who can see decisions."
  if (detail.context?.releases === "attributes")
    return [
      ["Assumed", "That effects of attributes add up. It only steers who is given what."],
      ["Not covered", `${visible} Nothing is said for sure about a group.`],
    ]
  return [
    [
      "Proved",
      `The answer “helps” and each ${one}'s verdict. They are wrong in at most ${wrongIn} of 100 experiments, however often you look, whatever the ${many} have in common.`,
    ],
    [
      "Assumed",
      `That ${many} are alike unless the figures say otherwise. It only steers who is given what while it learns.`,
    ],
    ["Not covered", `${visible} Shares of ${many} are those so far; if they change, the gain changes.`],
  ]
}
