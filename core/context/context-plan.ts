// The models and releases of an experiment with context: the features of a point, its released
// coordinates, and its group.

import { ArmisticeError } from "../errors.ts"
import {
  type ContextAttributes,
  checkAttributes,
  type LevelAttribute,
  mostFeatures,
  otherLevel,
  type RangeAttribute,
} from "./attributes.ts"

/** A caller's context of one decision: a level or a number for each attribute. */
export type Context = Readonly<Record<string, string | number>>

/**
 * A checked context in compact form: for each attribute, in declared order, the number of its
 * level, or the clipped value scaled to [0, 1], to six decimals, where the attribute is linear.
 * Journals and the lab pass points around.
 */
export type ContextPoint = readonly number[]

/** One group of people: a cell of the table of all attributes. */
export interface ContextGroup {
  readonly name: string
  /** The level of each attribute, in declared order. */
  readonly levels: readonly string[]
}

/** The features of a point that are not 0. The intercept is number 0, with value 1. */
export interface ContextFeatures {
  readonly index: readonly number[]
  readonly value: readonly number[]
}

/** The features and releases for the declared attributes. */
export interface ContextPlan {
  readonly attributes: ContextAttributes
  /** Coefficients in the model beside the intercept. */
  readonly features: number
  /** Released sums of each arm; coordinate 0 is the total. */
  readonly coordinates: number
  /**
   * "cells": totals and cells of the table are released. "attributes": totals and attributes,
   * assuming that effects add up.
   */
  readonly releases: "cells" | "attributes"
  /**
   * The cells in the order of their coordinates: group g is coordinate g + 1. Null where attributes
   * alone are released.
   */
  readonly groups: readonly ContextGroup[] | null
  /** The feature that each coordinate sums. */
  readonly released: readonly number[]
  /** The coordinate that sums a feature, -1 where it is in the model alone. */
  coordinateOf(feature: number): number
  /**
   * The factor that gives each released vector of features (without the intercept) a norm of at
   * most 1.
   */
  readonly scale: number
  /**
   * The point of a context; refuses unknown levels and missing or unknown attributes, and clips
   * numbers.
   */
  point(context: Context): ContextPoint
  /** Refuses what is no point of this plan. */
  checkPoint(point: unknown): asserts point is ContextPoint
  /** The features of a point. */
  describe(point: ContextPoint): ContextFeatures
  /** The features of a group. */
  describeGroup(group: number): ContextFeatures
  /** The group of a point, or null where attributes alone are released. */
  groupOf(point: ContextPoint): number | null
  /**
   * A number that equal points share and no others, or null where no number can tell them apart:
   * results for points are remembered by it.
   */
  findKey(point: ContextPoint): number | null
}

/** The most cells of the table that are released. With more, attributes alone are. */
const mostCells = 40

/**
 * A linear value is kept to a millionth of its range: more digits would tell people apart, and be
 * written with every decision.
 */
const linearParts = 1e6

/** One attribute as the plan uses it: its levels, or null where it is linear. */
interface Column {
  readonly name: string
  readonly attribute: LevelAttribute | RangeAttribute
  readonly levels: readonly string[] | null
  /** The first of its features. */
  readonly first: number
}

/**
 * Plans the features and releases for these attributes.
 *
 * @example
 * const age = { range: [0, 100], bands: 4 } as const
 * const plan = planContext({ device: { levels: ["phone", "desk", "other"] }, age })
 * plan.point({ device: "phone", age: 41 }) // [0, 1]
 */
