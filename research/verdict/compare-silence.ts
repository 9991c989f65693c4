// Prints how often and how soon 60 against 50 is clear where silence is worth 0, by how silence is
// counted: the table of core/verdict/verdict.md. Run it with `node --conditions=source --import=tsx
// research/verdict/compare-silence.ts [experiments]`.

import { formatNumber } from "@armistice/core/text"
import { countOutcomes, simulateRuns } from "./measure-verdict.ts"
import type { Delay, ExperimentSpec } from "./simulate-experiment.ts"

const means = [0.6, 0.5]
const shared = { eta: 1, horizon: 10_000, evenShare: 0.2, worthwhile: 0.01 } as const
const quick: Delay = { zero: 10, one: 10 }

const people: readonly (readonly [name: string, window: number, delay: Delay, silent: number])[] = [
  ["all answer at once", 2500, "none", 0],
  ["all answer within some 1 %", 2500, { zero: 100, one: 100 }, 0],
  ["5 % silent, others quick", 2500, quick, 0.05],
  ["30 % silent, others quick", 100, quick, 0.3],
  ["30 % silent, others quick", 500, quick, 0.3],
  ["30 % silent, others quick", 2500, quick, 0.3],
]

const runs = Number(process.argv[2] ?? 200)

function formatClear(spec: ExperimentSpec): string {
  const { clear, medianClear } = countOutcomes(simulateRuns(spec, 1, 0, runs))
  return `${Math.round((100 * clear) / runs)} %${medianClear === null ? "" : `, ${formatNumber(medianClear)}`}`
}

process.stdout.write(
  "| people | window | through shares | in order | both | all join at the end |\n|---|---|---|---|---|---|\n",
)
for (const [name, window, delay, silent] of people) {
  const spec: ExperimentSpec = { ...shared, means, window, delay, silence: means.map(() => silent), missing: 0 }
  const joined: ExperimentSpec = { ...shared, means: means.map((mean) => mean * (1 - silent)), delay: "none", window }
  const cells = [
    formatClear(spec),
    formatClear({ ...spec, assumed: "any" }),
    formatClear({ ...spec, assumed: "independent" }),
    formatClear({ ...joined, ripe: window }),
  ]
  process.stdout.write(`| ${name} | ${(100 * window) / shared.horizon} % | ${cells.join(" | ")} |\n`)
}
