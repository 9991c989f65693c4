import { expect, test } from "vitest"
import { simulate } from "../replication/simulate.ts"
import { regretByEtaChart } from "./regret-by-eta-chart.ts"

test("points are at the loss we can prove, or where it was asked for at the one that the source states", async () => {
  const environment = { kind: "bernoulli", means: [0.6, 0.5] } as const
  const result = await simulate({
    algorithm: "dp-ts-ucb",
    parameters: { alpha: 0.5 },
    environment,
    horizon: 40,
    runs: 2,
    seed: 1,
  })
  const { eta, published } = result.guarantee
  expect(published).toBeGreaterThan(eta as number)
  const place = (chart: ReturnType<typeof regretByEtaChart>) => chart.series[0]?.points[0]?.x
  expect(place(regretByEtaChart([result]))).toBe(eta)
  const stated = regretByEtaChart([result], { accounting: "published" })
  expect(place(stated)).toBe(published)
  expect(stated.x.unit).toBe("GDP, as published")
})
