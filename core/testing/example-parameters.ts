// Parameters with which any catalogue entry can be tried, so that a new entry is tested by being
// listed.

import type { AlgorithmEntry } from "../algorithm-entry.ts"
import type { ParameterValue } from "../parameters.ts"

export function exampleParameters(entry: AlgorithmEntry, horizon: number): Record<string, ParameterValue> {
  const parameters: Record<string, ParameterValue> = {}
  for (const [name, spec] of Object.entries(entry.parameters)) {
    const value = name === "horizon" ? horizon : (spec.default ?? entry.example[name])
    if (value === undefined) throw new Error(`no example value for parameter ${name} of ${entry.name}`)
    parameters[name] = value
  }
  return parameters
}
