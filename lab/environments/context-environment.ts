// Environments with context: means depend on the person, given or drawn again for each run.

import type { ContextAttributes, SeededRandom } from "@armistice/core"
import { type ContextPeople, createPeople, type PersonKind } from "./context-people.ts"
import type { Environment, RoundLaws } from "./environment.ts"
import { checkFields } from "./environment-checks.ts"

/** Kinds of people with their contexts and means, such as a table computed from a log. */
export interface ContextSpec {
  readonly kind: "context"
  readonly attributes: ContextAttributes
  readonly people: readonly PersonKind[]
  /** Attributes that split people into groups, for one bandit per group; all if left out. */
  readonly splitBy?: readonly string[]
}

/** Environments whose decisions have a context. */
export interface ContextEnvironment extends Environment {
  readonly rounds: RoundLaws
  readonly people: ContextPeople
  /** People with fresh random means, for one run; absent where all runs have the same people. */
  drawPeople?(random: SeededRandom): ContextPeople
}

export const hasContext = (environment: Environment): environment is ContextEnvironment => "people" in environment

/** The environment that a table of people describes. */
export function createContextEnvironment(spec: ContextSpec): ContextEnvironment {
  checkFields(spec, ["attributes", "people", "splitBy"])
  return contextEnvironment("context", createPeople(spec.attributes, spec.people, spec.splitBy))
}

export function contextEnvironment(kind: string, people: ContextPeople): ContextEnvironment {
  const { means, points, plan, shares, table } = people
  const overall = means[0].map((_, arm) => means.reduce((sum, one, person) => sum + shares[person] * one[arm], 0))
  return {
    kind,
    armCount: overall.length,
    means: overall,
    people,
    rounds: {
      comparator: "each round",
      plan,
      at(round, random) {
        const person = table.draw(random)
        return { round, means: means[person], point: points[person] }
      },
      reward: (arm, now, random) => (random.uniform() < now.means[arm] ? 1 : 0),
    },
    // An algorithm that ignores the context meets a new person with each pull.
    reward: (arm, _pull, random) => (random.uniform() < overall[arm] ? 1 : 0),
    sum: (arm, _pull, count, random) => random.binomial(count, overall[arm]),
  }
}