export function planContext(given: ContextAttributes): ContextPlan {
  const attributes = checkAttributes(given)
  const columns: Column[] = []
  let first = 1
  for (const [name, attribute] of Object.entries(attributes)) {
    const levels = listLevels(attribute)
    columns.push({ name, attribute, levels, first })
    first += levels?.length ?? 1
  }
  const ofAttributes = first - 1
  if (ofAttributes > mostFeatures)
    throw new ArmisticeError(
      "invalid_parameter",
      `attributes must have at most ${mostFeatures} features together, got ${ofAttributes}`,
    )
  const groups = listGroups(columns, ofAttributes)
  // The levels of one attribute are its cells. Several have cells beside their levels.
  const cellsFrom = columns.length === 1 ? 1 : ofAttributes + 1
  const releases = groups === null ? "attributes" : "cells"
  const features = groups === null || columns.length === 1 ? ofAttributes : ofAttributes + groups.length
  const count = groups === null ? ofAttributes : groups.length
  const parts = features > ofAttributes ? columns.length + 1 : columns.length
  const size = 1 / Math.sqrt(parts)

  const sizes = columns.map(({ levels }) => levels?.length ?? 1)
  const groupOf = (point: ContextPoint): number | null => {
    if (groups === null) return null
    let group = 0
    for (let place = 0; place < sizes.length; place++) group = group * sizes[place] + point[place]
    return group
  }
  const keySizes = columns.map(({ levels }) => levels?.length ?? linearParts + 1)
  const hasKeys = keySizes.reduce((product, one) => product * one, 1) <= Number.MAX_SAFE_INTEGER
  const findKey = (point: ContextPoint): number | null => {
    if (!hasKeys) return null
    let key = 0
    for (let place = 0; place < keySizes.length; place++) {
      let { [place]: value } = point
      if (columns[place].levels === null) {
        const part = Math.round(value * linearParts)
        if (part / linearParts !== value) return null
        value = part
      }
      key = key * keySizes[place] + value
    }
    return key
  }
  /** The features of groups, as they are needed, and of the last point without a group. */
  const described: ContextFeatures[] = []
  let last: { readonly point: ContextPoint; readonly features: ContextFeatures } | null = null

  return {
    attributes,
    features,
    coordinates: count + 1,
    releases,
    groups,
    released: [0, ...Array.from({ length: count }, (_, cell) => cell + (groups === null ? 1 : cellsFrom))],
    coordinateOf(feature) {
      if (feature === 0 || groups === null) return feature
      return feature < cellsFrom ? -1 : feature - cellsFrom + 1
    },
    scale: groups === null ? 1 : Math.sqrt(parts),
    groupOf,
    findKey,

    point(context) {
      if (typeof context !== "object" || context === null || Array.isArray(context))
        throw new ArmisticeError("invalid_parameter", "context must be an object with a value for each attribute")
      const unknown = Object.keys(context).find((name) => !Object.hasOwn(attributes, name))
      if (unknown !== undefined)
        throw new ArmisticeError(
          "unknown_attribute",
          `context must have the attributes ${columns.map(({ name }) => name).join(", ")}, got ${unknown}`,
        )
      return columns.map((column) => readValue(column, context))
    },

    checkPoint(point) {
      if (!isPoint(point))
        throw new ArmisticeError(
          "invalid_parameter",
          `a point must have one number for each of the ${columns.length} attributes, got ${JSON.stringify(point)?.slice(0, 100)}`,
        )
    },

    describeGroup(group) {
      const point: number[] = []
      let rest = group
      for (const { levels } of [...columns].reverse()) {
        const count = levels?.length ?? 1
        point.unshift(rest % count)
        rest = Math.floor(rest / count)
      }
      return describe(point)
    },

    describe,
  }

  function isPoint(point: unknown): point is ContextPoint {
    if (!Array.isArray(point) || point.length !== columns.length) return false
    for (let place = 0; place < columns.length; place++) {
      const value: unknown = point[place]
      const { levels } = columns[place]
      if (typeof value !== "number" || !(value >= 0)) return false
      if (levels === null ? value > 1 : !Number.isInteger(value) || value >= levels.length) return false
    }
    return true
  }

  function describe(point: ContextPoint): ContextFeatures {
    const group = groupOf(point)
    if (group === null) {
      if (last?.point !== point) last = { point, features: describeNew(point, group) }
      return last.features
    }
    described[group] ??= describeNew(point, group)
    return described[group]
  }

  function describeNew(point: ContextPoint, group: number | null): ContextFeatures {
    const index = [0]
    const value = [1]
    for (const [place, column] of columns.entries()) {
      index.push(column.levels === null ? column.first : column.first + point[place])
      // A linear attribute is centred, so that its effect is 0 in the middle of its range.
      value.push(column.levels === null ? (2 * point[place] - 1) * size : size)
    }
    if (group !== null && columns.length > 1) {
      index.push(cellsFrom + group)
      value.push(size)
    }
    return { index, value }
  }
}

function readValue({ name, attribute, levels }: Column, context: Context): number {
  const value: unknown = Object.hasOwn(context, name) ? context[name] : undefined
  if (value === undefined || value === null)
    throw new ArmisticeError("missing_attribute", `context must have a value for attribute ${name}, got none`)
  if ("range" in attribute) {
    if (typeof value !== "number" || Number.isNaN(value))
      throw new ArmisticeError("invalid_parameter", `attribute ${name} must be a number, got a ${typeof value}`)
    const [low, high] = attribute.range
    const share = (Math.min(high, Math.max(low, value)) - low) / (high - low)
    const { bands } = attribute
    return bands === undefined
      ? Math.round(share * linearParts) / linearParts
      : Math.min(bands - 1, Math.floor(share * bands))
  }
  const level = attribute.levels.indexOf(value as string)
  if (level >= 0) return level
  const other = attribute.levels.indexOf(otherLevel)
  if (other >= 0 && typeof value === "string") return other
  const known = levels?.map((text) => JSON.stringify(text)).join(", ")
  throw new ArmisticeError(
    "unknown_level",
    `attribute ${name} must be one of ${known}, got ${JSON.stringify(value)?.slice(0, 100)}`,
  )
}

/** The names of an attribute's levels or bands; null where its effect is linear. */
export function listLevels(attribute: LevelAttribute | RangeAttribute): readonly string[] | null {
  if ("levels" in attribute) return attribute.levels
  const { bands, range } = attribute
  if (bands === undefined) return null
  const [low, high] = range
  const width = (high - low) / bands
  // Names are edges to a hundredth of a band, which people can read; bands themselves are exact.
  const unit = 10 ** Math.floor(Math.log10(width / 100))
  const edge = (band: number): number => {
    if (band === 0 || band === bands) return band === 0 ? low : high
    return Number((Math.round((low + width * band) / unit) * unit).toPrecision(12))
  }
  return Array.from({ length: bands }, (_, band) => `${edge(band)} to ${edge(band + 1)}`)
}

/**
 * The cells of the table, the last attribute changing fastest; null if there are too many, or an
 * attribute is linear.
 */
function listGroups(columns: readonly Column[], ofAttributes: number): ContextGroup[] | null {
  let cells: string[][] = [[]]
  for (const { levels } of columns) {
    if (levels === null) return null
    cells = cells.flatMap((cell) => levels.map((level) => [...cell, level]))
    if (columns.length > 1 && (cells.length > mostCells || cells.length + ofAttributes > mostFeatures)) return null
  }
  return cells.map((levels) => ({ name: levels.join(", "), levels }))
}
