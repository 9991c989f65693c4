// Plays settings and remembers them: several figures share points, and each is simulated once.

import type { SimulationResult, SimulationSpec } from "@armistice/lab"
import { createMeasurement, createSpec, type Measurement, type Setting } from "./judging/measurement.ts"

/** How to simulate: on all cores in Node, with workers in a page. */
export type Simulate = (spec: SimulationSpec, onShare: (share: number) => void) => Promise<SimulationResult>

/** Receives the share of the work that is done, from 0 to 1. */
export type OnShare = (share: number) => void

/** Simulates the settings of exhibits, each once. */
export class Laboratory {
  /** Runs of a point that is as costly as the paper's own; cheaper ones take a multiple of it. */
  readonly runs: number
  readonly seed: number
  readonly #simulate: Simulate
  readonly #known = new Map<string, Promise<SimulationResult>>()

  constructor(options: { readonly runs: number; readonly seed: number; readonly simulate: Simulate }) {
    this.runs = options.runs
    this.seed = options.seed
    this.#simulate = options.simulate
  }

  /** Measurements of these settings, in order. */
  async measure(settings: readonly Setting[], onShare: OnShare): Promise<Measurement[]> {
    const measurements: Measurement[] = []
    for (const [index, setting] of settings.entries()) {
      const spec = createSpec(setting, this.seed)
      const key = JSON.stringify(spec)
      let result = this.#known.get(key)
      if (result === undefined) {
        result = this.#simulate(spec, (share) => onShare((index + share) / settings.length))
        this.#known.set(key, result)
      }
      measurements.push(createMeasurement(await result, setting))
      onShare((index + 1) / settings.length)
    }
    return measurements
  }
}
