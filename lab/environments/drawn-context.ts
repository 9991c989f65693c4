// Named environments with context. Each run draws its own means, so that a figure is about a kind
// of world and not about one table of numbers.

import { type ContextAttributes, type SeededRandom, seededRandom } from "@armistice/core"
import { checkThat, invalidParameter } from "../check-parameters.ts"
import { type ContextEnvironment, contextEnvironment } from "./context-environment.ts"
import { type ContextPeople, createPeople, type PersonKind } from "./context-people.ts"
import { checkFields } from "./environment-checks.ts"

/** A named law of people and means. */
export interface DrawnContextSpec {
  readonly kind: "drawn-context"
  readonly name: string
  /** Arms; as in the named environment if left out. */
  readonly arms?: number
  /** Levels of the attribute or of three in all, or numeric attributes; the preset's by default. */
  readonly levels?: number
}

/** How far other arms are below the best, and the deviation of random effects. */
const GAP = 0.1
const EFFECT = 0.15
const SHARED_EFFECT = 0.1
/** Random means stay this far from 0 and 1. */
const EDGE = 0.02

interface DrawnLaw {
  readonly about: string
  readonly arms: number
  readonly levels: number
  /** The fewest levels that it has. */
  readonly leastLevels: number
  readonly draw: (arms: number, levels: number, random: SeededRandom) => ContextPeople
}

/** The mean of an arm in a level, where people have one attribute. */
type ComputeMean = (setting: {
  readonly arm: number
  readonly level: number
  readonly arms: number
  /** The reward of arm `arm` without any effect. */
  readonly base: number
  /** The effect of the level on all arms. */
  readonly shared: number
  readonly random: SeededRandom
}) => number

const oneAttribute = (about: string, arms: number, levels: number, computeMean: ComputeMean): DrawnLaw => ({
  about,
  arms,
  levels,
  leastLevels: 2,
  draw: (armCount, levelCount, random) => drawLevels(computeMean, armCount, levelCount, random),
})

const threeAttributes = (about: string, arms: number, levels: number, effects: Effects): DrawnLaw => ({
  about,
  arms,
  levels,
  leastLevels: 6,
  draw: (armCount, levelCount, random) => drawTable(effects, armCount, levelCount, random),
})

const addRandomEffect: ComputeMean = ({ base, shared, random }) => clip(base + shared + EFFECT * random.gaussian())

const laws: Readonly<Record<string, DrawnLaw>> = {
  none: oneAttribute("the context has no effect", 5, 5, ({ base }) => base),
  cross: oneAttribute(
    "each level has its own best arm",
    5,
    5,
    ({ arm, level, arms }) => 0.5 - (level % arms === arm ? 0 : GAP),
  ),
  inter: oneAttribute("random effects of each arm in each level", 5, 6, addRandomEffect),
  additive: oneAttribute("levels pay differently, and the best arm is the same in all", 5, 5, ({ base, shared }) =>
    clip(base + shared),
  ),
  sparse: oneAttribute("one level of many has another best arm", 3, 10, ({ base, shared, level, arm, arms }) =>
    clip(base + shared + (level === 0 && arm === arms - 1 ? 2 * GAP : 0)),
  ),
  small: oneAttribute("random effects in many small levels", 3, 30, addRandomEffect),
  lown: oneAttribute(
    "rewards of 1 to 2 %, and the context has no effect",
    3,
    5,
    ({ arm }) => [0.02, 0.015][arm] ?? 0.01,
  ),
  lowx: oneAttribute("rewards of 1.5 and 3 %, and each level has its own best arm", 3, 5, ({ arm, level, arms }) =>
    level % arms === arm ? 0.03 : 0.015,
  ),
  attrs: threeAttributes("three attributes, each with random effects of each arm that add up", 4, 12, "interacting"),
  attr0: threeAttributes("three attributes whose effects are the same for all arms", 4, 12, "shared"),
  nonlin: threeAttributes("three attributes, and each cell of their table has means of its own", 3, 9, "cells"),
  corr: {
    about: "correlated numeric attributes with a linear effect on each arm",
    arms: 3,
    levels: 10,
    leastLevels: 1,
    draw: drawNumeric,
  },
}

/** Named environments with context. */
export const contextPresets: readonly {
  readonly name: string
  readonly about: string
  readonly arms: number
  readonly levels: number
}[] = Object.entries(laws).map(([name, { about, arms, levels }]) => ({ name, about, arms, levels }))

