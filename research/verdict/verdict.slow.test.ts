// The rates of verdict.medium.test.ts for options that are alike, over more experiments.

import { expect, test } from "vitest"
import { countOutcomes, simulateRuns } from "./measure-verdict.ts"
import type { ExperimentSpec } from "./simulate-experiment.ts"

const runs = 400

test.each([2, 4])(
  "%i options that are alike: at most a fifth of 400 experiments ever lean, a twentieth are clear",
  (armCount) => {
    const alike: ExperimentSpec = {
      eta: 1,
      horizon: 2000,
      means: new Array<number>(armCount).fill(0.5),
      evenShare: 0.2,
      delay: "late",
      worthwhile: 0.01,
    }
    const { everLeaning, falselyClear } = countOutcomes(simulateRuns(alike, 6, 0, runs))
    expect(everLeaning).toBeLessThanOrEqual(0.2 * runs)
    expect(falselyClear).toBeLessThanOrEqual(0.05 * runs)
  },
)
