// The people of a simulation with context: kinds of people, each with a share of the traffic, a
// context, a group and a mean reward of each arm.

import type { Context, ContextAttributes, ContextPlan, ContextPoint } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { invalidParameter } from "../check-parameters.ts"
import { AliasTable } from "./alias-table.ts"
import { checkMeans, checkNumber } from "./environment-checks.ts"

/** People who share one context and the same means. */
export interface PersonKind {
  /** Part of the traffic; shares need not add to 1. 1 if left out. */
  readonly share?: number
  readonly context: Context
  /** Mean reward of each arm for these people. */
  readonly means: readonly number[]
  /** The group whose bandit decides for them; that of `splitBy` if left out. */
  readonly group?: string
}

/** The people of a simulated experiment. */
export interface ContextPeople {
  readonly plan: ContextPlan
  /** The point of each kind, its share (they add to 1), its means, and the number of its group. */
  readonly points: readonly ContextPoint[]
  readonly shares: readonly number[]
  readonly means: readonly (readonly number[])[]
  readonly groups: readonly number[]
  readonly groupShares: readonly number[]
  readonly table: AliasTable
}

/** `splitBy` names the attributes that groups are split by; all if left out. */
export function createPeople(
  attributes: ContextAttributes,
  kinds: readonly PersonKind[],
  splitBy: readonly string[] = Object.keys(attributes),
): ContextPeople {
  const plan = planContext(attributes)
  if (!Array.isArray(kinds) || kinds.length === 0) throw invalidParameter("people must be a list of at least one kind")
  for (const name of splitBy)
    if (!Object.hasOwn(plan.attributes, name))
      throw invalidParameter(`splitBy must name attributes of the context, got ${JSON.stringify(name)}`)
  const given = kinds.map(({ share = 1 }) => checkNumber("share", share, 0, Number.MAX_VALUE))
  const total = given.reduce((sum, share) => sum + share, 0)
  if (!(total > 0)) throw invalidParameter("at least one share of people must be above 0, got none")
  const means = kinds.map((kind) => checkMeans(kind.means))
  const stray = means.find((one) => one.length !== means[0].length)
  if (stray !== undefined)
    throw invalidParameter(`all people must have means of ${means[0].length} arms, got ${stray.length}`)
  const names = kinds.map(({ group, context }) => group ?? JSON.stringify(splitBy.map((name) => context[name])))
  const groupNames = [...new Set(names)]
  const shares = given.map((share) => share / total)
  const groups = names.map((name) => groupNames.indexOf(name))
  return {
    plan,
    points: kinds.map(({ context }) => plan.point(context)),
    shares,
    means,
    groups,
    groupShares: groupNames.map((_, group) =>
      shares.reduce((sum, share, kind) => sum + (groups[kind] === group ? share : 0), 0),
    ),
    table: new AliasTable(shares),
  }
}
