// What is wrong with who takes part: how many people, how they are shared, and their population.

import { countingUnitFor } from "../experiment/people.ts"
import { type Draft, newPopulation } from "./draft.ts"
import { type Problem, problem } from "./problem.ts"
import { readCap, readNumber, readPoints, readTime, readWhole } from "./read.ts"
import { formatNumber, spellNumber } from "./words.ts"

const mostPeople = 2 ** 32
const perOption = 10

export function peopleProblems(draft: Draft, now = Date.now()): Problem[] {
  const { people, perDay, options } = draft
  const found: Problem[] = []
  const most = readCap(draft)
  const counted = countingUnitFor(most)
  const count = readWhole(people)
  const named = Math.max(2, options.filter((name) => name.trim() !== "").length)
  if (count === null || count < 1)
    found.push(problem("people", `The number of ${counted} is no whole number`, "A whole number, such as 20,000."))
  else if (count < perOption * named)
    found.push(
      problem(
        "people",
        `${formatNumber(count)} ${counted} are too few for ${spellNumber(named)} options`,
        `At least ${formatNumber(perOption * named)} for ${spellNumber(named)} options.`,
      ),
    )
  else if (count > mostPeople)
    found.push(problem("people", `That is too many ${counted}`, "At most 4 billion, in each group."))
  const daily = readNumber(perDay)
  if (daily === null || !(daily > 0))
    found.push(
      problem(
        "per-day",
        `The ${counted} a day are no number above 0`,
        "About how many, such as 1,000. For the plan only.",
      ),
    )
  if (most === null || most < 1 || most > 1000)
    found.push(problem("cap", "How many answers of one person count is not clear", "A whole number from 1 to 1,000."))
  const traffic = readPoints(draft.trafficShare)
  if (traffic === null || !(traffic > 0 && traffic <= 1))
    found.push(problem("traffic-share", "The share of people who take part is not clear", "Above 0, up to 100 %."))
  const [starts, ends] = [readTime(draft.starts), readTime(draft.ends)]
  if (ends !== null && ends <= (starts ?? now))
    found.push(
      problem(
        "ends",
        "It ends before it starts",
        starts === null ? "A time that is still to come." : "A time after its start.",
      ),
    )
  const share = readPoints(draft.evenShare)
  if (draft.allocation === "compare" && !(share !== null && share > 0 && share < 1))
    found.push(problem("even-share", "The share given an option at random is not clear", "Above 0 and below 100 %."))
  return found
}

export function populationProblems({ population, populationName, populationLimit }: Draft): Problem[] {
  if (population !== newPopulation) return []
  const found: Problem[] = []
  if (!/^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/.test(populationName.trim()))
    found.push(
      problem(
        "population-name",
        "The population's name cannot be used",
        "Up to 64 letters, digits, dots, -, ~ and _, beginning with a letter or digit.",
      ),
    )
  const limit = readNumber(populationLimit)
  if (limit === null || !(limit > 50 && limit < 100))
    found.push(
      problem(
        "population-limit",
        "The population's limit is not between a coin and certainty",
        "Right guesses in 100: above 50, which is a coin, and below 100.",
      ),
    )
  return found
}
