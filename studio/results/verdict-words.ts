// The verdict of a group in words: one sentence in large type, then what it rests on. States and figures are the service's; here they
// are only put into words.

import { countedIn, countOf, mayBeUncounted } from "../experiment/people.ts"
import { dueText, windowText } from "../text/times.ts"
import { atStart, listed, named } from "./option-names.ts"
import type { Detail, Difference, Group, Measure, Option, Results } from "./results-types.ts"
import { isSecond, peopleOf, type Standing, standingOf } from "./standing.ts"
import { certaintyText, countText, shortAmount, type Units, unitsOf } from "./units.ts"

/** Words, some of them to be seen first. */
export type Piece = string | { readonly strong: string }

export interface Spoken {
  readonly tone: "early" | "lean" | "clear" | "same" | "harm"
  readonly chip: string
  readonly chipLook: "" | "good" | "warn" | "bad" | "acc" | "hollow"
  readonly title: string
  readonly say: readonly Piece[]
}

export interface About {
  readonly detail: Pick<
    Detail,
    | "reward"
    | "metrics"
    | "control"
    | "subject"
    | "learning"
    | "population"
    | "arrivals"
    | "missing"
    | "rewardWindowSeconds"
  >
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
  // Harm comes first, whatever else is known. Where the leader itself harms, one is weighed against the other.
  const [harm] = group.harm
  if (harm !== undefined && group.state !== "guardrail") return harmed(group, harm, about)
  if (group.state === "no_answers" || (group.state === "ended_undecided" && standing === null))
    return withoutFigures(group, people, about)
  if (standing === null) return withoutLeader(group, people, about)
  switch (group.state) {
    case "no_difference":
      return noDifference(group, standing, about)
    case "guardrail":
      return guardrail(group, standing, about)
    case "clear":
      return clear(group, standing, about)
    case "ended_undecided":
      return undecided(group, standing, about)
    case "leaning":
      return about.isOver ? undecided(group, standing, about) : leaning(group, standing, about)
    case "too_early":
      return about.isOver ? undecided(group, standing, about) : tooEarly(group, standing, people, about)
  }
}

/** " Everyone new is given …": nobody is, once it is archived. */
const servedWords = ({ status }: Pick<About, "status">, words: string): string =>
  status === "archived" ? "" : ` Everyone new is given ${words}.`

