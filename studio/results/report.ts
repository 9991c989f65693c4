// The outcome as text to paste elsewhere: what was found, when, and where.

import { formatPeople } from "../experiment/people.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { formatMoment } from "../text/times.ts"
import { describeGroup, rankArms } from "./group-text.ts"
import { writePersonalisation } from "./personalisation-text.ts"
import { countGroupPeople, rankOptions } from "./ranking.ts"
import type { Detail, Results } from "./results-types.ts"
import { createUnits, formatShare } from "./units.ts"
import { describeVerdict, plainText } from "./verdict-text.ts"

export function writeReport(results: Results, detail: Detail, address: string, now = Date.now()): string {
  const level = Math.round(results.level * 100)
  const groups = detail.context === null ? reportSegments(results, detail) : [reportGroups(results, detail)]
  const eta = detail.subject.eta ?? detail.guarantee.eta
  const privacy =
    eta === null || detail.outcomes === "public"
      ? "Nothing was promised about anyone's privacy."
      : `About any one ${detail.subject.eta === null ? "answer" : "person"} at most ${computeRightGuesses(eta)} guesses in 100 can be right from all of this; a coin gets 50.`
  const from = results.at === null ? "" : ` Figures are of ${formatMoment(Date.parse(results.at), now)}.`
  return [
    detail.name,
    ...groups,
    `Intervals are for ${level} %, valid whenever one looks.${from} ${privacy}`,
    address,
  ].join("\n\n")
}

function reportSegments(results: Results, detail: Detail): string[] {
  const units = createUnits(detail.reward)
  return results.segments.map((group) => {
    const words = plainText(describeVerdict(group, results, detail))
    const rows = rankOptions(group).map(({ arm, mean, low, high, decisions }) =>
      mean === null
        ? `- ${arm}: no figure, ${formatPeople(decisions, detail)}`
        : `- ${arm}: ${units.formatValue(mean)} (${units.formatInterval(low ?? mean, high ?? mean)}), ${formatPeople(decisions, detail)}`,
    )
    return [
      group.segment === null ? "" : `${group.segment} (${formatPeople(countGroupPeople(group), detail)})`,
      words,
      ...rows,
    ]
      .filter((line) => line !== "")
      .join("\n")
  })
}

/** Whether personalising helps, then each group with its verdict and its options. */
function reportGroups(results: Results, detail: Detail): string {
  const units = createUnits(detail.reward)
  const groups = (results.groups ?? []).flatMap((group) => {
    const { chip, sentences } = describeGroup(group, detail)
    const rows = rankArms(group).flatMap(({ arm, mean, low, high }) =>
      mean === null
        ? []
        : [`- ${arm}: ${units.formatValue(mean)} (${units.formatInterval(low ?? mean, high ?? mean)})`],
    )
    return ["", `${group.group}, ${formatShare(group.share)}. ${plainText({ title: `${chip}.`, sentences })}`, ...rows]
  })
  return [`Does personalising help? ${plainText(writePersonalisation(results, detail))}`, ...groups].join("\n")
}
