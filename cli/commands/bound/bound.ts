// `armistice bound`: the least regret that is possible at a privacy, as far as it is known, beside what algorithms reach.

import { regretBound } from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { configOption, jsonOption } from "../../options/output-options.ts"
import { printResult } from "../../print/print-result.ts"
import { UsageError } from "../../usage-error.ts"
import { formatBound } from "./bound-text.ts"

const finite = { min: 0, aboveMin: true, max: Number.MAX_VALUE } as const
const own = {
  means: { kind: "numbers", about: "each arm's mean reward, as 0.12,0.1,0.1" },
  horizon: { kind: "integer", min: 2, max: 1e15, about: "rounds the experiment lasts (T)" },
  eta: { kind: "number", ...finite, about: "privacy loss as Gaussian differential privacy" },
  elsewhere: {
    kind: "number",
    ...finite,
    about: "regret that a policy may have where another arm is best, for the bound that asks; √(K T) if left out",
  },
  runs: { kind: "integer", min: 0, max: 1e6, default: 200, about: "runs of each algorithm; 0 simulates none" },
  seed: { kind: "integer", min: 0, max: Number.MAX_SAFE_INTEGER, default: 1, about: "fixes what is simulated" },
  ...configOption,
  ...jsonOption,
} as const

export const bound = defineCommand({
  options: own,
  async run({ means, horizon, eta, elsewhere, runs, seed, json }) {
    if (means === undefined) throw new UsageError("--means must say each arm's mean reward, got nothing")
    if (horizon === undefined)
      throw new UsageError("--horizon must say how many rounds the experiment lasts, got nothing")
    if (eta === undefined) throw new UsageError("--eta must say the privacy that all have, got nothing")
    const request = { means, horizon, eta, runs, seed, ...(elsewhere === undefined ? {} : { elsewhere }) }
    const found = regretBound(request)
    return printResult(json, found, `${formatBound(found, means.length, horizon, eta)}\n`)
  },
})
