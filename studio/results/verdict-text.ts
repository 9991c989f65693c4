// The verdict of a group as its page shows it: the text that core writes, with what only the page
// knows. States and figures come from the service.

import { certaintySentence, joinPieces, joinSentences, writeVerdict as writePieces } from "@armistice/core/verdict-text"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { formatWindow } from "../text/times.ts"
import { createHarmChip, describeHarmOfLeader, writeHarm } from "./harm-text.ts"
import { isLowerWorse } from "./measures.ts"
import { quoteName, startWithName } from "./option-names.ts"
import { compareBest, countGroupPeople, isOver } from "./ranking.ts"
import type { Detail, Group, Results } from "./results-types.ts"
import { createUnits } from "./units.ts"
import { servedSentence, type VerdictContext, type VerdictText, verdictChips } from "./verdict-parts.ts"
import { describeWaiting } from "./waiting-text.ts"

/** The verdict of a group as its page shows it. */
export const describeVerdict = (group: Group, results: Results, detail: Detail): VerdictText =>
  writeVerdict(group, {
    detail,
    level: results.level,
    isOver: isOver(group, results, detail),
    status: results.status,
  })

export function writeVerdict(group: Group, context: VerdictContext): VerdictText {
  const verdict = chooseText(group, context)
  return group.segment === null
    ? verdict
    : { ...verdict, chip: `${group.segment} · ${verdict.chip.charAt(0).toLowerCase()}${verdict.chip.slice(1)}` }
}

export const plainText = ({
  title,
  sentences,
  certainty,
}: Pick<VerdictText, "title" | "sentences" | "certainty">): string =>
  joinPieces(joinSentences([title], sentences, certainty === undefined ? [] : [certaintySentence(certainty)]))

function chooseText(group: Group, context: VerdictContext): VerdictText {
  // Harm comes first, unless the leader itself does harm: then one is weighed against the other.
  const harm = leadingHarm(group, context)
  if (harm !== undefined && group.state !== "guardrail") return writeHarm(group, harm, context)
  const isWaiting = group.state === "no_answers" || group.state === "ended_undecided"
  return isWaiting && compareBest(group) === null
    ? describeWaiting(group, context, writeGroup(group, context).figures)
    : describeFigures(group, context)
}

/** Harm that people still get comes first; that of a stopped option until it is marked as seen. */
function leadingHarm({ harm }: Group, { detail }: VerdictContext): Group["harm"][number] | undefined {
  const running = harm.find(({ arm }) => findStop(detail, arm) === undefined)
  return running ?? (detail.harmSeen ? undefined : harm[0])
}

function writeGroup(group: Group, { detail, level, isOver }: VerdictContext) {
  const harmed = group.harm.filter(({ arm }) => arm === group.leader).map(({ metric }) => metric)
  return writePieces(group, {
    units: createUnits(detail.reward),
    level,
    isOver,
    reached: countGroupPeople(group) >= detail.horizon ? detail.horizon : null,
    segment: group.segment,
    counted: countingUnit(detail),
    quoteName,
    startWithName,
    harmed,
    change: harmed.every((name) => !isLowerWorse(detail, name)) ? "up" : "worse",
  })
}

function describeFigures(group: Group, context: VerdictContext): VerdictText {
  const { detail, isOver } = context
  const { state, title, figures, advice, certainty } = writeGroup(group, context)
  const isCounted = state === "too_early" || certainty === null
  const served = isOver && (state === "clear" || state === "no_difference") ? describeServed(group, context) : []
  return {
    ...verdictChips[state],
    ...(state === "guardrail" ? createHarmChip(isOver) : state === "clear" && isOver ? { chip: "Winner" } : {}),
    title,
    sentences: joinSentences(
      isCounted ? [`${formatPeople(countGroupPeople(group), detail)} so far.`] : [],
      figures,
      state === "guardrail" ? describeHarmOfLeader(group, detail) : [],
      state === "too_early" && isAnswerShareUnknown(group, context)
        ? [
            `How many answer is known once the first ${formatWindow(detail.rewardWindowSeconds)} are over; until then no difference is certain.`,
          ]
        : [],
      state === "clear" && isOver ? describeGuardrails(group) : [],
      ...(state === "clear" ? [served, advice] : [advice, served]),
    ),
    ...(certainty === null ? {} : { certainty }),
  }
}

/** Says which option everyone new is given, where the title does not. */
function describeServed({ state, recommended, leader }: Group, context: VerdictContext): readonly string[] {
  if (recommended === null) return []
  if (state !== "clear") return servedSentence(context, quoteName(recommended))
  return recommended === leader ? [] : servedSentence(context, `${quoteName(recommended)}, which led when it ended`)
}

function describeGuardrails({ metrics }: Group): readonly string[] {
  if (metrics.length === 0) return []
  const isFine = metrics.every(({ differences }) => differences.every(({ state }) => state === "fine"))
  return [isFine ? "No guardrail got worse than you allow." : "No guardrail is known to have got worse than you allow."]
}

/** Silence counts as a value and its share is unknown, so every interval reaches down to it. */
const isAnswerShareUnknown = ({ arms, outstanding }: Group, { detail }: VerdictContext): boolean =>
  detail.arrivals === "public" &&
  detail.missing !== "ignore" &&
  outstanding > 0 &&
  arms.every(({ low, unansweredShare }) => unansweredShare === null && (low === null || low <= Number(detail.missing)))
