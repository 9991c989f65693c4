// Two guesses about people with these attributes, for the plan: the best option is the same for
// all, or each group has its own.

import { type ContextAttributes, seededRandom } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import type { ContextSpec, PersonKind } from "@armistice/lab"
import { computeCountedShare } from "./delivery.ts"
import type { FormSettings } from "./form-settings.ts"
import { guessMeans } from "./plan-simulation.ts"

export type Guess = "alike" | "differ"

/** People of so many kinds stand for all where there are more groups. */
const mostKinds = 200
/** A number without bands takes so many values. */
const linearValues = 4

/** Silent people count as the smallest answer, so options differ by less. */
export function guessPeople(settings: FormSettings, attributes: ContextAttributes, guess: Guess): ContextSpec {
  const means = guessMeans(settings).map((mean) => Number((mean * computeCountedShare(settings)).toPrecision(6)))
  const isByCell = planContext(attributes).releases === "cells"
  const people = listPlaces(attributes).map((places): PersonKind => {
    // Where effects must add up, the first attribute decides.
    const best = guess === "alike" ? 0 : isByCell ? places.reduce((sum, place) => sum + place, 0) : (places[0] ?? 0)
    return { context: contextAt(attributes, places), means: moveBest(means, best % means.length) }
  })
  return { kind: "context", attributes, people }
}

/** The first of the means is the best option's. */
const moveBest = (means: readonly number[], best: number): number[] =>
  means.map((_, option) => (option === best ? (means[0] as number) : ((means[1] ?? means[0]) as number)))

const countValues = (attribute: ContextAttributes[string]): number =>
  "levels" in attribute ? attribute.levels.length : (attribute.bands ?? linearValues)

/** Which value each attribute takes, for every group or for an even sample of them. */
function listPlaces(attributes: ContextAttributes): number[][] {
  const counts = Object.values(attributes).map(countValues)
  const total = counts.reduce((product, count) => product * count, 1)
  if (total <= mostKinds)
    return counts.reduce<number[][]>(
      (rows, count) => rows.flatMap((row) => Array.from({ length: count }, (_, place) => [...row, place])),
      [[]],
    )
  const random = seededRandom("people of a plan")
  return Array.from({ length: mostKinds }, () => counts.map((count) => random.integer(count)))
}

const contextAt = (attributes: ContextAttributes, places: readonly number[]): PersonKind["context"] =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute], at) => {
      const place = places[at] as number
      if ("levels" in attribute) return [name, attribute.levels[place] as string]
      const [low, high] = attribute.range
      return [name, low + ((high - low) * (place + 0.5)) / countValues(attribute)]
    }),
  )
