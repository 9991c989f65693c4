// The verdict of a group as text: a title, then what it rests on. States and figures come from the
// service.

import { titleVerdict } from "@armistice/core/text"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatWindow } from "../text/times.ts"
import { describeGuardrail, writeHarm } from "./harm-text.ts"
import { joinNames, quoteName, startWithName } from "./option-names.ts"
import { type Comparison, compareBest, countGroupPeople, isOver } from "./ranking.ts"
import type { Detail, Group, Option, Results } from "./results-types.ts"
import { createUnits, formatAmount } from "./units.ts"
import { verdictChips } from "./verdict-chips.ts"
import {
  certaintySentence,
  describeCertainty,
  formatDifference,
  formatInterval,
  formatLevel,
  leadSentence,
  servedSentence,
  strong,
  type TextPiece,
  type VerdictContext,
  type VerdictText,
} from "./verdict-parts.ts"
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
  [
    title,
    sentences.map((piece) => (typeof piece === "string" ? piece : piece.strong)).join(""),
    ...(certainty === undefined ? [] : [certaintySentence(certainty)]),
  ].join(" ")

function chooseText(group: Group, context: VerdictContext): VerdictText {
  const comparison = compareBest(group)
  const people = countGroupPeople(group)
  // Harm comes first, unless the leader itself does harm: then one is weighed against the other.
  const harm = leadingHarm(group, context)
  if (harm !== undefined && group.state !== "guardrail") return writeHarm(group, harm, context)
  if (group.state === "no_answers" || (group.state === "ended_undecided" && comparison === null))
    return describeWaiting(group, people, context)
  if (comparison === null) return withoutLeader(group, people, context)
  return {
    ...describeLeader(group, comparison, people, context),
    certainty: describeCertainty(group, comparison, context.isOver),
  }
}

/**
 * Harm that people still get comes first; harm of a stopped option does until someone marks it as
 * seen.
 */
function leadingHarm({ harm }: Group, { detail }: VerdictContext): Group["harm"][number] | undefined {
  const running = harm.find(({ arm }) => findStop(detail, arm) === undefined)
  return running ?? (detail.harmSeen ? undefined : harm[0])
}

function describeLeader(group: Group, comparison: Comparison, people: number, context: VerdictContext): VerdictText {
  switch (group.state) {
    case "no_answers":
      return describeWaiting(group, people, context)
    case "no_difference":
      return noDifference(group, comparison, context)
    case "guardrail":
      return describeGuardrail(group, comparison, context)
    case "clear":
      return clear(group, comparison, context)
    case "ended_undecided":
      return undecided(group, comparison, context)
    case "leaning":
      return context.isOver ? undecided(group, comparison, context) : leaning(comparison, context)
    case "too_early":
      return context.isOver ? undecided(group, comparison, context) : tooEarly(group, comparison, people, context)
  }
}

/** For methods without figures only the option given most often is known. */
function withoutLeader({ recommended }: Group, people: number, { isOver, detail }: VerdictContext): VerdictText {
  const most = recommended === null ? "" : ` ${startWithName(recommended)} was given most often.`
  return {
    tone: "early",
    ...verdictChips[isOver ? "ended_undecided" : "too_early"],
    title: titleVerdict(isOver ? "ended_undecided" : "too_early"),
    sentences: [`${formatPeople(people, detail)} so far. This method publishes no figures of the options.${most}`],
  }
}

function noDifference(group: Group, { leader, next, lead }: Comparison, context: VerdictContext): VerdictText {
  const { detail, level, isOver } = context
  const units = createUnits(detail.reward)
  const served = isOver && group.recommended !== null ? servedSentence(context, quoteName(group.recommended)) : ""
  const chip = { tone: "same", ...verdictChips.no_difference, title: titleVerdict("no_difference") } as const
  if (next === null || lead === null) return { ...chip, sentences: [strong("Choose on other grounds;"), served] }
  return {
    ...chip,
    sentences: [
      `${startWithName(leader.arm)} `,
      strong(units.value(leader.mean ?? 0)),
      `, ${quoteName(next.arm)} `,
      strong(units.value(next.mean ?? 0)),
      ": a difference of ",
      strong(units.withUnit(formatDifference(units, lead))),
      ` (${formatInterval(units, lead, level)}, valid whenever you look), inside the ${formatAmount(units, group.worthwhile)} that ${group.worthwhile * 100 > 1.5 && units.unit !== "" ? "matter" : "matters"} to you. `,
      strong("Choose on other grounds;"),
      ` more ${countingUnit(detail)} will not change this.${served}`,
    ],
  }
}

function clear(group: Group, comparison: Comparison, context: VerdictContext): VerdictText {
  const { isOver } = context
  const name = quoteName(comparison.leader.arm)
  const where = group.segment === null ? "" : ` in ${group.segment}`
  const small = describeSmallLead(group, comparison, context)
  if (!isOver)
    return {
      tone: "clear",
      ...verdictChips.clear,
      title: titleVerdict("clear", { leader: startWithName(comparison.leader.arm) }),
      sentences: [...leadSentence(comparison, context, true), small, " ", strong(`Enough to stop${where}.`)],
    }
  const { recommended } = group
  const served =
    recommended !== null && recommended !== comparison.leader.arm
      ? servedSentence(context, `${quoteName(recommended)}, which led when it ended`)
      : ""
  return {
    tone: "clear",
    chip: "Winner",
    chipTone: "good",
    title: titleVerdict("clear", { leader: startWithName(comparison.leader.arm), isOver }),
    sentences: [
      ...leadSentence(comparison, context, false),
      `${small}${describeGuardrails(group)}${served} `,
      strong(`Ship ${name}${where}.`),
    ],
  }
}

