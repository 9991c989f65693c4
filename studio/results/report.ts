// The outcome as a text to paste elsewhere: what was found, from which day, and where it is from.

import { countOf } from "../experiment/people.ts"
import { rightGuesses } from "../text/privacy-levels.ts"
import { momentText } from "../text/times.ts"
import type { Detail, Results } from "./results-types.ts"
import { peopleOf, ranked } from "./standing.ts"
import { unitsOf } from "./units.ts"
import { plainWords, verdictOf } from "./verdict-words.ts"

export function reportOf(results: Results, detail: Detail, address: string, now = Date.now()): string {
  const units = unitsOf(detail.reward)
  const level = Math.round(results.level * 100)
  const groups = results.segments.map((group) => {
    const words = plainWords(verdictOf(group, results, detail))
    const rows = ranked(group).map(({ arm, mean, low, high, decisions }) =>
      mean === null
        ? `- ${arm}: no figure, ${countOf(decisions, detail)}`
        : `- ${arm}: ${units.value(mean)} (${units.interval(low ?? mean, high ?? mean)}), ${countOf(decisions, detail)}`,
    )
    return [group.segment === null ? "" : `${group.segment} (${countOf(peopleOf(group), detail)})`, words, ...rows]
      .filter((line) => line !== "")
      .join("\n")
  })
  const eta = detail.subject.eta ?? detail.guarantee.eta
  const privacy =
    eta === null || detail.outcomes === "public"
      ? "Nothing was promised about anyone's privacy."
      : `About any one ${detail.subject.eta === null ? "answer" : "person"} at most ${rightGuesses(eta)} guesses in 100 can be right from all of this; a coin gets 50.`
  const from = results.at === null ? "" : ` Figures are of ${momentText(Date.parse(results.at), now)}.`
  return [
    detail.name,
    ...groups,
    `Intervals are for ${level} %, valid whenever one looks.${from} ${privacy}`,
    address,
  ].join("\n\n")
}
