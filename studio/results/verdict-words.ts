// The verdict of a group in words: one sentence in large type, then what it rests on. States and figures are the service's; here they
// are only put into words.

import { countedIn, countOf } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { windowText } from "../text/times.ts"
import { guardrail, harmed } from "./harm-words.ts"
import { atStart, listed, named } from "./option-names.ts"
import type { Detail, Group, Option, Results } from "./results-types.ts"
import { isOver, peopleOf, type Standing, standingOf } from "./standing.ts"
import { countText, shortAmount, unitsOf } from "./units.ts"
import {
  type About,
  certaintySentence,
  certaintyWords,
  differenceText,
  intervalWords,
  leadWords,
  type Piece,
  percent,
  type Spoken,
  servedWords,
  strong,
} from "./verdict-parts.ts"
import { withoutFigures } from "./waiting-words.ts"

/** The verdict of a group as its page shows it. */
export const verdictOf = (group: Group, results: Results, detail: Detail): Spoken =>
  spokenVerdict(group, {
    detail,
    level: results.level,
    isOver: isOver(group, results, detail),
    status: results.status,
  })

export function spokenVerdict(group: Group, about: About): Spoken {
  const spoken = speak(group, about)
  return group.segment === null
    ? spoken
    : { ...spoken, chip: `${group.segment} · ${spoken.chip.charAt(0).toLowerCase()}${spoken.chip.slice(1)}` }
}

export const plainWords = ({ title, say, certainty }: Pick<Spoken, "title" | "say" | "certainty">): string =>
  [
    title,
    say.map((piece) => (typeof piece === "string" ? piece : piece.strong)).join(""),
    ...(certainty === undefined ? [] : [certaintySentence(certainty)]),
  ].join(" ")

function speak(group: Group, about: About): Spoken {
  const standing = standingOf(group)
  const people = peopleOf(group)
  // Harm comes first, whatever else is known. Where the leader itself harms, one is weighed against the other.
  const harm = leadingHarm(group, about)
  if (harm !== undefined && group.state !== "guardrail") return harmed(group, harm, about)
  if (group.state === "no_answers" || (group.state === "ended_undecided" && standing === null))
    return withoutFigures(group, people, about)
  if (standing === null) return withoutLeader(group, people, about)
  return { ...speakOfLeader(group, standing, people, about), certainty: certaintyWords(group, standing, about.isOver) }
}

/** Harm that people still get always leads; of an option that is stopped it does until someone has seen it. */
function leadingHarm({ harm }: Group, { detail }: About): Group["harm"][number] | undefined {
  const running = harm.find(({ arm }) => findStop(detail, arm) === undefined)
  return running ?? (detail.harmSeen ? undefined : harm[0])
}

function speakOfLeader(group: Group, standing: Standing, people: number, about: About): Spoken {
  switch (group.state) {
    case "no_answers":
      return withoutFigures(group, people, about)
    case "no_difference":
      return noDifference(group, standing, about)
    case "guardrail":
      return guardrail(group, standing, about)
    case "clear":
      return clear(group, standing, about)
    case "ended_undecided":
      return undecided(group, standing, about)
    case "leaning":
      return about.isOver ? undecided(group, standing, about) : leaning(standing, about)
    case "too_early":
      return about.isOver ? undecided(group, standing, about) : tooEarly(group, standing, people, about)
  }
}

/** A method that publishes no figures: what it gave most often is all there is. */
function withoutLeader({ recommended }: Group, people: number, { isOver, detail }: About): Spoken {
  const most = recommended === null ? "" : ` ${atStart(recommended)} was given most often.`
  return {
    tone: "early",
    chip: isOver ? "Ended undecided" : "Too early",
    chipLook: isOver ? "" : "hollow",
    title: isOver ? "It ended without a winner." : "Too early to say.",
    say: [`${countOf(people, detail)} so far. This method publishes no figures of the options.${most}`],
  }
}

function noDifference(group: Group, { leader, next, lead }: Standing, about: About): Spoken {
  const { detail, level, isOver } = about
  const units = unitsOf(detail.reward)
  const served = isOver && group.recommended !== null ? servedWords(about, named(group.recommended)) : ""
  const chip = { tone: "same", chip: "No difference", chipLook: "", title: "No difference worth naming." } as const
  if (next === null || lead === null) return { ...chip, say: [strong("Choose on other grounds;"), served] }
  return {
    ...chip,
    say: [
      `${atStart(leader.arm)} `,
      strong(units.value(leader.mean ?? 0)),
      `, ${named(next.arm)} `,
      strong(units.value(next.mean ?? 0)),
      ": a difference of ",
      strong(units.withUnit(differenceText(units, lead))),
      ` (${intervalWords(units, lead, level)}, valid whenever you look), inside the ${shortAmount(units, group.worthwhile)} that ${group.worthwhile * 100 > 1.5 && units.unit !== "" ? "matter" : "matters"} to you. `,
      strong("Choose on other grounds;"),
      ` more ${countedIn(detail)} will not change this.${served}`,
    ],
  }
}

