// Every algorithm that needs no context, by name. Command line, service, studio and documentation
// read this list; adding an algorithm is one line here. The algorithms with context are in
// context/catalogue.ts.

import type { Algorithm } from "./algorithm.ts"
import type { AlgorithmEntry } from "./algorithm-entry.ts"
import { adacUcb } from "./algorithms/adac-ucb.ts"
import { adapKlUcb } from "./algorithms/adap-kl-ucb.ts"
import { adapUcb } from "./algorithms/adap-ucb.ts"
import { anytimeLazyUcb } from "./algorithms/anytime-lazy-ucb.ts"
import { dpImed } from "./algorithms/dp-imed.ts"
import { dpKlUcb } from "./algorithms/dp-kl-ucb.ts"
import { dpSe } from "./algorithms/dp-se.ts"
import { dpTsUcb } from "./algorithms/dp-ts-ucb.ts"
import { dpTsUcbAnytime } from "./algorithms/dp-ts-ucb-anytime.ts"
import { dpTsUcbCalibrated } from "./algorithms/dp-ts-ucb-calibrated.ts"
import { dpUcb } from "./algorithms/dp-ucb.ts"
import { gdpImed } from "./algorithms/gdp-imed.ts"
import { gdpTs } from "./algorithms/gdp-ts.ts"
import { imed } from "./algorithms/imed.ts"
import { klUcb } from "./algorithms/kl-ucb.ts"
import { lazyDpTs } from "./algorithms/lazy-dp-ts.ts"
import { mTsGaussian } from "./algorithms/m-ts-gaussian.ts"
import { tsBeta } from "./algorithms/ts-beta.ts"
import { tsGaussian } from "./algorithms/ts-gaussian.ts"
import { ucb1 } from "./algorithms/ucb1.ts"
import { uniform } from "./algorithms/uniform.ts"
import { ArmisticeError } from "./errors.ts"

/** Every algorithm, in the order in which lists show them. */
export const catalogue: readonly AlgorithmEntry[] = [
  dpTsUcb,
  dpTsUcbCalibrated,
  dpTsUcbAnytime,
  gdpImed,
  gdpTs,
  tsGaussian,
  mTsGaussian,
  dpSe,
  anytimeLazyUcb,
  lazyDpTs,
  adapUcb,
  adapKlUcb,
  adacUcb,
  dpKlUcb,
  dpImed,
  dpUcb,
  uniform,
  ucb1,
  klUcb,
  tsBeta,
  imed,
]

/** The other entries that can be found by name. */
const registered: AlgorithmEntry[] = []

/** Makes algorithms that are not in `catalogue` known by name. */
export function registerAlgorithms(entries: readonly AlgorithmEntry[]): void {
  registered.push(...entries.filter((entry) => !registered.includes(entry)))
}

/** The entry of an algorithm, or an error that lists the names on offer. */
export function findAlgorithm(name: unknown): AlgorithmEntry {
  const entries = [...catalogue, ...registered]
  const entry = entries.find((candidate) => candidate.name === name)
  if (entry !== undefined) return entry
  const names = entries.map((candidate) => candidate.name).join(", ")
  const more = registered.length === 0 ? ' (or, with "@armistice/core/context" imported, one that needs a context)' : ""
  throw new ArmisticeError("unknown_algorithm", `algorithm must be one of ${names}${more}, got ${JSON.stringify(name)}`)
}

/**
 * An algorithm with its parameters checked; those left out take their defaults. `ruleVersion` is
 * the one stored beside the name: what began under another rule is refused, since the rule here
 * would decide differently.
 *
 * @example
 * const algorithm = createAlgorithm("gdp-imed", { eta: 1 })
 * const state = algorithm.start(2)
 * const arm = algorithm.choose(state, secureRandom())
 */
export function createAlgorithm(
  name: string,
  parameters: Readonly<Record<string, unknown>> = {},
  ruleVersion?: number,
): Algorithm {
  const entry = findAlgorithm(name)
  if (ruleVersion !== undefined && ruleVersion !== entry.ruleVersion)
    throw new ArmisticeError(
      "state_version",
      `${name} has rule version ${entry.ruleVersion} in this version of Armistice, got ${ruleVersion}`,
    )
  return entry.create(parameters)
}
