// The problems that must be fixed before an experiment can be created.

import { capitalize, formatNumber } from "../text/numbers.ts"
import { attributeProblems } from "./attributes.ts"
import { type Draft, makesOutcomesPublic } from "./draft.ts"
import { listGuardrailProblems } from "./guardrail-figures.ts"
import { listPeopleProblems, listPopulationProblems } from "./people-problems.ts"
import { readEta } from "./privacy.ts"
import { type FieldId, listProblems, type Problem } from "./problem.ts"
import { readBest, readDelay, readLabels, readNumber, readPoints, readSeconds, readWhole } from "./read-typed.ts"

const mostOptions = 1000
const mostGroups = 100
/** The service refuses a larger η by default. */
const weakEta = 10
const longestWindow = 3.2e7

export function findProblems(draft: Draft): Problem[] {
  return [
    ...nameProblems(draft),
    ...noteProblems(draft),
    ...optionProblems(draft),
    ...successProblems(draft),
    ...answerProblems(draft),
    ...rowProblems(
      draft.guardrails.map(({ name }) => name),
      "guardrail",
      { isEmptyWrong: true },
    ),
    ...listGuardrailProblems(draft),
    ...listPeopleProblems(draft),
    ...listPopulationProblems(draft),
    ...attributeProblems(draft),
    ...rowProblems(draft.groups, "group", { isEmptyWrong: false }),
    ...privacyProblems(draft),
    ...arrivalProblems(draft),
    ...guessProblems(draft),
  ]
}

const nameProblems = ({ name: typed }: Draft): Problem[] => {
  const { length } = typed.trim()
  return listProblems(
    [length === 0, "name", "It has no name", "Give it a name that your colleagues will know it by."],
    [length > 200, "name", "Its name is too long", `At most 200 letters; it has ${formatNumber(length)}.`],
  )
}

function noteProblems({ description, labels: typed }: Draft): Problem[] {
  const labels = readLabels(typed)
  const isUsable =
    labels.length <= 20 && labels.every((label) => label.length <= 50) && new Set(labels).size === labels.length
  return listProblems(
    [description.trim().length > 2000, "description", "The description is too long", "At most 2,000 letters."],
    [!isUsable, "labels", "The labels cannot be used", "At most 20 different ones of at most 50 letters, with commas."],
  )
}

function optionProblems({ options, mostOptions: typed }: Draft): Problem[] {
  const count = options.filter((name) => name.trim() !== "").length
  const empty = options.findIndex((name) => name.trim() === "")
  const summary = count === 0 ? "No option has a name" : "One option is not enough"
  const least = Math.max(2, count)
  const most = readWhole(typed)
  const isMostWrong = typed.trim() !== "" && !(most !== null && most >= least && most <= mostOptions)
  const range = `A whole number from ${formatNumber(least)} to ${formatNumber(mostOptions)}, or nothing.`
  const limit = `At most ${formatNumber(mostOptions)} options.`
  return [
    ...listProblems([count < 2, `option-${empty < 0 ? 1 : empty + 1}`, summary, "Name at least two things to try."]),
    ...rowProblems(options, "option", { isEmptyWrong: false }),
    ...listProblems(
      [isMostWrong, "most-options", "How many options it may have is not clear", range],
      [count > mostOptions, "option-1", `${formatNumber(count)} options are too many`, limit],
    ),
  ]
}

/** Names in rows must differ from each other and must not be too long. */
function rowProblems(
  rows: readonly string[],
  kind: "option" | "guardrail" | "group",
  { isEmptyWrong }: { readonly isEmptyWrong: boolean },
): Problem[] {
  const names = rows.map((row) => row.trim())
  const count = new Set(names.filter((name) => name !== "")).size
  const found = names.flatMap((name, place) => {
    const field: FieldId = `${kind}-${place + 1}`
    const first = names.indexOf(name)
    const same = `${capitalize(kind)} ${first + 1} has this name too. Call it something else, or remove it.`
    return name === ""
      ? listProblems([isEmptyWrong, field, `A ${kind} has no name`, "Name what is watched, or remove it."])
      : listProblems(
          [first < place, field, `Two ${kind}s are called “${name}”`, same],
          [name.length > 100, field, `The name of ${kind} ${place + 1} is too long`, "At most 100 letters."],
        )
  })
  const isTooMany = kind === "group" && count > mostGroups
  return [
    ...found,
    ...listProblems([isTooMany, "group-1", `${count} groups are too many`, `At most ${mostGroups} groups.`]),
  ]
}

