// Numbers in sentences.

import { shortNumber } from "@armistice/lab"
import { intervalOf } from "./interval.ts"
import type { Measurement } from "./measurement.ts"

/** Four digits: claims are judged by the third. */
export const numberText = (value: number): string => shortNumber(value, 4)

export function numberWithInterval(measurement: Measurement): string {
  const { value, low, high } = intervalOf(measurement.regret)
  return `${numberText(value)} [${numberText(low)}, ${numberText(high)}]`
}
