// Rows about a subject in words that they understand: names for numbers, values in the units of
// callers, and times. Noise is left out.

import { describePoint } from "../context/decision-context.ts"
import { formatTime } from "../format-time.ts"
import { type ArmStates, assignedMark, excludedArms, storedArms } from "../live/arm-states.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { stepsToReward } from "../live/reward-lattice.ts"
import type { StoredExperiment } from "../store/rows.ts"
import { type TableName, type TableRows, tables } from "../store/tables.ts"

export type ReadableRow = Readonly<Record<string, unknown>>

/** `armStates`: as the snapshot has them. By the name of the table in the store. */
export function describeRows(
  { experiment, status }: StoredExperiment,
  armStates: string | null,
  found: readonly (readonly [TableName, readonly TableRows[TableName][]])[],
): Readonly<Record<string, readonly ReadableRow[]>> {
  const { algorithm } = new LiveExperiment(experiment, status)
  const arms = storedArms(experiment, armStates)
  const describeContext = (text: string | null): unknown =>
    algorithm.context === undefined ? null : parse(describePoint(algorithm.context, text))
  const describe = (row: Readonly<Record<string, unknown>>, columns: readonly string[]): ReadableRow => {
    const { metric, source } = row as { readonly metric?: number; readonly source?: string }
    const bounds = metric === undefined ? experiment.reward : experiment.metrics?.[metric]
    const value = (column: string): readonly [string, unknown][] => {
      const stored = row[column]
      if (column === "noise") return []
      if (stored === null) return [[column, null]]
      if (column === "steps") return [["value", source === "silent" ? null : convertToUnits(stored as number, bounds)]]
      if (column === "arm") return [["arm", arms.names[stored as number]]]
      if (column === "metric") return [["metric", experiment.metrics?.[stored as number]?.name]]
      if (column === "at" || column === "due") return [[column, formatTime(stored as number)]]
      if (column === "context") return [["context", describeContext(stored as string)]]
      if (column === "excluded") return [["excluded", describeExcluded(stored as string, arms)]]
      if (column === "assigned") return [["assigned", describeAssigned(stored as string, arms, describeContext)]]
      return [[column, stored]]
    }
    return Object.fromEntries(columns.slice(1).flatMap(value))
  }
  return Object.fromEntries(
    found.map(([table, rows]) => {
      const { name, columns } = tables[table]
      return [name, rows.map((row) => describe(row as unknown as Readonly<Record<string, unknown>>, columns))]
    }),
  )
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

function convertToUnits(
  steps: number,
  bounds: { readonly min: number; readonly max: number } | undefined,
): number | null {
  if (bounds === undefined) return null
  const { min, max } = bounds
  return Number((min + (max - min) * stepsToReward(steps)).toPrecision(9))
}

/** An arm that was assigned before took the place of the list. */
const describeExcluded = (excluded: string, arms: ArmStates): readonly string[] | string =>
  excluded === assignedMark
    ? "all but the arm that was assigned before"
    : [...(excludedArms(excluded) ?? [])].map((arm) => arms.names[arm] as string)

function describeAssigned(
  text: string,
  arms: ArmStates,
  describeContext: (context: string | null) => unknown,
): ReadableRow {
  const { arm, at, context, ...rest } = JSON.parse(text) as { arm: number; at: number; context: string | null }
  return { ...rest, arm: arms.names[arm], context: describeContext(context), at: formatTime(at) }
}
