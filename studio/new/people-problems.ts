// Problems with who takes part: how many people, how they are shared, and their population.

import { countingUnitFor } from "../experiment/people.ts"
import { formatNumber, spellNumber } from "../text/numbers.ts"
import { type Draft, newPopulation } from "./draft.ts"
import { listProblems, type Problem } from "./problem.ts"
import { readCap, readNumber, readPoints, readTime, readWhole } from "./read-typed.ts"

const mostPeople = 2 ** 32
const perOption = 10

export function listPeopleProblems(draft: Draft): Problem[] {
  const cap = readCap(draft)
  const counted = countingUnitFor(cap)
  const people = readWhole(draft.people)
  const isPeople = people !== null && people >= 1
  const options = Math.max(2, draft.options.filter((name) => name.trim() !== "").length)
  const least = perOption * options
  const perDay = readNumber(draft.perDay)
  const traffic = readPoints(draft.trafficShare)
  const [starts, ends] = [readTime(draft.starts), readTime(draft.ends)]
  const share = readPoints(draft.evenShare)
  const isShare = share !== null && share > 0 && share < 1
  return listProblems(
    [!isPeople, "people", `The number of ${counted} is no whole number`, "A whole number, such as 20,000."],
    [
      isPeople && people < least,
      "people",
      `${formatNumber(people ?? 0)} ${counted} are too few for ${spellNumber(options)} options`,
      `At least ${formatNumber(least)} for ${spellNumber(options)} options.`,
    ],
    [isPeople && people > mostPeople, "people", `That is too many ${counted}`, "At most 4 billion, in each group."],
    [
      perDay === null || perDay <= 0,
      "per-day",
      `The ${counted} a day are no number above 0`,
      "About how many, such as 1,000. For the plan only.",
    ],
    [
      cap === null || cap < 1 || cap > 1000,
      "cap",
      "How many answers of one person count is not clear",
      "A whole number from 1 to 1,000.",
    ],
    [
      traffic === null || traffic <= 0 || traffic > 1,
      "traffic-share",
      "The share of people who take part is not clear",
      "Above 0, up to 100 %.",
    ],
    [
      ends !== null && ends <= (starts ?? Date.now()),
      "ends",
      "It ends before it starts",
      starts === null ? "A time that is still to come." : "A time after its start.",
    ],
    [
      !areDays(draft.archiveDays),
      "archive-days",
      "The days until it is archived are not clear",
      "A whole number from 1 to 36,500, or nothing.",
    ],
    [
      !areDays(draft.purgeDays),
      "purge-days",
      "The days until answers are removed are not clear",
      "A whole number from 1 to 36,500, or nothing.",
    ],
    [
      draft.allocation === "compare" && !isShare,
      "even-share",
      "The share given an option at random is not clear",
      "Above 0 and below 100 %.",
    ],
  )
}

function areDays(text: string): boolean {
  const days = readWhole(text)
  return text.trim() === "" || (days !== null && days >= 1 && days <= 36_500)
}

export function listPopulationProblems({ population, populationName, populationLimit }: Draft): Problem[] {
  const isNew = population === newPopulation
  const limit = readNumber(populationLimit)
  return listProblems(
    [
      isNew && !/^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/.test(populationName.trim()),
      "population-name",
      "The population's name cannot be used",
      "Up to 64 letters, digits, dots, -, ~ and _, beginning with a letter or digit.",
    ],
    [
      isNew && (limit === null || limit <= 50 || limit >= 100),
      "population-limit",
      "The population's limit is not between a coin and certainty",
      "Right guesses in 100: above 50, which is a coin, and below 100.",
    ],
  )
}