function successProblems({ kind, min, max, window, worthwhile }: Draft): Problem[] {
  const isNumber = kind === "number"
  const [low, high] = [readNumber(min), readNumber(max)]
  const isTurned = low !== null && high !== null && low >= high
  const seconds = readSeconds(window)
  const range = isNumber ? Number(high) - Number(low) : 1
  const least = isNumber ? readNumber(worthwhile) : readPoints(worthwhile)
  const isLeast = least !== null && least >= 0
  const example = isNumber ? "1, in the units of the answers" : "1 point"
  const above = `It must be above the smallest, ${min.trim()}.`
  return listProblems(
    [isNumber && low === null, "min", "The smallest answer is no number", "A number, such as 0."],
    [isNumber && high === null, "max", "The largest answer is no number", "A number, such as 100."],
    [isNumber && isTurned, "max", "The largest answer is not above the smallest", above],
    [seconds === null, "window", "How long to wait is not clear", "A number with a unit, such as 7 days or 2 hours."],
    [(seconds ?? 0) > longestWindow, "window", "The wait is too long", "At most a year: 370 days."],
    [!isLeast, "worthwhile", "The difference that matters is no number", `A number, such as ${example}.`],
    [
      isLeast && range > 0 && least > range,
      "worthwhile",
      "The difference that matters is too large",
      "No two options can be that far apart.",
    ],
  )
}

function answerProblems({ answers, answerShare, delay, kind, min, max, silenceValue }: Draft): Problem[] {
  const share = readPoints(answerShare)
  const isShare = share !== null && share > 0 && share <= 1
  const [low, high, value] = [readNumber(min), readNumber(max), readNumber(silenceValue)]
  const isAsked = kind === "number" && answers === "all" && silenceValue.trim() !== ""
  const isWithin = low === null || high === null || (value !== null && value >= low && value <= high)
  return listProblems(
    [
      answers === null,
      "answers",
      "It is not said whether people who do nothing send an answer",
      "Choose one: it decides what others can see.",
    ],
    [!isShare, "answer-share", "The share of answers is not clear", "Above 0, up to 100 %. For the plan only."],
    [
      readDelay(delay) === null,
      "delay",
      "How long an answer takes is not clear",
      "A number with a unit, such as 12 hours, or “at once”. For the plan only.",
    ],
    [
      isAsked && !isWithin,
      "silence-value",
      "What no answer counts as is no answer",
      `A number from ${min.trim()} to ${max.trim()}, or nothing: then it counts as the smallest.`,
    ],
  )
}

/** Outcomes become public only by an explicit choice. */
function arrivalProblems(draft: Draft): Problem[] {
  const isUnasked = makesOutcomesPublic(draft) && !draft.acceptsPublicOutcomes
  const advice = "Hide who answered, or accept public outcomes."
  return listProblems([isUnasked, "arrivals", "This would make outcomes public", advice])
}

function privacyProblems({ privacy }: Draft): Problem[] {
  const { by } = privacy
  const eta = readEta(privacy)
  if (eta !== null) {
    const field = by === "level" ? "privacy" : by
    const limit = `η must be at most ${weakEta}; choose a smaller one.`
    return listProblems(
      [eta > weakEta, field, "So little privacy protects nobody", limit],
      [eta < 1e-6, field, "So much privacy lets nothing be learned", "η must be at least 0.000001."],
    )
  }
  const delta = by === "epsilon" ? readNumber(privacy.delta) : 1e-6
  const isDelta = delta !== null && delta > 0 && delta < 1
  const coin = "Above 50, which is a coin, and below 100."
  const positive = "A number above 0, such as 1."
  return listProblems(
    [by === "guesses", "guesses", "How often a guess may be right is not clear", coin],
    [!isDelta, "delta", "δ is no number between 0 and 1", "A small number above 0, such as 1e-6."],
    [by === "epsilon" && isDelta, "epsilon", "ε is no number above 0", positive],
    [by === "eta", "eta", "η is no number above 0", positive],
  )
}

function guessProblems(draft: Draft): Problem[] {
  const [high, apart] = [readBest(draft), readPoints(draft.lead)]
  const summary = "The guess for its lead is not clear"
  // For successes the share of answers says how well options work.
  if (draft.answers === "successes") {
    const isPossible = apart !== null && (high === null || (apart > 0 && apart <= high && high <= 1))
    const limits = "Above 0, and possible with the share of answers. For the plan only."
    return listProblems([!isPossible, "lead", summary, limits])
  }
  const isHigh = high !== null && high >= 0 && high <= 1
  const isApart = apart !== null && apart > 0 && !(isHigh && apart > high)
  return listProblems(
    [!isHigh, "best", "The guess for the best option is no share", "From 0 to 100 %. For the plan only."],
    [!isApart, "lead", summary, "Above 0 and at most what the best one has. For the plan only."],
  )
}
