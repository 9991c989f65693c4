// The explorer's settings of people in groups: how many, and how they differ. Worlds are named laws
// of the laboratory.

import { type ComparisonSpec, contextPresets, type PrivacyTarget, type SimulationResult } from "@armistice/lab"

export interface GroupSettings {
  /** A named environment with context. */
  readonly law: string
  readonly levels: number
  readonly arms: number
}

export interface GroupLaw {
  /** In the list of settings. */
  readonly label: string
  /** The title of what is simulated. */
  readonly title: string
  /** The same people without differences between groups; `null` where there are none. */
  readonly alike: string | null
}

export const groupLaws: Readonly<Record<string, GroupLaw>> = {
  cross: { label: "own best option each", title: "If each group has its own best option", alike: "none" },
  inter: { label: "at random", title: "If options differ at random by group", alike: "none" },
  sparse: { label: "one odd group", title: "If one group has another best option", alike: "none" },
  additive: {
    label: "same best, other levels",
    title: "If groups answer differently, with the same best option",
    alike: "none",
  },
  lowx: { label: "own best, rare successes", title: "If each group has its own best of rare successes", alike: "lown" },
  attrs: { label: "three attributes that add up", title: "If effects of three attributes add up", alike: "attr0" },
  nonlin: {
    label: "three attributes, each cell its own",
    title: "If each cell of three attributes differs",
    alike: "attr0",
  },
  corr: { label: "correlated numbers", title: "If correlated numbers change each option", alike: null },
}

export const defaultGroups: GroupSettings = { law: "cross", levels: 5, arms: 5 }

/** People with a context are simulated one by one. */
export const mostGroupPeople = 1e5
export const mostArms = 10
const mostLevels = 30

/** Each of three attributes has at least two levels. */
export function findLevelLimits(law: string): readonly [least: number, most: number] {
  if (law === "corr") return [1, mostLevels]
  return [law === "attrs" || law === "nonlin" ? 6 : 2, mostLevels]
}

/** The attributes that the levels of this law count. */
export function describeLevels(law: string): string {
  if (law === "corr") return "Numbers"
  return law === "attrs" || law === "nonlin" ? "Levels of three attributes" : "Groups"
}

/** The settings of another law, as the laboratory has it. */
export function createGroups(law: string): GroupSettings {
  const preset = contextPresets.find(({ name }) => name === law)
  return preset === undefined ? defaultGroups : { law, levels: preset.levels, arms: preset.arms }
}

export const writeGroups = ({ law, levels, arms }: GroupSettings): string => [law, levels, arms].join(",")

/** `null` where it names no known law, or numbers that cannot be. */
export function readGroups(text: string | null): GroupSettings | null {
  const [law = "", levels = "", arms = ""] = text?.split(",") ?? []
  if (!Object.hasOwn(groupLaws, law)) return null
  const [least, most] = findLevelLimits(law)
  const isWhole = (value: number, low: number, high: number) => Number.isInteger(value) && value >= low && value <= high
  const found = { law, levels: Number(levels), arms: Number(arms) }
  return isWhole(found.levels, least, most) && isWhole(found.arms, 2, mostArms) ? found : null
}

/** Ignore the groups, one experiment for each, or one that knows them. */
export const uses = [
  { algorithm: "gdp-imed", name: "Ignore the groups", about: "one for everyone", short: "ignore" },
  { algorithm: "per-group", name: "Split", about: "one for each group", short: "split" },
  { algorithm: "gdp-context", name: "Pool", about: "one that knows groups", short: "pool" },
] as const

interface SimulatedGroups {
  readonly groups: GroupSettings
  readonly horizon: number
  readonly target: PrivacyTarget
  readonly seed: number
}

/** The comparison of the three uses in a world of this law, as the command line would make it. */
export const groupSpec = (
  { groups: { levels, arms }, horizon, target, seed }: SimulatedGroups,
  law: string,
): Omit<ComparisonSpec, "runs"> => ({
  algorithms: uses.map(({ algorithm }) => ({ algorithm })),
  privacy: target,
  environment: { kind: "drawn-context", name: law, levels, arms },
  horizon,
  seed,
})

export type Use = (typeof uses)[number]["short"]

interface Found {
  readonly results: readonly SimulationResult[]
  /** Algorithms whose result is still that of earlier settings. */
  readonly stale?: readonly string[]
}

/** `null` until it is known for these settings. */
export function findUse({ results, stale = [] }: Found, use: Use): SimulationResult | null {
  const wanted = uses.find(({ short }) => short === use)?.algorithm
  return results.find(({ algorithm }) => algorithm === wanted && !stale.includes(algorithm)) ?? null
}
