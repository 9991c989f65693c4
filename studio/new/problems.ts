// What must be fixed before an experiment can be created: for each field a line for the list on top, and words that stand beside it.

import { type Draft, makesOutcomesPublic } from "./draft.ts"
import { guardrailProblems } from "./guardrail-problems.ts"
import { peopleProblems, populationProblems } from "./people-problems.ts"
import { readEta } from "./privacy.ts"
import { type FieldId, type Problem, problem } from "./problem.ts"
import { readBest, readDelay, readLabels, readNumber, readPoints, readSeconds, readWhole } from "./read.ts"
import { capitalize, formatNumber } from "./words.ts"

const mostOptions = 1000
const mostGroups = 100
/** What the service refuses unless told otherwise. */
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
    ...guardrailProblems(draft),
    ...peopleProblems(draft),
    ...rowProblems(draft.groups, "group", { isEmptyWrong: false }),
    ...populationProblems(draft),
    ...privacyProblems(draft),
    ...arrivalProblems(draft),
    ...guessProblems(draft),
  ]
}

function nameProblems({ name }: Draft): Problem[] {
  const { length } = name.trim()
  if (length === 0) return [problem("name", "It has no name", "Give it a name that your colleagues will know it by.")]
  if (length > 200)
    return [problem("name", "Its name is too long", `At most 200 letters; it has ${formatNumber(length)}.`)]
  return []
}

function noteProblems({ description, labels }: Draft): Problem[] {
  const found: Problem[] = []
  if (description.trim().length > 2000)
    found.push(problem("description", "The description is too long", "At most 2,000 letters."))
  const each = readLabels(labels)
  if (each.length > 20 || each.some((label) => label.length > 50) || new Set(each).size < each.length)
    found.push(
      problem("labels", "The labels cannot be used", "At most 20 different ones of at most 50 letters, with commas."),
    )
  return found
}

function optionProblems({ options, mostOptions: typed }: Draft): Problem[] {
  const named = options.filter((name) => name.trim() !== "").length
  const found = rowProblems(options, "option", { isEmptyWrong: false })
  if (named < 2) {
    const empty = options.findIndex((name) => name.trim() === "")
    const summary = named === 0 ? "No option has a name" : "One option is not enough"
    found.unshift(problem(`option-${empty < 0 ? 1 : empty + 1}`, summary, "Name at least two things to try."))
  }
  const later = readWhole(typed)
  if (typed.trim() !== "" && !(later !== null && later >= Math.max(2, named) && later <= mostOptions))
    found.push(
      problem(
        "most-options",
        "How many options it may have is not clear",
        `A whole number from ${formatNumber(Math.max(2, named))} to ${formatNumber(mostOptions)}, or nothing.`,
      ),
    )
  if (named > mostOptions)
    found.push(
      problem(
        "option-1",
        `${formatNumber(named)} options are too many`,
        `At most ${formatNumber(mostOptions)} options.`,
      ),
    )
  return found
}

/** Names in rows: different from each other and not too long. */
function rowProblems(
  rows: readonly string[],
  kind: "option" | "guardrail" | "group",
  { isEmptyWrong }: { readonly isEmptyWrong: boolean },
): Problem[] {
  const names = rows.map((row) => row.trim())
  const seen = new Map<string, number>()
  const found: Problem[] = []
  for (const [place, name] of names.entries()) {
    const field: FieldId = `${kind}-${place + 1}`
    if (name === "") {
      if (isEmptyWrong) found.push(problem(field, `A ${kind} has no name`, "Name what is watched, or remove it."))
      continue
    }
    const earlier = seen.get(name)
    if (earlier === undefined) seen.set(name, place)
    else
      found.push(
        problem(
          field,
          `Two ${kind}s are called “${name}”`,
          `${capitalize(kind)} ${earlier + 1} has this name too. Call it something else, or remove it.`,
        ),
      )
    if (name.length > 100)
      found.push(problem(field, `The name of ${kind} ${place + 1} is too long`, "At most 100 letters."))
  }
  if (kind === "group" && seen.size > mostGroups)
    found.push(problem("group-1", `${seen.size} groups are too many`, `At most ${mostGroups} groups.`))
  return found
}