function clear(group: Group, standing: Standing, about: About): Spoken {
  const { isOver } = about
  const name = named(standing.leader.arm)
  const where = group.segment === null ? "" : ` in ${group.segment}`
  const small = isTooSmall(group, standing, about)
  if (!isOver)
    return {
      tone: "clear",
      chip: "Clear",
      chipLook: "good",
      title: `${atStart(standing.leader.arm)} is ahead.`,
      say: [...leadWords(standing, about, true), small, " ", strong(`Enough to stop${where}.`)],
    }
  const { recommended } = group
  const served =
    recommended !== null && recommended !== standing.leader.arm
      ? servedWords(about, `${named(recommended)}, which led when it ended`)
      : ""
  return {
    tone: "clear",
    chip: "Winner",
    chipLook: "good",
    title: `${atStart(standing.leader.arm)} won.`,
    say: [
      ...leadWords(standing, about, false),
      `${small}${guardrailWords(group)}${served} `,
      strong(`Ship ${name}${where}.`),
    ],
  }
}

/** Sure, and yet less than was asked for. */
function isTooSmall({ worthwhile }: Group, { lead }: Standing, { detail }: About): string {
  if (lead === null || (lead.high ?? worthwhile) >= worthwhile) return ""
  return ` It is less than the ${shortAmount(unitsOf(detail.reward), worthwhile)} that would matter to you.`
}

function guardrailWords({ metrics }: Group): string {
  if (metrics.length === 0) return ""
  const isFine = metrics.every(({ differences }) => differences.every(({ state }) => state === "fine"))
  return isFine ? " No guardrail got worse than you allow." : " No guardrail is known to have got worse than you allow."
}

function leaning(standing: Standing, about: About): Spoken {
  return {
    tone: "lean",
    chip: "Leaning",
    chipLook: "accent",
    title: `Leaning towards ${named(standing.leader.arm)}.`,
    say: [...leadWords(standing, about, true), " ", strong("Not enough to stop:"), " the true difference may be zero."],
  }
}

function tooEarly(group: Group, standing: Standing, people: number, about: About): Spoken {
  return {
    tone: "early",
    chip: "Too early",
    chipLook: "hollow",
    title: "Too early to say.",
    say: [
      `${countOf(people, about.detail)} so far. `,
      ...knownWords(group, standing, about),
      ...(isAnswerShareUnknown(group, about)
        ? [
            `How many answer is known once the first ${windowText(about.detail.rewardWindowSeconds)} are over; until then no difference is certain. `,
          ]
        : []),
      strong("Nothing to do yet."),
    ],
  }
}

/** No answer counts as something, and it is not known how many answer: the interval of every option then reaches down to what silence is worth. */
const isAnswerShareUnknown = ({ arms, outstanding }: Group, { detail }: About): boolean =>
  detail.arrivals === "public" &&
  detail.missing !== "ignore" &&
  outstanding > 0 &&
  arms.every(({ low, unansweredShare }) => unansweredShare === null && (low === null || low <= Number(detail.missing)))

/** More than these are counted, not named. */
const mostNamed = 3
const many = 8

function knownWords({ arms }: Group, { leader, next, lead }: Standing, { detail, level }: About): Piece[] {
  const units = unitsOf(detail.reward)
  const unknown = arms.filter(({ mean }) => mean === null).map(({ arm }) => arm)
  const has = unknown.length === 1 ? "has" : "have"
  const missing =
    unknown.length === 0
      ? ""
      : `, and ${unknown.length > mostNamed ? `${unknown.length} options` : listed(unknown.map(named))} ${has} no figure yet`
  if (next === null || lead === null)
    return [
      `${atStart(leader.arm)} is at `,
      strong(units.value(leader.mean ?? 0)),
      `${missing}. More is known as more ${countedIn(detail)} come. `,
    ]
  const range = `may be anything from ${units.withUnit(units.differenceInterval(lead.low ?? 0, lead.high ?? 0, true))} (${percent(level)} interval, valid whenever you look)`
  if (arms.length > many) {
    const race = arms.filter((option) => canBeBest(option, leader)).length
    return [
      `${race === arms.length ? `All ${countText(race)} intervals still overlap` : `${countText(race)} of ${countText(arms.length)} options can still be the best`}${missing}. The difference of ${named(leader.arm)} and ${named(next.arm)}, its closest rival, ${range}; that narrows as more ${countedIn(detail)} come. `,
    ]
  }
  return [
    `${atStart(leader.arm)} is at `,
    strong(units.value(leader.mean ?? 0)),
    `, ${named(next.arm)} at `,
    strong(units.value(next.mean ?? 0)),
    `${missing}. Their difference ${range}; that narrows as more ${countedIn(detail)} come. `,
  ]
}

/** Its interval is not wholly below the leader's. */
export const canBeBest = ({ high }: Option, leader: Option): boolean =>
  high === null || leader.low === null || high >= leader.low

function undecided(group: Group, { leader, next, lead }: Standing, { detail, level }: About): Spoken {
  const units = unitsOf(detail.reward)
  const hasAll = peopleOf(group) >= detail.horizon
  return {
    tone: "early",
    chip: "Ended undecided",
    chipLook: "",
    title: hasAll ? `No winner. Target of ${countText(detail.horizon)} reached.` : "It ended without a winner.",
    say: [
      strong(atStart(leader.arm)),
      " did best with ",
      strong(units.value(leader.mean ?? 0)),
      ...(next === null || lead === null
        ? [", and there is nothing to compare it with."]
        : [
            " against ",
            strong(units.value(next.mean ?? 0)),
            ` for ${named(next.arm)}. The lead of `,
            strong(units.withUnit(differenceText(units, lead))),
            ` (${intervalWords(units, lead, level)}) may be zero.`,
          ]),
      " Not enough evidence either way; ship only for other reasons.",
    ],
  }
}
