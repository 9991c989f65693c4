// Checks that an audit accuses a correct algorithm in none of its scenarios.

import type { Algorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { auditExamples } from "../audit-examples.ts"
import { AuditRuns } from "../boxes/audit-runs.ts"
import { resolveView } from "../boxes/custom-view.ts"
import { type Classifier, countClassifierErrors, countNumbersPerRun } from "../classifiers/classifier.ts"
import { splitRows } from "../classifiers/split-rows.ts"
import { etaLowerBound } from "../lower-bound.ts"
import { listScenarioTables } from "./scenario-tables.ts"

const runs = 120
/**
 * All bounds, of some 300 settings, hold together with 99.9 %. Missing noise would show eta 2.4.
 */
const doubt = 0.001 / 500

/** Believes the second table if what was released is likelier under it: needs no training. */
const likelihoodClassifier: Classifier = { statistic: "likelihood", weights: [1, 0, 0], threshold: 0, curve: [] }

/** The algorithms of `npm test`: sums with residuals, epochs and Laplace noise. */
const first = ["gdp-imed", "dp-se", "adap-ucb"]
export const firstExamples = () => auditExamples().filter(({ name }) => first.includes(name))
export const otherExamples = () => auditExamples().filter(({ name }) => !first.includes(name))

const always = ["an arm is retired", "arms are excluded", "rewards come late", "arrivals follow releases"]

export function accusedInNone(algorithms: readonly Algorithm[]): void {
  for (const algorithm of algorithms)
    test(`${algorithm.name} runs through every scenario it supports, and is accused in none`, () => {
      const played = new AuditRuns(algorithm, 9, resolveView(algorithm, undefined, false))
      const settings = listScenarioTables("white", algorithm, played.view)
      const names = new Set(settings.map(({ scenario }) => scenario?.name))
      expect(names.has("an arm is added")).toBe(algorithm.addArm !== undefined)
      expect(names.has("the horizon is reached")).toBe(reachesHorizon(algorithm.parameters.horizon, algorithm.name))
      for (const name of [...always]) expect(names).toContain(name)
      for (const tables of settings) {
        const rows = played.run({ box: "white", purpose: "count", tables, from: 0, to: runs })
        const [first, second] = splitRows(rows, countNumbersPerRun("white"))
        const { eta, tight } = algorithm.guarantee(tables.armCount)
        const limit = Math.min(eta ?? 0, tight ?? Number.POSITIVE_INFINITY)
        const shown = etaLowerBound(countClassifierErrors(likelihoodClassifier, first, second), doubt)
        expect(shown, JSON.stringify(tables)).toBeLessThanOrEqual(limit)
      }
    })
}

/** Rewards that come after the last decision reach DP-SE's horizon; others may have none. */
const reachesHorizon = (horizon: unknown, name: string): boolean => typeof horizon === "number" && name !== "dp-se"
