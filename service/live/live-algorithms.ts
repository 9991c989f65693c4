// Which algorithms may run live, and the ones taken for a privacy target. Live noise must be exact on a lattice, and a reward's slot fixed by
// its decision: each algorithm here adds noise to closed batches, draws around them, or uses no private noise at all (docs/api.md).

import { catalogue } from "@armistice/core"

/** How an algorithm uses chance on rewards: noise on sums, draws around sums, or not at all (and then nothing is promised). */
export type LiveNoise = "sums" | "draws" | "none"

const liveNoise: Readonly<Record<string, LiveNoise>> = {
  "gdp-imed": "sums",
  "adac-ucb": "sums",
  "adap-ucb": "sums",
  "adap-kl-ucb": "sums",
  "dp-kl-ucb": "sums",
  "dp-imed": "sums",
  "dp-se": "sums",
  "anytime-lazy-ucb": "sums",
  "lazy-dp-ts": "sums",
  "gdp-ts": "sums",
  "dp-ts-ucb": "draws",
  "dp-ts-ucb-calibrated": "draws",
  "dp-ts-ucb-anytime": "draws",
  uniform: "none",
  ucb1: "none",
  "kl-ucb": "none",
  imed: "none",
}

/** For a target on the GDP scale, and for pure DP: the first one the catalogue has. */
const defaults = { gdp: ["gdp-imed", "adac-ucb"], pure: ["dp-imed"] } as const

export const noiseOf = (name: string): LiveNoise | undefined =>
  Object.hasOwn(liveNoise, name) ? liveNoise[name] : undefined

export const liveNames = (): string[] =>
  catalogue.map(({ name }) => name).filter((name) => Object.hasOwn(liveNoise, name))

export function defaultAlgorithm(target: "gdp" | "pure"): string {
  const found = defaults[target].find((name) => catalogue.some((entry) => entry.name === name))
  return found ?? "adac-ucb"
}
