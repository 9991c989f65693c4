// `armistice bound`: known lower bounds on regret at a privacy, beside what algorithms reach.

import { boundChart, regretBound } from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { defined, integer, positive } from "../../options/option-spec.ts"
import { configOption, figureOptions, outputOptions } from "../../options/output-options.ts"
import { checkFigure } from "../../output/figure.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeChartsAndPoints } from "../../output/write-charts.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { formatBound } from "./bound-text.ts"

const own = {
  means: { kind: "numbers", about: "each arm's mean reward, as 0.12,0.1,0.1" },
  horizon: integer(2, 1e15, "rounds the experiment lasts (T)"),
  eta: { kind: "number", ...positive, about: "privacy loss as Gaussian differential privacy" },
  elsewhere: {
    kind: "number",
    ...positive,
    about: "regret that a policy may have where another arm is best, for the bound that asks; √(K T) if left out",
  },
  runs: integer(0, 1e6, "runs of each algorithm; 0 simulates none", { default: 200 }),
  seed: integer(0, Number.MAX_SAFE_INTEGER, "fixes what is simulated", { default: 1 }),
  ...configOption,
  ...outputOptions,
  csv: { ...outputOptions.csv, about: "write the points of the chart as a table" },
  ...figureOptions,
} as const

export const bound = defineCommand({
  options: own,
  async run({ means, horizon, eta, elsewhere, runs, seed, json, ...output }, _parameters, host) {
    if (means === undefined) throw new UsageError("bound needs --means, the mean reward of each arm")
    if (horizon === undefined) throw new UsageError("bound needs --horizon, the number of rounds")
    if (eta === undefined) throw new UsageError("bound needs --eta, the privacy of all algorithms")
    const request = defined({ means, horizon, eta, runs, seed, elsewhere })
    checkFigure(output)
    const { csv, svg, png, pdf } = output
    return runInSession(
      { csv, svg, png, pdf },
      async ({ files }) => {
        const found = regretBound(request)
        if (Object.keys(files).length > 0) await writeChartsAndPoints(files, () => boundChart(request, found), output)
        host.print(
          json,
          found,
          () => `${formatBound(found, { armCount: means.length, horizon, eta })}\n${formatWritten(files)}`,
        )
        return exitCodes.done
      },
      host,
    )
  },
})
