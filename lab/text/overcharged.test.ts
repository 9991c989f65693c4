import { expect, test } from "vitest"
import { comparisonChart } from "../charts/regret-over-time-chart.ts"
import { measureFrontier } from "../frontier/frontier.ts"
import { frontierChart } from "../frontier/frontier-chart.ts"
import { frontierInstances } from "../frontier/instances.ts"
import { compare } from "../replication/compare.ts"
import { describeOvercharged, listOvercharged } from "./overcharged.ts"

const brief = "DP-UCB is charged more than it loses."

test("algorithms that are charged more than they lose have a note with both figures, others have none", () => {
  expect(listOvercharged([{ algorithm: "dp-ucb" }, { algorithm: "gdp-imed" }, { algorithm: "dp-ucb" }])).toEqual([
    expect.stringMatching(/^DP-UCB is charged more than it loses: .*1\.23.*about 0\.4/),
  ])
  expect(describeOvercharged([{ algorithm: "dp-ucb" }])).toBe(` ${brief}`)
  expect(describeOvercharged([{ algorithm: "gdp-imed" }, { algorithm: "one's own" }])).toBe("")
})

test("charts at equal privacy have the note, and those by parameters do not", async () => {
  const algorithms = [{ algorithm: "gdp-imed" }, { algorithm: "dp-ucb" }]
  const setting = { environment: { kind: "bernoulli", means: [0.7, 0.4] }, horizon: 200, runs: 2, seed: 1 } as const
  const result = await compare({ ...setting, algorithms, privacy: { eta: 1 } })
  expect(comparisonChart(result).caption).toContain(brief)
  expect(comparisonChart({ ...result, eta: null }).caption).not.toContain(brief)
  const [row] = [
    ...measureFrontier({
      instances: frontierInstances.slice(0, 1),
      etas: [1],
      horizons: [200],
      runs: 2,
      otherRuns: 30,
      seed: 1,
      algorithms: ["gdp-imed"],
    }),
  ].slice(1)
  const rival = { ...row, algorithm: "dp-ucb", contender: "dp-ucb, published" }
  expect(frontierChart([row, rival], "here").caption).toContain(brief)
  expect(frontierChart([row], "here").caption).not.toContain(brief)
})