function withoutFigures(group: Group, people: number, about: About): Spoken {
  const { isOver, detail, status } = about
  const early = { tone: "early", chip: "No figures yet", chipLook: "hollow" } as const
  if (isOver)
    return {
      ...early,
      chip: "Ended without figures",
      title: "It ended without a winner.",
      say: [
        `${people === 0 ? "Nobody was counted" : `${persons(people, detail)} given an option, and no total was published`}, so nothing is known.${servedWords(about, named(detail.control))}`,
      ],
    }
  if (people === 0 && mayBeUncounted({ ...detail, status }))
    return {
      ...early,
      title: "Nobody is counted yet.",
      say: [
        status === "paused"
          ? `While it is paused everyone is given ${named(detail.control)}, and nobody is counted. Resume it to begin.`
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
  if (group.firstFigures !== null)
    return { ...early, ...(detail.arrivals === "private" ? waitingForWindows : waitingForAnswers)(group, detail) }
  return {
    ...early,
    title: "No figures yet.",
    say: [`${persons(people, detail)} given an option; the first figures come with the first published total.`],
  }
}

type Waiting = Pick<Spoken, "title" | "say">

const sharedEvenly = (detail: Pick<Detail, "subject">): string =>
  `${countedIn(detail)} are shared evenly between options.`

/** Public arrivals: answers count as they come, so it is known how many are missing. */
function waitingForAnswers({ outstanding, firstFigures }: Group, detail: About["detail"]): Waiting {
  const { answers, at } = firstFigures ?? { answers: null, at: null }
  const when: Piece[] = at === null ? [] : [", at the present rate ", strong(`on ${dueText(Date.parse(at))}`)]
  return {
    title: "Waiting for answers.",
    say: [
      strong(`${countText(outstanding)} ${outstanding === 1 ? "answer" : "answers"} outstanding.`),
      ...(answers === null ? [] : [" First figures after about ", strong(`${countText(answers)} more`), ...when, "."]),
      ` Until every option has a figure, ${sharedEvenly(detail)}`,
    ],
  }
}

/** Private arrivals: an answer counts when its window is over, so it is known when the first figures come, and not who answered. */
function waitingForWindows({ firstFigures }: Group, detail: About["detail"]): Waiting {
  const at = firstFigures?.at ?? null
  const window = windowText(detail.rewardWindowSeconds)
  const secret = `Whether and when someone answered is secret here, so every answer is counted when its ${window} are over.`
  if (at === null)
    return {
      title: `Waiting for more ${countedIn(detail)}.`,
      say: [`${secret} The day of the first figures is known once enough ${countedIn(detail)} have an option.`],
    }
  const day = dueText(Date.parse(at))
  return {
    title: `First figures on ${day}.`,
    say: [`${secret} The first are over on `, strong(day), `. Until then ${sharedEvenly(detail)}`],
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

function harmed(group: Group, { arm, metric }: Group["harm"][number], { detail, level, isOver }: About): Spoken {
  const measure = group.metrics.find(({ name }) => name === metric)
  const units = unitsOf(boundsOf(detail, { name: metric }))
  const meanOf = (name: string): string => units.value(measure?.arms.find((one) => one.arm === name)?.mean ?? 0)
  const change = changeOf(group, detail, arm, metric)
  const verb = goesDown(detail, metric) ? (isOver ? "lowered" : "lowers") : isOver ? "raised" : "raises"
  return {
    tone: "harm",
    chip: isOver ? "Harm" : "Harm: still running",
    chipLook: "bad",
    title: `${atStart(arm)} ${verb} ${metric}.${isOver ? "" : " People still get it."}`,
    say: [
      `${metric}: `,
      strong(meanOf(arm)),
      ` with ${named(arm)}, against `,
      strong(meanOf(detail.control)),
      ` with ${named(detail.control)}, the control: `,
      strong(change.amount),
      ` ${change.direction} (${percent(level)} interval ${change.interval}, valid whenever you look). You allow ${shortAmount(units, marginOf(detail, metric))}. `,
      strong(
        isOver ? "Do not ship it." : "Finish with another option, or leave this one out in your code (excludeArms).",
      ),
    ],
  }
}

interface Change {
  /** "27.5 points". */
  readonly amount: string
  readonly direction: "more" | "less"
  /** "22.6 to 32.7". */
  readonly interval: string
}

/** How much a measure differs from the control's, in the direction that is worse. */
function changeOf(group: Group, detail: AboutMeasures, arm: string, metric: string): Change {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  const units = unitsOf(boundsOf(detail, { name: metric }))
  const [difference, low, high] = [found?.difference ?? 0, found?.low ?? 0, found?.high ?? 0]
  const isDown = goesDown(detail, metric)
  const [from, to] = isDown ? [-high, -low] : [low, high]
  return {
    amount: units.withUnit(units.difference(Math.abs(difference), to - from)),
    direction: isDown ? "less" : "more",
    interval: units.differenceInterval(from, to),
  }
}

function guardrail(group: Group, standing: Standing, about: About): Spoken {
  const { detail, level, isOver } = about
  const units = unitsOf(detail.reward)
  const { leader, lead } = standing
  const names = group.harm.filter(({ arm }) => arm === leader.arm).map(({ metric }) => metric)
  const goesUp = names.every((name) => !goesDown(detail, name))
  const are = names.length > 1 || /s$/.test(names[0] ?? "") ? "are" : "is"
  const better: Piece[] =
    lead === null
      ? ["It does best"]
      : [
          "It does ",
          strong(units.withUnit(differenceText(units, lead))),
          ` better (${intervalWords(units, lead, level)})`,
        ]
  return {
    tone: "harm",
    chip: isOver ? "Harm" : "Harm: still running",
    chipLook: "bad",
    title: `${atStart(leader.arm)} is ahead, but ${listed(names)} ${are} ${goesUp ? "up" : "worse"}.`,
    say: [
      ...better,
      ...names.flatMap((name): Piece[] => {
        const { amount, direction, interval } = changeOf(group, detail, leader.arm, name)
        const allowed = shortAmount(unitsOf(boundsOf(detail, { name })), marginOf(detail, name))
        return [
          `. ${atStart(name)}: `,
          strong(amount),
          ` ${direction} than with ${named(detail.control)} (${interval}); you allow ${allowed}`,
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
  const isFine = metrics.every(({ differences }) => differences.every(({ state }) => state === "fine"))
  return isFine ? " No guardrail got worse than you allow." : " No guardrail is known to have got worse than you allow."
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
      " the true difference may be zero.",
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

function undecided(group: Group, { leader, lead }: Standing, about: About): Spoken {
  const { detail, level } = about
  const units = unitsOf(detail.reward)
  const served = group.recommended ?? detail.control
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
      strong("No evidence either way; ship only for other reasons."),
    ],
  }
}

/** "54.2 % against 45.9 % for the next, a difference of …. Certainty that it is better: ….". */
function leadWords(group: Group, { leader, next, lead }: Standing, about: About, isLive: boolean): Piece[] {
  const units = unitsOf(about.detail.reward)
  const certaintyWords: Piece[] = [
    ` Certainty that ${named(leader.arm)} is better: `,
    strong(group.certainty === null ? "none yet" : certaintyText(group.certainty)),
    `.${isLive ? " Holds however often you look." : ""}`,
  ]
  if (next === null || lead === null) return [strong(units.value(leader.mean ?? 0)), ".", ...certaintyWords]
  return [
    strong(units.value(leader.mean ?? 0)),
    " against ",
    strong(units.value(next.mean ?? 0)),
    ` for ${isSecond(group, next) ? "the next" : `${named(next.arm)}, its closest rival`}, a difference of `,
    strong(units.withUnit(differenceText(units, lead))),
    ` (${intervalWords(units, lead, about.level)}${isLive ? ", valid whenever you look" : ""}).`,
    ...certaintyWords,
  ]
}

const differenceText = (units: Units, { difference, low, high }: Difference): string =>
  units.difference(difference ?? 0, (high ?? 0) - (low ?? 0))

const intervalWords = (units: Units, { low, high }: Difference, level: number): string =>
  `${percent(level)} interval ${units.differenceInterval(low ?? 0, high ?? 0)}`

const percent = (level: number): string => `${Math.round(level * 100)}\u00a0%`

type AboutMeasures = Pick<Detail, "metrics">

const metricOf = ({ metrics }: AboutMeasures, name: string) => metrics.find((metric) => metric.name === name)

export const goesDown = (detail: AboutMeasures, name: string): boolean => metricOf(detail, name)?.worse === "lower"

export const marginOf = (detail: AboutMeasures, name: string): number => metricOf(detail, name)?.margin ?? 0

export const boundsOf = (
  detail: AboutMeasures,
  { name }: Pick<Measure, "name">,
): { readonly min: number; readonly max: number } => metricOf(detail, name) ?? { min: 0, max: 1 }
