// Mean regret of GDP-IMED with and without its rule for the ceiling, and of the better of DP-IMED
// and DP-KLUCB at the same η, which come nearest there.

import type { AlgorithmEntry } from "@armistice/core"
import { judgeSettings } from "../adversarial/judge-settings.ts"
import { measureSetting, searchPlan } from "../adversarial/measure.ts"
import { addRuns, noRuns, type RegretTally } from "../adversarial/regret-tally.ts"
import { type CeilingCondition, type CeilingSetting, prepareSetting } from "./ceiling-settings.ts"

export interface CeilingRow extends RegretTally {
  readonly setting: string
  readonly condition: string
  /** "with", "without" (the rule), the name of a rival, or `farBehind` if no rival comes near. */
  readonly rule: string
}

/** `entry` is GDP-IMED with or without the rule. */
export function measureRule(
  setting: CeilingSetting,
  condition: CeilingCondition,
  rule: "with" | "without",
  entry: AlgorithmEntry,
  seed: string,
): CeilingRow {
  const { eta, name } = setting
  const prepared = prepareSetting(setting, condition)
  const algorithm = entry.create(condition.knowsHorizon ? { eta, horizon: prepared.horizon } : { eta })
  return {
    setting: name,
    condition: condition.name,
    rule,
    ...addRuns(algorithm, prepared, `${seed} ${name}`, noRuns, condition.runs),
  }
}

/** All rivals were left out: on fewer rounds each of three runs had over twice our regret. */
export const farBehind = "far behind"

/** Others get as many runs as in the drawn settings. */
const plan = { ...searchPlan, contenderMs: 10_000, longHorizon: 3000 }
const isNear = (name: string): boolean => name.startsWith("dp-imed") || name.startsWith("dp-kl-ucb")

/** The rival with the least regret, in any of its forms. */
export function measureBestOther(setting: CeilingSetting, condition: CeilingCondition, seed: string): CeilingRow {
  const { name, eta } = setting
  const drawn = { ...prepareSetting(setting, condition), name, family: "ceiling", eta }
  const [{ search }] = judgeSettings([drawn], [...measureSetting(drawn, seed, new Map(), plan, isNear)])
  const about = { setting: name, condition: condition.name }
  if (search === null) return { ...about, rule: farBehind, ...noRuns }
  const { contender, runs, mean, squares } = search.rival
  return { ...about, rule: contender, runs, mean, squares }
}
