// The verdict of a group in words: one sentence in large type, then what it rests on. States and figures are the service's; here they
// are only put into words.

import { countedIn, countOf, mayBeUncounted } from "../experiment/people.ts"
import { atStart, listed, named } from "./option-names.ts"
import type { Detail, Difference, Group, Measure, Option, Results } from "./results-types.ts"
import { isSecond, peopleOf, type Standing, standingOf } from "./standing.ts"
import { chanceText, countText, shortAmount, type Units, unitsOf } from "./units.ts"

/** Words, some of them to be seen first. */
export type Piece = string | { readonly strong: string }

export interface Spoken {
  readonly tone: "early" | "lean" | "clear" | "same" | "guard"
  readonly chip: string
  readonly chipLook: "" | "good" | "warn" | "acc" | "hollow"
  readonly title: string
  readonly say: readonly Piece[]
}

export interface About {
  readonly detail: Pick<Detail, "reward" | "metrics" | "fallbackArm" | "subject" | "learning" | "population">
  readonly level: number
  readonly isOver: boolean
  readonly status: Results["status"]
}

const strong = (words: string): Piece => ({ strong: words })

export function spokenVerdict(group: Group, about: About): Spoken {
  const spoken = speak(group, about)
  return group.segment === null
    ? spoken
    : { ...spoken, chip: `${group.segment} · ${spoken.chip.charAt(0).toLowerCase()}${spoken.chip.slice(1)}` }
}

export const plainWords = ({ title, say }: Pick<Spoken, "title" | "say">): string =>
  `${title} ${say.map((piece) => (typeof piece === "string" ? piece : piece.strong)).join("")}`

function speak(group: Group, about: About): Spoken {
  const standing = standingOf(group)
  const people = peopleOf(group)
  if (group.state === "no_answers") return withoutFigures(people, about)
  if (standing === null) return withoutLeader(group, people, about)
  switch (group.state) {
    case "no_difference":
      return noDifference(group, standing, about)
    case "guardrail":
      return guardrail(group, standing, about)
    case "clear":
      return clear(group, standing, about)
    case "leaning":
      return about.isOver ? undecided(group, standing, about) : leaning(group, standing, about)
    case "too_early":
      return about.isOver ? undecided(group, standing, about) : tooEarly(group, standing, people, about)
  }
}

/** " Everyone new is given …": nobody is, once it is archived. */
const servedWords = ({ status }: Pick<About, "status">, words: string): string =>
  status === "archived" ? "" : ` Everyone new is given ${words}.`

function withoutFigures(people: number, about: About): Spoken {
  const { isOver, detail, status } = about
  const early = { tone: "early", chip: "No answers yet", chipLook: "hollow" } as const
  if (isOver)
    return {
      ...early,
      chip: "Ended without figures",
      title: "It ended without a winner.",
      say: [
        `${people === 0 ? "Nobody was counted" : `${persons(people, detail)} given an option, and no total was published`}, so nothing is known.${servedWords(about, named(detail.fallbackArm))}`,
      ],
    }
  if (people === 0 && mayBeUncounted({ ...detail, status }))
    return {
      ...early,
      title: "Nobody is counted yet.",
      say: [
        status === "paused"
          ? `While it is paused everyone is given ${named(detail.fallbackArm)}, and nobody is counted. Resume it to begin.`
          : detail.population === null
            ? "Everyone is served, and nobody is learned from since the store was restored."
            : `Who has no room left in the population ${named(detail.population)} is served and not counted. The tab People says how many have none.`,
      ],
    }
  if (people === 0)
    return {
      ...early,
      title: "Nobody has come yet.",
      say: ["The first person is counted as soon as your code asks for an option; the tab Code has the two calls."],
    }
  return {
    ...early,
    title: "No figures yet.",
    say: [`${persons(people, detail)} given an option; the first figures come with the first published total.`],
  }
}

const persons = (people: number, detail: Pick<Detail, "subject">): string =>
  `${countOf(people, detail)} ${people === 1 ? "was" : "were"}`

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

