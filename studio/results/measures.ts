// What is known of a guardrail by its definition: its bounds, which way is worse, and how much of that is allowed.

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
