// The commands that print the same numbers outside the page.

import { type PrivacyTarget, resolveTargetEta, type SimulationResult } from "@armistice/lab"
import { formatDeliveryFlags } from "../simulation/delivery-flags.ts"
import { frontierEtas } from "../simulation/frontier-etas.ts"
import { formatArgument } from "../text/numbers.ts"
import { type GroupSettings, uses } from "./groups.ts"
import { planLateAnswers } from "./late.ts"
import { formatEnvironmentFlags } from "./rewards.ts"
import type { ExplorerSettings } from "./settings.ts"

export function compareCommand(settings: ExplorerSettings, runs: number): string {
  const { algorithms, means, rewards, horizon, target, seed } = settings
  return [
    "npx armistice compare",
    `--algorithms ${algorithms.join(",")}`,
    formatEnvironmentFlags(rewards, means),
    `--horizon ${formatArgument(horizon)}`,
    targetFlags(target),
    `--runs ${runs} --seed ${seed}${formatDeliveryFlags(planLateAnswers(settings))}`,
  ].join(" ")
}

/** The simulation of one method, with the parameters that reach the privacy target. */
export function simulateCommand(
  settings: ExplorerSettings,
  { algorithm, parameters, finished }: SimulationResult,
): string {
  const { means, rewards, horizon, seed } = settings
  const own = Object.entries(parameters).filter(([name]) => name !== "horizon")
  return [
    `npx armistice simulate --algorithm ${algorithm}`,
    ...own.map(([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`),
    formatEnvironmentFlags(rewards, means),
    `--horizon ${formatArgument(horizon)} --runs ${finished} --seed ${seed}${formatDeliveryFlags(planLateAnswers(settings))}`,
  ].join(" ")
}

export const formatPrivacyCommand = (target: PrivacyTarget): string => `npx armistice privacy ${targetFlags(target)}`

const targetFlags = (target: PrivacyTarget): string =>
  "epsilon" in target ? `--epsilon ${target.epsilon} --delta ${target.delta}` : `--eta ${resolveTargetEta(target)}`

/** The three ways to use groups, in a world of this law. */
export function groupCommand(
  { groups: { levels, arms }, horizon, target, seed }: ExplorerSettings & { readonly groups: GroupSettings },
  law: string,
  runs: number,
): string {
  return [
    `npx armistice compare --algorithms ${uses.map(({ algorithm }) => algorithm).join(",")}`,
    `--context ${law} --levels ${levels} --context-arms ${arms} --horizon ${formatArgument(horizon)}`,
    `${targetFlags(target)} --runs ${runs} --seed ${seed}`,
  ].join(" ")
}

/** One comparison for each point of the frontier. */
export function formatFrontierCommand(settings: ExplorerSettings, runs: number): string {
  const at = (eta: number) => compareCommand({ ...settings, target: { eta } }, runs)
  return frontierEtas.map(at).join("\n")
}