function successProblems({ kind, min, max, window, worthwhile }: Draft): Problem[] {
  const found: Problem[] = []
  const [low, high] = [readNumber(min), readNumber(max)]
  if (kind === "number") {
    if (low === null) found.push(problem("min", "The smallest answer is no number", "A number, such as 0."))
    if (high === null) found.push(problem("max", "The largest answer is no number", "A number, such as 100."))
    if (low !== null && high !== null && !(low < high))
      found.push(
        problem("max", "The largest answer is not above the smallest", `It must be above the smallest, ${min.trim()}.`),
      )
  }
  const seconds = readSeconds(window)
  if (seconds === null)
    found.push(problem("window", "How long to wait is not clear", "A number with a unit, such as 7 days or 2 hours."))
  else if (seconds > longestWindow) found.push(problem("window", "The wait is too long", "At most a year: 370 days."))
  const range = kind === "yes-no" ? 1 : Number(high) - Number(low)
  const least = kind === "yes-no" ? readPoints(worthwhile) : readNumber(worthwhile)
  const example = kind === "yes-no" ? "1 point" : "1, in the units of the answers"
  if (least === null || least < 0)
    found.push(problem("worthwhile", "The difference that matters is no number", `A number, such as ${example}.`))
  else if (range > 0 && least > range)
    found.push(
      problem("worthwhile", "The difference that matters is too large", "No two options can be that far apart."),
    )
  return found
}

function answerProblems({ answers, answerShare, delay, kind, min, max, silenceValue }: Draft): Problem[] {
  const found: Problem[] = []
  if (answers === null)
    found.push(
      problem(
        "answers",
        "It is not said whether people who do nothing send an answer",
        "Choose one: it decides what others can see.",
      ),
    )
  const share = readPoints(answerShare)
  if (share === null || !(share > 0 && share <= 1))
    found.push(problem("answer-share", "The share of answers is not clear", "Above 0, up to 100 %. For the plan only."))
  if (readDelay(delay) === null)
    found.push(
      problem(
        "delay",
        "How long an answer takes is not clear",
        "A number with a unit, such as 12 hours, or “at once”. For the plan only.",
      ),
    )
  const [low, high, value] = [readNumber(min), readNumber(max), readNumber(silenceValue)]
  const isAsked = kind === "number" && answers === "all" && silenceValue.trim() !== ""
  if (isAsked && low !== null && high !== null && !(value !== null && value >= low && value <= high))
    found.push(
      problem(
        "silence-value",
        "What no answer counts as is no answer",
        `A number from ${min.trim()} to ${max.trim()}, or nothing: then it counts as the smallest.`,
      ),
    )
  return found
}

/** Outcomes become public only by a choice of their own. */
const arrivalProblems = (draft: Draft): Problem[] =>
  makesOutcomesPublic(draft) && !draft.acceptsPublicOutcomes
    ? [problem("arrivals", "This would make outcomes public", "Hide who answered, or accept public outcomes.")]
    : []

function privacyProblems({ privacy }: Draft): Problem[] {
  const eta = readEta(privacy)
  if (eta === null) {
    if (privacy.by === "guesses")
      return [
        problem("guesses", "How often a guess may be right is not clear", "Above 50, which is a coin, and below 100."),
      ]
    const delta = privacy.by === "epsilon" ? readNumber(privacy.delta) : null
    if (privacy.by === "epsilon" && !(delta !== null && delta > 0 && delta < 1))
      return [problem("delta", "δ is no number between 0 and 1", "A small number above 0, such as 1e-6.")]
    const sign = privacy.by === "epsilon" ? "ε" : "η"
    return [
      problem(
        privacy.by === "epsilon" ? "epsilon" : "eta",
        `${sign} is no number above 0`,
        "A number above 0, such as 1.",
      ),
    ]
  }
  const field = privacy.by === "level" ? "privacy" : privacy.by
  if (eta > weakEta)
    return [problem(field, "So little privacy protects nobody", `η must be at most ${weakEta}; choose a smaller one.`)]
  if (eta < 1e-6) return [problem(field, "So much privacy lets nothing be learned", "η must be at least 0.000001.")]
  return []
}

function guessProblems(draft: Draft): Problem[] {
  const [high, apart] = [readBest(draft), readPoints(draft.lead)]
  // Of successes the share of answers says how well options work.
  if (draft.answers === "successes") {
    const isPossible = high === null || apart === null || (apart > 0 && apart <= high && high <= 1)
    return isPossible && apart !== null
      ? []
      : [
          problem(
            "lead",
            "The guess for its lead is not clear",
            "Above 0, and possible with the share of answers. For the plan only.",
          ),
        ]
  }
  const isHigh = high !== null && high >= 0 && high <= 1
  const found: Problem[] = []
  if (!isHigh)
    found.push(problem("best", "The guess for the best option is no share", "From 0 to 100 %. For the plan only."))
  if (apart === null || !(apart > 0) || (isHigh && apart > high))
    found.push(
      problem(
        "lead",
        "The guess for its lead is not clear",
        "Above 0 and at most what the best one has. For the plan only.",
      ),
    )
  return found
}
