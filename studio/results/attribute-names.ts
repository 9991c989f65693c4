// The names of the groups of an experiment with context.

import { planContext } from "@armistice/core/context"
import { joinNames } from "@armistice/core/text"
import type { Detail } from "./results-types.ts"

type ContextDetail = Pick<Detail, "context">

/** The name of the only attribute; `null` where groups are made of several. */
export function findOnlyAttribute({ context }: ContextDetail): string | null {
  const names = Object.keys(context?.attributes ?? {})
  return names.length === 1 ? (names[0] as string) : null
}

/** "By device", "By device and age". */
export function describeAttributes({ context }: ContextDetail): string | null {
  const names = Object.keys(context?.attributes ?? {})
  if (names.length === 0) return null
  return `by ${joinNames(names)}`
}

export function pluralize(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** Which sum of an option a line of the ledger is about; `null`: the option's total. */
export function describeCoordinate({ context }: ContextDetail, coordinate: number): string | null {
  if (context === null || coordinate === 0) return null
  const plan = planContext(context.attributes as Parameters<typeof planContext>[0])
  if (plan.groups !== null) return plan.groups[coordinate - 1]?.name ?? null
  let first = 1
  for (const [name, attribute] of Object.entries(plan.attributes)) {
    const levels =
      "levels" in attribute
        ? attribute.levels
        : attribute.bands === undefined
          ? [name]
          : (planContext({ [name]: attribute }).groups?.map((group) => group.name) ?? [])
    if (coordinate < first + levels.length) {
      const level = levels[coordinate - first] as string
      return level === name ? name : `${name} ${level}`
    }
    first += levels.length
  }
  return null
}
