// Planted results: measurements nobody simulated, to see that verdicts follow them.

import type { Measurement } from "../judging/measurement.ts"

export function planted(label: string, mean: number, standardError = 1): Measurement {
  return {
    label,
    algorithm: label,
    parameters: {},
    horizon: 1e6,
    regret: { mean, standardError, runs: 20 },
    eta: 1,
    published: 1,
  }
}
