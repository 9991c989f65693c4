// The commands that give the same numbers outside the page.

import { frontierEtas } from "../simulation/frontier-etas.ts"
import { plainNumber } from "../text/figures.ts"
import type { Settings, Target } from "./settings.ts"
import { etaOfTarget } from "./settings.ts"

export function compareCommand(settings: Settings, runs: number): string {
  const { algorithms, means, horizon, target, seed } = settings
  return [
    "npx armistice compare",
    `--algorithms ${algorithms.join(",")}`,
    `--means ${means.join(",")}`,
    `--horizon ${plainNumber(horizon)}`,
    targetFlags(target),
    `--runs ${runs} --seed ${seed}`,
  ].join(" ")
}

export const privacyCommand = (target: Target): string => `npx armistice privacy ${targetFlags(target)}`

const targetFlags = (target: Target): string =>
  target.kind === "epsilon" ? `--epsilon ${target.epsilon} --delta ${target.delta}` : `--eta ${etaOfTarget(target)}`

/** One comparison for each point of the frontier. */
export function frontierCommand(settings: Settings, runs: number): string {
  const at = (eta: number) => compareCommand({ ...settings, target: { kind: "eta", eta } }, runs)
  return frontierEtas.map(at).join("\n")
}