function guardrail(group: Group, standing: Standing, about: About): Spoken {
  const { detail, level, isOver } = about
  const units = unitsOf(detail.reward)
  const { leader, lead } = standing
  const harmed = group.metrics.filter((measure) => measure.harmed)
  const rises = harmed.map((measure) => ({ measure, rise: surestHarm(measure, worseOf(detail, measure)) }))
  const goesUp = harmed.every((measure) => worseOf(detail, measure) === "higher")
  const are = harmed.length > 1 || /s$/.test(harmed[0]?.name ?? "") ? "are" : "is"
  const better: Piece[] =
    lead === null
      ? ["It does best"]
      : [
          "It does ",
          strong(units.withUnit(differenceText(units, lead))),
          ` better (${intervalWords(units, lead, level)})`,
        ]
  return {
    tone: "guard",
    chip: "Guardrail",
    chipLook: "warn",
    title: `${atStart(leader.arm)} is ahead, but ${listed(harmed.map(({ name }) => name))} ${are} ${goesUp ? "up" : "worse"}.`,
    say: [
      ...better,
      ...rises.flatMap(({ measure, rise }): Piece[] => {
        if (rise === null) return [`, and ${measure.name} got worse`]
        const own = unitsOf(boundsOf(detail, measure))
        const [low, high] = [rise.low ?? 0, rise.high ?? 0]
        const [from, to] = goesDown(detail, measure) ? [-high, -low] : [low, high]
        return [
          `, and ${measure.name} ${goesDown(detail, measure) ? "fell" : "rose"} by `,
          strong(own.withUnit(own.difference(Math.abs(rise.difference ?? 0), to - from))),
          ` (${own.differenceInterval(from, to)}) against ${named(rise.arm)}`,
        ]
      }),
      ". ",
      strong(
        isOver ? "Weigh one against the other before you ship it." : "Weigh one against the other before you stop.",
      ),
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
      say: [...leadWords(group, standing, about, true), small, " ", strong(`Enough to stop${where}.`)],
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
      ...leadWords(group, standing, about, false),
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
  const isKnown = metrics.every(({ differences }) => differences.some(({ difference }) => difference !== null))
  return isKnown ? " No guardrail got worse." : " No guardrail is known to have got worse."
}

function leaning(group: Group, standing: Standing, about: About): Spoken {
  return {
    tone: "lean",
    chip: "Leaning",
    chipLook: "acc",
    title: `Leaning towards ${named(standing.leader.arm)}.`,
    say: [
      ...leadWords(group, standing, about, true),
      " ",
      strong("Not enough to stop:"),
      " no difference is still possible.",
    ],
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
      strong("Nothing to do yet."),
    ],
  }
}

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
      `${race === arms.length ? `All ${countText(race)} intervals still overlap` : `${countText(race)} of ${countText(arms.length)} options can still be the best`}${missing}. The difference of the two likeliest to be the best, ${named(leader.arm)} and ${named(next.arm)}, ${range}; that narrows as more ${countedIn(detail)} come. `,
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

function undecided(group: Group, { leader, lead }: Standing, about: About): Spoken {
  const { detail, level } = about
  const units = unitsOf(detail.reward)
  const served = group.recommended ?? detail.fallbackArm
  return {
    tone: "early",
    chip: "Ended undecided",
    chipLook: "",
    title: "It ended without a winner.",
    say: [
      strong(atStart(leader.arm)),
      " did best with ",
      strong(units.value(leader.mean ?? 0)),
      lead === null
        ? ", and there is nothing to compare it with."
        : `, but its lead of ${units.withUnit(differenceText(units, lead))} (${intervalWords(units, lead, level)}) may be luck.`,
      `${servedWords(about, `${named(served)}${served === leader.arm ? "" : ", which led when it ended"}`)} `,
      strong("Ship it only if you would anyway."),
    ],
  }
}

/** "54.2 % against 45.9 % for the next, a difference of …. Chance that it is best: ….". */
function leadWords(group: Group, { leader, next, lead }: Standing, about: About, isLive: boolean): Piece[] {
  const units = unitsOf(about.detail.reward)
  const chance = leader.probabilityBest
  const hasAll = group.arms.every(({ mean }) => mean !== null)
  const chanceWords: Piece[] =
    chance === null || !hasAll ? [] : [" Chance that it is best: ", strong(chanceText(chance)), "."]
  if (next === null || lead === null) return [strong(units.value(leader.mean ?? 0)), ".", ...chanceWords]
  return [
    strong(units.value(leader.mean ?? 0)),
    " against ",
    strong(units.value(next.mean ?? 0)),
    ` for ${isSecond(group, next) ? "the next" : `${named(next.arm)}, the likeliest to be better`}, a difference of `,
    strong(units.withUnit(differenceText(units, lead))),
    ` (${intervalWords(units, lead, about.level)}${isLive ? ", valid whenever you look" : ""}).`,
    ...chanceWords,
  ]
}

const differenceText = (units: Units, { difference, low, high }: Difference): string =>
  units.difference(difference ?? 0, (high ?? 0) - (low ?? 0))

const intervalWords = (units: Units, { low, high }: Difference, level: number): string =>
  `${percent(level)} interval ${units.differenceInterval(low ?? 0, high ?? 0)}`

const percent = (level: number): string => `${Math.round(level * 100)}\u00a0%`

type AboutMeasures = Pick<Detail, "metrics">

const worseOf = ({ metrics }: AboutMeasures, { name }: Measure): string =>
  metrics.find((metric) => metric.name === name)?.worse ?? "higher"

const goesDown = (detail: AboutMeasures, measure: Measure): boolean => worseOf(detail, measure) === "lower"

export const boundsOf = (
  { metrics }: AboutMeasures,
  { name }: Measure,
): { readonly min: number; readonly max: number } =>
  metrics.find((metric) => metric.name === name) ?? { min: 0, max: 1 }

/** The option against which it is surest that the measure is worse with the leader. */
export function surestHarm({ differences }: Measure, worse: string): Measure["differences"][number] | null {
  const harm = ({ low, high }: Measure["differences"][number]): number =>
    worse === "lower" ? -(high ?? Number.POSITIVE_INFINITY) : (low ?? Number.NEGATIVE_INFINITY)
  let surest: Measure["differences"][number] | null = null
  for (const one of differences)
    if (one.difference !== null && (surest === null || harm(one) > harm(surest))) surest = one
  return surest
}