/** The named environment: `people` of one fixed draw, and `drawPeople` for those of a run. */
export function createDrawnContext(spec: DrawnContextSpec): ContextEnvironment {
  checkFields(spec, ["name", "arms", "levels"])
  if (!Object.hasOwn(laws, spec.name))
    throw invalidParameter(`a context must be one of ${Object.keys(laws).join(", ")}, got ${JSON.stringify(spec.name)}`)
  const law = laws[spec.name]
  const { arms = law.arms, levels = law.levels } = spec
  const isWhole = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most
  checkThat("arms", isWhole(arms, 2, 64), "a whole number from 2 to 64", arms)
  const { leastLevels } = law
  checkThat("levels", isWhole(levels, leastLevels, 50), `a whole number from ${leastLevels} to 50`, levels)
  return {
    ...contextEnvironment("drawn-context", law.draw(arms, levels, seededRandom(`context ${spec.name}`))),
    drawPeople: (random) => law.draw(arms, levels, random),
  }
}

const nameLevels = (count: number): string[] => Array.from({ length: count }, (_, level) => `level ${level + 1}`)

const listBaseMeans = (arms: number): number[] =>
  Array.from({ length: arms }, (_, arm) => 0.55 - (arm === 0 ? 0 : GAP * (0.5 + (0.5 * arm) / (arms - 1))))

/** Keeps a random mean away from 0 and 1. */
const clip = (mean: number): number => Math.min(1 - EDGE, Math.max(EDGE, mean))

/** One attribute: people of each level come equally often. */
function drawLevels(computeMean: ComputeMean, arms: number, levels: number, random: SeededRandom): ContextPeople {
  const names = nameLevels(levels)
  const bases = listBaseMeans(arms)
  const kinds = names.map((name, level): PersonKind => {
    const shared = SHARED_EFFECT * random.gaussian()
    return {
      context: { group: name },
      means: bases.map((base, arm) => computeMean({ arm, level, arms, base, shared, random })),
    }
  })
  return createPeople({ group: { levels: names } }, kinds)
}

/** Effects that differ by arm and add up, that are the same for all arms, or of each cell alone. */
type Effects = "interacting" | "shared" | "cells"

/** Three attributes: people of each cell of their table come equally often. */
function drawTable(effects: Effects, arms: number, levels: number, random: SeededRandom): ContextPeople {
  const third = Math.floor(levels / 3)
  const names = ["first", "second", "third"]
  const counts = [third, third, levels - 2 * third]
  const attributes: ContextAttributes = Object.fromEntries(
    names.map((name, place) => [name, { levels: nameLevels(counts[place]) }]),
  )
  const bases = listBaseMeans(arms)
  const sums = counts.map((count) =>
    Array.from({ length: count }, () => {
      const shared = SHARED_EFFECT * random.gaussian()
      return bases.map(() => shared + (effects === "interacting" ? (EFFECT * random.gaussian()) / Math.sqrt(3) : 0))
    }),
  )
  const kinds: PersonKind[] = []
  for (let i = 0; i < counts[0]; i++)
    for (let j = 0; j < counts[1]; j++)
      for (let k = 0; k < counts[2]; k++)
        kinds.push({
          context: Object.fromEntries(names.map((name, place) => [name, `level ${[i, j, k][place] + 1}`])),
          means: bases.map((base, arm) =>
            clip(
              effects === "cells"
                ? base + EFFECT * random.gaussian()
                : base + sums[0][i][arm] + sums[1][j][arm] + sums[2][k][arm],
            ),
          ),
        })
  return createPeople(attributes, kinds)
}

/** Values beyond this many deviations count as the end of the range. */
const RANGE = 1.5
const NUMERIC_KINDS = 200
const QUARTILE = 0.67

/** Numeric attributes that share one factor; groups are quarters of that factor. */
function drawNumeric(arms: number, levels: number, random: SeededRandom): ContextPeople {
  const names = Array.from({ length: levels }, (_, place) => `score ${place + 1}`)
  const bases = listBaseMeans(arms)
  const slopes = bases.map(() => names.map(() => 2 * EFFECT * random.gaussian()))
  const kinds = Array.from({ length: NUMERIC_KINDS }, (): PersonKind => {
    const factor = random.gaussian()
    const values = names.map(() => Math.min(RANGE, Math.max(-RANGE, 0.8 * factor + 0.6 * random.gaussian())))
    // Features have a norm of at most 1, as those of the algorithms.
    const scale = 1 / (RANGE * Math.sqrt(levels))
    return {
      context: Object.fromEntries(names.map((name, place) => [name, values[place]])),
      means: bases.map((base, arm) =>
        clip(values.reduce((sum, value, place) => sum + slopes[arm][place] * value * scale, base)),
      ),
      group: factor < -QUARTILE ? "lowest" : factor < 0 ? "low" : factor < QUARTILE ? "high" : "highest",
    }
  })
  return createPeople(Object.fromEntries(names.map((name) => [name, { range: [-RANGE, RANGE] as const }])), kinds)
}
