// Numbers in sentences.

import { shortNumber } from "@armistice/lab"
import { type Interval, intervalOf } from "./interval.ts"
import type { Measurement } from "./measurement.ts"

/** Four digits: claims are judged by the third. */
export const numberText = (value: number): string => shortNumber(value, 4)

export function numberWithInterval(measurement: Measurement): string {
  const { value, low, high } = intervalOf(measurement.regret)
  return `${numberText(value)} [${numberText(low)}, ${numberText(high)}]`
}

/** "1.07 [1.04, 1.10]"; just the number where it is exact. */
export function measuredText({ value, low, high }: Interval): string {
  return low === high ? numberText(value) : `${numberText(value)} [${numberText(low)}, ${numberText(high)}]`
}
