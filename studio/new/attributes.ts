// Attributes of people as typed and as the service takes them, and what is wrong with them.

import type { ContextAttributes, ContextPlan } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { formatNumber } from "../text/numbers.ts"
import type { AttributeDraft, Draft } from "./draft.ts"
import { type FieldId, listProblems, type Problem } from "./problem.ts"
import { readNumber, readWhole } from "./read-typed.ts"

/** The service's limits. */
export const mostLevels = 50
export const longestLevel = 100
const mostCells = 20_000

/** Attributes as a request to the service has them. */
type RequestAttributes = Record<string, { levels: string[] } | { range: [number, number]; bands?: number }>

/** Only for attributes without problems. */
const toAttributes = (attributes: readonly AttributeDraft[]): RequestAttributes =>
  Object.fromEntries(
    attributes.map(({ name, kind, levels, from, to, bands }) => [
      name.trim(),
      kind === "levels"
        ? { levels: [...levels] }
        : {
            range: [Number(readNumber(from)), Number(readNumber(to))] as [number, number],
            ...(bands.trim() === "" ? {} : { bands: Number(readWhole(bands)) }),
          },
    ]),
  )

/** Features and releases; `null` without attributes, and while some cannot be read. */
export function readAttributes(draft: Draft): RequestAttributes | null {
  const { attributes } = draft
  if (attributes.length === 0 || rowProblems(attributes).length > 0) return null
  const found = toAttributes(attributes)
  return planOrSentence(found) instanceof Error ? null : found
}

export function attributeProblems(draft: Draft): Problem[] {
  const { attributes, isContextSeen } = draft
  if (attributes.length === 0) return []
  return [
    ...rowProblems(attributes),
    ...sizeProblems(draft),
    ...listProblems([
      !isContextSeen,
      "context-seen",
      "It is not said that the attributes may be seen",
      "Tick it if they may be seen, or choose without attributes.",
    ]),
  ]
}

const rowProblems = (attributes: readonly AttributeDraft[]): Problem[] => {
  const names = attributes.map(({ name }) => name.trim())
  return attributes.flatMap((attribute, place) => {
    const row = place + 1
    const name = names[place] as string
    const field: FieldId = `attribute-${row}`
    const first = names.indexOf(name)
    return [
      ...listProblems(
        [name === "", field, `Attribute ${row} has no name`, "Name it as your program does, such as device."],
        [
          name !== "" && first < place,
          field,
          `Two attributes are called “${name}”`,
          `Attribute ${first + 1} has this name too. Call it something else, or remove it.`,
        ],
        [name.length > 100, field, `The name of attribute ${row} is too long`, "At most 100 letters."],
      ),
      ...(attribute.kind === "levels" ? levelProblems(attribute, row) : rangeProblems(attribute, row)),
    ]
  })
}

const levelProblems = ({ name, levels }: AttributeDraft, row: number): Problem[] =>
  listProblems([
    levels.length < 2,
    `level-${row}`,
    `${describeAttribute(name, row)} has too few levels`,
    "Add at least two levels, such as phone and other.",
  ])

function rangeProblems({ name, from, to, bands }: AttributeDraft, row: number): Problem[] {
  const [low, high] = [readNumber(from), readNumber(to)]
  const count = readWhole(bands)
  const isBands = bands.trim() === "" || (count !== null && count >= 2 && count <= mostLevels)
  const who = describeAttribute(name, row)
  return listProblems(
    [low === null, `from-${row}`, `The lower end of ${who} is no number`, "A number, such as 0."],
    [high === null, `to-${row}`, `The upper end of ${who} is no number`, "A number, such as 100."],
    [
      low !== null && high !== null && low >= high,
      `to-${row}`,
      `The upper end of ${who} is not above the lower one`,
      `It must be above ${from.trim()}.`,
    ],
    [!isBands, `bands-${row}`, `The bands of ${who} are not clear`, "A whole number from 2 to 50, or nothing."],
  )
}

const describeAttribute = (name: string, row: number): string =>
  name.trim() === "" ? `attribute ${row}` : `“${name.trim()}”`

/** The service limits features, and what it keeps of all options together. */
function sizeProblems(draft: Draft): Problem[] {
  const { attributes, options, mostOptions } = draft
  if (rowProblems(attributes).length > 0) return []
  const plan = planOrSentence(toAttributes(attributes))
  const field: FieldId = "attribute-1"
  if (plan instanceof Error)
    return [
      {
        field,
        summary: "The attributes have too many levels together",
        words: "At most 50 levels and numbers in all: leave out an attribute, or join levels.",
      },
    ]
  const named = options.filter((name) => name.trim() !== "").length
  const cells = Math.max(2, named, readWhole(mostOptions) ?? 0) * (plan.features + 1) ** 2
  return listProblems([
    cells > mostCells,
    field,
    "These are too many options for so many levels",
    `Options times the square of features and one must be at most ${formatNumber(mostCells)}; it is ${formatNumber(cells)}.`,
  ])
}

function planOrSentence(attributes: ContextAttributes): ContextPlan | Error {
  try {
    return planContext(attributes)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Why a level cannot be added; `null` where it can. */
export function findLevelProblem(levels: readonly string[], typed: string): string | null {
  const level = typed.trim()
  if (levels.includes(level)) return `There is a level “${level}” already.`
  if (level.length > longestLevel) return `A level has at most ${longestLevel} letters.`
  return null
}

/** How many groups there are, what is published of them, and what is assumed. */
export function describePlan(attributes: ContextAttributes): string {
  const { features, groups, releases } = planContext(attributes)
  const counted = `${formatNumber(features)} of at most 50 features`
  if (releases === "cells")
    return `${formatNumber(groups?.length ?? 0)} groups, ${counted}. Up to 40 groups are learned exactly: totals of each are published, so any may have its own best option.`
  const isLine = Object.values(attributes).some((one) => "range" in one && one.bands === undefined)
  return `${isLine ? "A number without bands has no groups" : "More than 40 groups"}, ${counted}. Only totals of the attributes are published: it assumes that effects add up, and no group has a verdict.`
}
