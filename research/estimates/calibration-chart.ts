// The calibration curve: how often arms were best against how likely they were said to be.

import { algorithmLabel, type ChartSpec } from "@armistice/lab"
import type { Calibration, CalibrationSpec } from "./calibration.ts"

type Measured = Calibration & Pick<CalibrationSpec, "algorithm" | "parameters" | "armCount" | "horizon">

export function createCalibrationChart(results: readonly Measured[]): ChartSpec {
  return {
    title: "Is the stated probability of being best true?",
    caption:
      "Arms drawn from the prior; each point is a tenth of the scale, bars are two standard errors. On the diagonal, what is said with probability p is true in a share p of cases.",
    x: { label: "stated probability of being best", scale: "linear", from: 0, to: 1 },
    y: { label: "share that was best", scale: "linear", from: 0, to: 1 },
    series: [
      ...results.map(({ algorithm, parameters, armCount, horizon, arms }) => ({
        name: `${algorithmLabel(algorithm, parameters)}, ${armCount} arms, ${horizon} rounds`,
        points: arms
          .filter(({ count }) => count >= 20)
          .map(({ stated, actual, count }) => {
            const error = 2 * Math.sqrt((actual * (1 - actual)) / count)
            return { x: stated, y: actual, low: Math.max(0, actual - error), high: Math.min(1, actual + error) }
          }),
        interval: "bars" as const,
        markers: "every" as const,
      })),
      {
        name: "true",
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        markers: "none",
        isReference: true,
      },
    ],
    legend: "top",
  }
}
