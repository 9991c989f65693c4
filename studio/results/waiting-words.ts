// What is said while there are no figures: who has come, how many answers are missing, and when the first figures come.

import { countedIn, mayBeUncounted } from "../experiment/people.ts"
import { dueText, windowText } from "../text/times.ts"
import { named } from "./option-names.ts"
import type { Detail, Group } from "./results-types.ts"
import { countText } from "./units.ts"
import { type About, type Piece, persons, type Spoken, servedWords, strong } from "./verdict-parts.ts"

export function withoutFigures(group: Group, people: number, about: About): Spoken {
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
    say: [`${persons(people, detail)} given an option; the first figures come once enough people have answered.`],
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
