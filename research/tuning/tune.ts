// Chooses parameters for every algorithm alike. At each of five η all combinations of the values
// get a few runs on the tuning instances, the best quarter more, and the best three the most; the
// least mean logarithm of regret wins.

import { createAlgorithm } from "@armistice/core"
import type { Choice, FreeParameters } from "@armistice/lab/internal"
import { countArms, type DrawnSetting, drawSettings } from "../adversarial/draw-settings.ts"
import { addRuns, noRuns, type RegretTally } from "../adversarial/regret-tally.ts"

export const tunedEtas = [0.1, 0.3, 1, 3, 10] as const
/** Runs of a candidate on one instance, and how many candidates stay, round by round. */
const rounds = [
  { runs: 20, stay: (count: number) => Math.max(3, Math.ceil(count / 4)) },
  { runs: 80, stay: () => 3 },
  { runs: 240, stay: () => 1 },
] as const
export const tuningRuns = rounds.map(({ runs }) => runs)
const mostRuns = rounds[rounds.length - 1].runs

/** Drawn like the settings that judge algorithms, with another seed; few arms, for many runs. */
export const tuningInstances: readonly DrawnSetting[] = drawSettings("tuning instances", 33).filter(
  (setting) => countArms(setting) <= 100,
)

export interface TunedRow {
  readonly eta: number
  readonly choice: Choice
  /** Regret beside that of the starting point, geometric mean over the instances. */
  readonly besideStart: number
  readonly instances: number
  readonly candidates: number
}

export function tuneForm(free: FreeParameters, eta: number): TunedRow | null {
  const { arms = Number.POSITIVE_INFINITY, horizon = Number.POSITIVE_INFINITY } = free.most ?? {}
  const instances = tuningInstances.filter((one) => countArms(one) <= arms && one.horizon <= horizon)
  const tallies = new Map<string, RegretTally>()

  /** Mean logarithm of the regret over the instances where the algorithm can be this private. */
  function computeScore(choice: Choice, runs: number): number {
    let sum = 0
    let count = 0
    for (const instance of instances) {
      const setting = { horizon: instance.horizon, armCount: countArms(instance) }
      const parameters = free.parameters(choice, eta, setting)
      if (parameters === null) continue
      const key = JSON.stringify([instance.name, parameters])
      const tally = addRuns(
        createAlgorithm(free.algorithm, parameters),
        instance,
        `tuning ${instance.name}`,
        tallies.get(key) ?? noRuns,
        runs,
      )
      tallies.set(key, tally)
      sum += Math.log(tally.mean)
      count += 1
    }
    return count === 0 ? Number.NaN : sum / count
  }

  let left = combinations(free.grids)
  if (Number.isNaN(computeScore(free.start, rounds[0].runs))) return null
  const candidates = left.length
  for (const { runs, stay } of rounds) {
    const scored = left.map((choice) => ({ choice, score: computeScore(choice, runs) }))
    // Stable: of equals the one nearer to the beginning of the grids stays.
    scored.sort((a, b) => a.score - b.score)
    left = scored.slice(0, stay(scored.length)).map(({ choice }) => choice)
  }
  const [choice] = left
  const besideStart = Math.exp(computeScore(choice, mostRuns) - computeScore(free.start, mostRuns))
  return { eta, choice, besideStart, instances: instances.length, candidates }
}

/** Every way to take one value from each grid. */
function combinations(grids: FreeParameters["grids"]): Choice[] {
  return Object.entries(grids).reduce<Choice[]>(
    (choices, [name, values]) => choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  )
}
