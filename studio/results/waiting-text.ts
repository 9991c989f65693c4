// Verdicts without figures: who has come, what is missing, and when the first figures come.

import { joinSentences, strong, type TextPiece, titleVerdict } from "@armistice/core/verdict-text"
import { countingUnit, mayBeUncounted } from "../experiment/people.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatDue, formatWindow } from "../text/times.ts"
import { quoteName } from "./option-names.ts"
import { countGroupPeople } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"
import {
  formatPeopleWere,
  servedSentence,
  type VerdictContext,
  type VerdictText,
  verdictChips,
} from "./verdict-parts.ts"

/** `figures`: when the first ones come. */
export function describeWaiting(group: Group, context: VerdictContext, figures: readonly TextPiece[]): VerdictText {
  const { isOver, detail, status } = context
  const people = countGroupPeople(group)
  const early = verdictChips.no_answers
  if (isOver)
    return {
      ...early,
      chip: "Ended without figures",
      title: titleVerdict("ended_undecided"),
      sentences: joinSentences(
        [
          `${people === 0 ? "Nobody was counted" : `${formatPeopleWere(people, detail)} given an option, and no total was published`}, so nothing is known.`,
        ],
        servedSentence(context, quoteName(detail.control)),
      ),
    }
  if (people === 0 && mayBeUncounted({ ...detail, status }))
    return {
      ...early,
      title: "Nobody is counted yet.",
      sentences: [
        status === "paused"
          ? `While it is paused everyone is given ${quoteName(detail.control)}, and nobody is counted. Resume it to begin.`
          : detail.population === null
            ? "Everyone is served, and nobody is learned from since the store was restored."
            : `Who has no room left in the population ${quoteName(detail.population)} is served and not counted. The tab People says how many have none.`,
      ],
    }
  if (people === 0)
    return {
      ...early,
      title: "Nobody has come yet.",
      sentences: [
        "The first person is counted as soon as your code asks for an option; the tab Code has the two calls.",
      ],
    }
  if (group.firstFigures !== null)
    return { ...early, ...(detail.arrivals === "private" ? waitingForWindows : waitingForAnswers)(group, detail) }
  return {
    ...early,
    title: titleVerdict("no_answers"),
    sentences: joinSentences([`${formatPeopleWere(people, detail)} given an option.`], figures),
  }
}

type Waiting = Pick<VerdictText, "title" | "sentences">

const sharedEvenly = (detail: Pick<Detail, "subject">): string =>
  `${countingUnit(detail)} are shared evenly between options.`

/** With public arrivals answers count as they come, so the number of missing ones is known. */
function waitingForAnswers({ outstanding, firstFigures }: Group, detail: VerdictContext["detail"]): Waiting {
  const { answers, at } = firstFigures ?? { answers: null, at: null }
  const when: TextPiece[] = at === null ? [] : [", at the present rate ", strong(`on ${formatDue(Date.parse(at))}`)]
  return {
    title: "Waiting for answers.",
    sentences: [
      strong(`${formatNumber(outstanding)} ${outstanding === 1 ? "answer" : "answers"} outstanding.`),
      ...(answers === null
        ? []
        : [" First figures after about ", strong(`${formatNumber(answers)} more`), ...when, "."]),
      ` Until every option has a figure, ${sharedEvenly(detail)}`,
    ],
  }
}

/** With private arrivals an answer counts when its window ends: the time is known, not who. */
function waitingForWindows({ firstFigures }: Group, detail: VerdictContext["detail"]): Waiting {
  const at = firstFigures?.at ?? null
  const window = formatWindow(detail.rewardWindowSeconds)
  const secret = `Whether and when someone answered is secret here, so every answer is counted when its ${window} are over.`
  if (at === null)
    return {
      title: `Waiting for more ${countingUnit(detail)}.`,
      sentences: [
        `${secret} The day of the first figures is known once enough ${countingUnit(detail)} have an option.`,
      ],
    }
  const day = formatDue(Date.parse(at))
  return {
    title: `First figures on ${day}.`,
    sentences: [`${secret} The first are over on `, strong(day), `. Until then ${sharedEvenly(detail)}`],
  }
}