/** The lead is certain, and smaller than what matters. */
function describeSmallLead({ worthwhile }: Group, { lead }: Comparison, { detail }: VerdictContext): string {
  if (lead === null || (lead.high ?? worthwhile) >= worthwhile) return ""
  return ` It is less than the ${formatAmount(createUnits(detail.reward), worthwhile)} that would matter to you.`
}

function describeGuardrails({ metrics }: Group): string {
  if (metrics.length === 0) return ""
  const isFine = metrics.every(({ differences }) => differences.every(({ state }) => state === "fine"))
  return isFine ? " No guardrail got worse than you allow." : " No guardrail is known to have got worse than you allow."
}

function leaning(comparison: Comparison, context: VerdictContext): VerdictText {
  return {
    tone: "lean",
    ...verdictChips.leaning,
    title: titleVerdict("leaning", { leader: quoteName(comparison.leader.arm) }),
    sentences: [
      ...leadSentence(comparison, context, true),
      " ",
      strong("Not enough to stop:"),
      " the true difference may be zero.",
    ],
  }
}

function tooEarly(group: Group, comparison: Comparison, people: number, context: VerdictContext): VerdictText {
  return {
    tone: "early",
    ...verdictChips.too_early,
    title: titleVerdict("too_early"),
    sentences: [
      `${formatPeople(people, context.detail)} so far. `,
      ...describeKnown(group, comparison, context),
      ...(isAnswerShareUnknown(group, context)
        ? [
            `How many answer is known once the first ${formatWindow(context.detail.rewardWindowSeconds)} are over; until then no difference is certain. `,
          ]
        : []),
      strong("Nothing to do yet."),
    ],
  }
}

/**
 * Silence counts as a value and the share of answers is unknown, so every interval reaches down to
 * that value.
 */
const isAnswerShareUnknown = ({ arms, outstanding }: Group, { detail }: VerdictContext): boolean =>
  detail.arrivals === "public" &&
  detail.missing !== "ignore" &&
  outstanding > 0 &&
  arms.every(({ low, unansweredShare }) => unansweredShare === null && (low === null || low <= Number(detail.missing)))

/** Further options are counted, not named. */
const mostNamed = 3
const many = 8

function describeKnown(
  { arms }: Group,
  { leader, next, lead }: Comparison,
  { detail, level }: VerdictContext,
): TextPiece[] {
  const units = createUnits(detail.reward)
  const unknown = arms.filter(({ mean }) => mean === null).map(({ arm }) => arm)
  const has = unknown.length === 1 ? "has" : "have"
  const missing =
    unknown.length === 0
      ? ""
      : `, and ${unknown.length > mostNamed ? `${unknown.length} options` : joinNames(unknown.map(quoteName))} ${has} no figure yet`
  if (next === null || lead === null)
    return [
      `${startWithName(leader.arm)} is at `,
      strong(units.value(leader.mean ?? 0)),
      `${missing}. More is known as more ${countingUnit(detail)} come. `,
    ]
  const range = `may be anything from ${units.withUnit(units.differenceInterval(lead.low ?? 0, lead.high ?? 0, true))} (${formatLevel(level)} interval, valid whenever you look)`
  if (arms.length > many) {
    const race = arms.filter((option) => canBeBest(option, leader)).length
    return [
      `${race === arms.length ? `All ${formatNumber(race)} intervals still overlap` : `${formatNumber(race)} of ${formatNumber(arms.length)} options can still be the best`}${missing}. The difference of ${quoteName(leader.arm)} and ${quoteName(next.arm)}, its closest rival, ${range}; that narrows as more ${countingUnit(detail)} come. `,
    ]
  }
  return [
    `${startWithName(leader.arm)} is at `,
    strong(units.value(leader.mean ?? 0)),
    `, ${quoteName(next.arm)} at `,
    strong(units.value(next.mean ?? 0)),
    `${missing}. Their difference ${range}; that narrows as more ${countingUnit(detail)} come. `,
  ]
}

/** Whether its interval reaches up to the leader's. */
export const canBeBest = ({ high }: Option, leader: Option): boolean =>
  high === null || leader.low === null || high >= leader.low

function undecided(group: Group, { leader, next, lead }: Comparison, { detail, level }: VerdictContext): VerdictText {
  const units = createUnits(detail.reward)
  const hasAll = countGroupPeople(group) >= detail.horizon
  return {
    tone: "early",
    ...verdictChips.ended_undecided,
    title: titleVerdict("ended_undecided", { reached: hasAll ? detail.horizon : null }),
    sentences: [
      strong(startWithName(leader.arm)),
      " did best with ",
      strong(units.value(leader.mean ?? 0)),
      ...(next === null || lead === null
        ? [", and there is nothing to compare it with."]
        : [
            " against ",
            strong(units.value(next.mean ?? 0)),
            ` for ${quoteName(next.arm)}. The lead of `,
            strong(units.withUnit(formatDifference(units, lead))),
            ` (${formatInterval(units, lead, level)}) may be zero.`,
          ]),
      " Not enough evidence either way; ship only for other reasons.",
    ],
  }
}
