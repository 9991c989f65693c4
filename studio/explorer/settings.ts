// The settings of the explorer, and how the address holds them.

import { catalogue } from "@armistice/core"
import type { PrivacyTarget } from "@armistice/lab"
import { careful } from "../text/privacy-levels.ts"
import { type GroupSettings, readGroups, writeGroups } from "./groups.ts"
import { type LateAnswers, readLate, writeLate } from "./late.ts"
import { findMeanRange, isRewardKind, type RewardKind } from "./rewards.ts"

export interface ExplorerSettings {
  readonly means: readonly number[]
  readonly rewards: RewardKind
  readonly horizon: number
  readonly target: PrivacyTarget
  readonly algorithms: readonly string[]
  /** Null: as many as two seconds give. */
  readonly runs: number | null
  readonly seed: number
  /** Null: everyone answers at once. */
  readonly late: LateAnswers | null
  /** Null: everyone is alike. Otherwise means, rewards, algorithms and late do not apply. */
  readonly groups: GroupSettings | null
}

export const limits = { arms: [2, 50], horizon: [100, 1e12] } as const

export const defaultSettings: ExplorerSettings = {
  means: [0.6, 0.5, 0.4],
  rewards: "bernoulli",
  horizon: 1e4,
  target: { eta: careful.eta },
  algorithms: ["dp-ts-ucb", "gdp-imed", "dp-se"],
  runs: null,
  seed: 1,
  late: null,
  groups: null,
}

/** Algorithms that can be calibrated to a privacy target, in the order of the catalogue. */
export const offered = catalogue.filter(({ calibrate }) => calibrate !== undefined)

export function writeSettings({
  means,
  rewards,
  horizon,
  target,
  algorithms,
  runs,
  seed,
  late,
  groups,
}: ExplorerSettings): string {
  const query = new URLSearchParams()
  query.set("means", means.join(","))
  if (rewards !== "bernoulli") query.set("rewards", rewards)
  query.set("horizon", String(horizon))
  for (const [name, value] of Object.entries(target))
    query.set(name === "attackSuccess" ? "success" : name, String(value))
  query.set("algorithms", algorithms.join(","))
  if (runs !== null) query.set("runs", String(runs))
  if (seed !== 1) query.set("seed", String(seed))
  if (late !== null) query.set("late", writeLate(late))
  if (groups !== null) query.set("groups", writeGroups(groups))
  return `?${query.toString().replaceAll("%2C", ",")}`
}

/** Reads the settings of an address; missing or invalid parts take their defaults. */
export function parseExplorerSettings(text: string): ExplorerSettings {
  const query = new URLSearchParams(text)
  const within = (name: string, low: number, high: number): number | null => {
    const value = Number(query.get(name) ?? Number.NaN)
    return value >= low && value <= high ? value : null
  }
  const whole = (name: string, low: number, high: number): number | null => {
    const value = within(name, low, high)
    return value === null ? null : Math.round(value)
  }
  const means = query.get("means")?.split(",").map(Number) ?? []
  const given = query.get("rewards")
  const rewards = isRewardKind(given) ? given : defaultSettings.rewards
  const [fewest, most] = limits.arms
  const [lowest, highest] = findMeanRange(rewards)
  const isUsable =
    means.length >= fewest && means.length <= most && means.every((mean) => mean >= lowest && mean <= highest)
  const names = query.get("algorithms")?.split(",") ?? [...defaultSettings.algorithms]
  const [eta, epsilon, delta, success] = [
    within("eta", 1e-3, 1e3),
    within("epsilon", 1e-3, 1e3),
    within("delta", 1e-15, 0.5),
    within("success", 0.5001, 0.999999),
  ]
  const target: PrivacyTarget =
    eta !== null
      ? { eta }
      : epsilon !== null && delta !== null
        ? { epsilon, delta }
        : success !== null
          ? { attackSuccess: success }
          : defaultSettings.target
  return {
    means: isUsable ? means : defaultSettings.means,
    rewards,
    horizon: whole("horizon", ...limits.horizon) ?? defaultSettings.horizon,
    target,
    algorithms: offered.map(({ name }) => name).filter((name) => names.includes(name)),
    runs: whole("runs", 1, 10_000),
    seed: whole("seed", 0, 2 ** 53 - 2) ?? defaultSettings.seed,
    late: readLate(query.get("late")),
    groups: readGroups(query.get("groups")),
  }
}
