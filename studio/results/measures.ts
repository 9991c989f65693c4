// The definition of a guardrail: its bounds, the worse direction, and the allowed part of it.

import type { Axis } from "../charts/axis.ts"
import type { Detail, Measure } from "./results-types.ts"

export type MeasureDefinitions = Pick<Detail, "metrics">

const findMetric = ({ metrics }: MeasureDefinitions, name: string) => metrics.find((metric) => metric.name === name)

export const isLowerWorse = (detail: MeasureDefinitions, name: string): boolean =>
  findMetric(detail, name)?.worse === "lower"

export const findMargin = (detail: MeasureDefinitions, name: string): number => findMetric(detail, name)?.margin ?? 0

export const findBounds = (
  detail: MeasureDefinitions,
  { name }: Pick<Measure, "name">,
): { readonly min: number; readonly max: number } => findMetric(detail, name) ?? { min: 0, max: 1 }

/** The largest difference from the control that is allowed, on the side that is worse. */
export const findAllowedEnd = (detail: MeasureDefinitions, name: string): number =>
  (isLowerWorse(detail, name) ? -1 : 1) * findMargin(detail, name)

/** The allowed part of an axis of differences, in percent. */
export function fitAllowedBand(
  detail: MeasureDefinitions,
  name: string,
  axis: Pick<Axis, "at">,
): readonly [from: number, to: number] {
  const end = axis.at(findAllowedEnd(detail, name))
  return isLowerWorse(detail, name) ? [end, 100] : [0, end]
}
