// Draws the README's figure, docs/pictures/regret-light.svg and -dark.svg: regret against η of
// GDP-IMED and DP-TS-UCB beside the lower bound. Run it with `node --conditions=source --import=tsx
// research/readme/write-results.ts`; it takes some seconds and prints the numbers that it draws.

import { writeFileSync } from "node:fs"
import { drawChart } from "@armistice/charts"
import { type ChartSpec, type PointSpec, regretBound, type SeriesSpec, simulate } from "@armistice/lab"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const horizon = 1e6
const etas = [0.1, 0.2, 0.5, 1, 2, 4]
const environment = { kind: "bernoulli", means } as const

async function measureRegret(algorithm: string, eta: number): Promise<PointSpec> {
  const { regret } = await simulate({
    algorithm,
    parameters: { eta },
    environment,
    horizon,
    runs: 1000,
    seed: 1,
  })
  if (regret.interval === null) throw new Error("an interval needs more than one run")
  const { low, high } = regret.interval
  process.stdout.write(
    `${algorithm}, eta ${eta}: ${regret.mean.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})\n`,
  )
  return { x: eta, y: regret.mean, low, high }
}

const measureCurve = async (name: string, algorithm: string, look: number): Promise<SeriesSpec> => ({
  name,
  points: await Promise.all(etas.map((eta) => measureRegret(algorithm, eta))),
  interval: "bars",
  markers: "every",
  look,
})

function boundRegret(eta: number): PointSpec {
  const { asymptotic } = regretBound({ means, horizon, eta, runs: 0 })
  process.stdout.write(`lower bound in the limit, eta ${eta}: ${asymptotic?.toFixed(1)}\n`)
  return { x: eta, y: asymptotic ?? Number.NaN }
}

const chart: ChartSpec = {
  title: "Regret after 10⁶ rounds at equal privacy: five arms, .95 to .15",
  caption: "Means of 1,000 runs, 95 % intervals. The bound is for T → ∞: after 10⁶ rounds regret may be lower.",
  x: { label: "η", unit: "GDP", scale: "log" },
  y: { label: "regret", unit: "rewards lost", scale: "log" },
  series: [
    await measureCurve("DP-TS-UCB calibrated", "dp-ts-ucb-calibrated", 5),
    await measureCurve("GDP-IMED", "gdp-imed", 0),
    { name: "lower bound, T → ∞", points: etas.map(boundRegret), markers: "none", isReference: true },
  ],
}
for (const theme of ["light", "dark"] as const)
  writeFileSync(new URL(`../../docs/pictures/regret-${theme}.svg`, import.meta.url), drawChart(chart, { theme }))
