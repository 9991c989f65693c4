// The verdict of one group of people in an experiment with context: a chip and a sentence.

import { strong, type TextPiece, titleVerdict } from "@armistice/core/verdict-text"
import { findOnlyAttribute, pluralize } from "./attribute-names.ts"
import { quoteName, startWithName } from "./option-names.ts"
import { hasEnded } from "./ranking.ts"
import type { ContextGroup, Detail } from "./results-types.ts"
import { createUnits } from "./units.ts"
import { type Chip, type VerdictText, verdictChips } from "./verdict-parts.ts"

/** Whether a leader is marked. */
export const isLed = ({ state }: Pick<ContextGroup, "state">): boolean =>
  state === "clear" || state === "leaning" || state === "guardrail"

export const describeGroup = (
  group: ContextGroup,
  detail: Pick<Detail, "reward" | "context" | "status">,
): Chip & Pick<VerdictText, "sentences"> => ({
  ...verdictChips[group.state],
  sentences: writeSentences(group, detail),
})

function writeSentences(
  { state, leader, lead, recommended }: ContextGroup,
  detail: Pick<Detail, "reward" | "context" | "status">,
): TextPiece[] {
  const isOver = hasEnded(detail)
  if (state === "no_answers" || leader === null) {
    const others = pluralize(findOnlyAttribute(detail) ?? "group")
    return [
      "Too few people for a figure.",
      ...(recommended === null
        ? []
        : [` Given what works on the other ${others}: ${isOver ? "" : "mostly "}${quoteName(recommended)}.`]),
    ]
  }
  if (state === "no_difference") return [titleVerdict(state)]
  const units = createUnits(detail.reward)
  const given = recommended === null || isOver ? "" : ` Given mostly ${quoteName(recommended)}.`
  if (lead === null || lead.difference === null || lead.low === null || lead.high === null)
    return [strong(startWithName(leader)), ` did best.${given}`]
  const { arm, difference, low, high } = lead
  const by = (isSigned: boolean) => units.addUnit(units.formatDifference(difference, high - low, isSigned))
  const interval = `(${units.formatDifferenceInterval(low, high)})`
  if (state === "too_early") return [`${startWithName(leader)} or ${quoteName(arm)}: ${by(true)} ${interval}.${given}`]
  if (state === "leaning") return ["Towards ", strong(quoteName(leader)), `: ${by(true)} ${interval}.`]
  return [strong(startWithName(leader)), ` is ahead by ${by(false)} ${interval}.`]
}

/** The leader first, then by estimate; options without a figure come last. */
export function rankArms({ arms, leader }: Pick<ContextGroup, "arms" | "leader">): ContextGroup["arms"] {
  const place = ({ arm, mean }: ContextGroup["arms"][number]): number =>
    arm === leader ? Number.POSITIVE_INFINITY : (mean ?? Number.NEGATIVE_INFINITY)
  return [...arms].sort((one, other) => (place(one) === place(other) ? 0 : place(other) - place(one)))
}

/** `null` where people are not counted. */
export function countContextPeople({ arms }: Pick<ContextGroup, "arms">): number | null {
  const counts = arms.map(({ decisions }) => decisions)
  return counts.some((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
