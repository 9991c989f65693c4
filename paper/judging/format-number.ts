// Numbers in sentences.

import { shortNumber } from "@armistice/lab"
import { computeInterval, type Interval } from "./interval.ts"
import type { Measurement } from "./measurement.ts"

/** Four digits: claims are judged by the third. */
export const formatNumber = (value: number): string => shortNumber(value, 4)

export function formatWithInterval(measurement: Measurement): string {
  const { value, low, high } = computeInterval(measurement.regret)
  return `${formatNumber(value)} [${formatNumber(low)}, ${formatNumber(high)}]`
}

/** "1.07 [1.04, 1.10]"; just the number where it is exact. */
export function formatMeasured({ value, low, high }: Interval): string {
  return low === high ? formatNumber(value) : `${formatNumber(value)} [${formatNumber(low)}, ${formatNumber(high)}]`
}
