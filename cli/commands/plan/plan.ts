// `armistice plan`: what a privacy target costs in regret and with which algorithm, or how much
// privacy a regret leaves.

import { findStrongestPrivacy, planExperiment, weighContext } from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import type { Host } from "../../host.ts"
import { deliveryOptions, readDelivery } from "../../options/delivery-options.ts"
import { environmentOptions, readContext } from "../../options/environment-options.ts"
import { defined, formatFlag, integer, number, type OptionValues, positive } from "../../options/option-spec.ts"
import { configOption, jsonOption } from "../../options/output-options.ts"
import { moduleOption, readModule } from "../../options/own-module.ts"
import { UsageError } from "../../usage-error.ts"
import { formatContextWorth } from "./context-text.ts"
import { readBounds, readGuess, readPlanTarget } from "./plan-request.ts"
import { formatPlan, formatStrongest, formatTraffic } from "./plan-text.ts"

const privacy = "Privacy target (one of them)"
const own = {
  horizon: integer(2, 1e15, "rounds the experiment lasts (T)"),
  means: { kind: "numbers", about: "your guess of each arm's mean reward, as 0.12,0.1,0.1" },
  arms: integer(2, 1000, "number of arms, with --range"),
  range: { kind: "numbers", about: "where the means lie, as 0.05,0.2, instead of --means" },
  eta: { kind: "number", ...positive, about: "loss as Gaussian differential privacy", heading: privacy },
  epsilon: { kind: "number", ...positive, about: "with --delta: loss as differential privacy", heading: privacy },
  delta: { kind: "number", ...positive, max: 1, about: "with --epsilon", heading: privacy },
  attack: number(0.5, 1, "how often someone who guesses at 50 % may be right, as 0.6", { heading: privacy }),
  mostRegret: { kind: "number", ...positive, about: "rewards you can afford to lose: finds the strongest privacy" },
  traffic: { kind: "number", ...positive, about: "decisions per day, to say how long it takes" },
  bounds: {
    kind: "numbers",
    about: "smallest and largest reward in your units, as 0,100, to say how wide intervals are",
  },
  worthwhile: { kind: "number", ...positive, about: "the least difference that matters, in the units of --bounds" },
  evenShare: number(0, 1, "share of decisions dealt evenly, for the width of intervals"),
  runs: integer(2, 1e6, "runs of each algorithm that comes near the best (60 if left out, fewer with many arms)"),
  seed: integer(0, Number.MAX_SAFE_INTEGER, "fixes what is simulated", { default: 1 }),
  context: environmentOptions.context,
  levels: environmentOptions.levels,
  ...deliveryOptions,
  ...moduleOption,
  ...configOption,
  ...jsonOption,
} as const

export const plan = defineCommand({
  options: own,
  async run(values, _parameters, host) {
    const { horizon, seed, traffic, mostRegret } = values
    if (horizon === undefined) throw new UsageError("plan needs --horizon, the number of rounds")
    if (values.context !== undefined) return planContext({ ...values, context: values.context, horizon }, host)
    if (values.levels !== undefined) throw new UsageError("--levels needs --context")
    const guess = readGuess(values)
    const target = readPlanTarget(values)
    if (target === null && mostRegret === undefined)
      throw new UsageError("plan needs a target: --eta, --epsilon with --delta, --attack or --most-regret")
    const custom = values.module === undefined ? [] : [(await readModule(values.module)).entry]
    const progress = host.startProgress()
    const onProgress = ({ share, stage }: { share: number; stage: string }) => progress.update(share, stage)
    const { runs, worthwhile, evenShare } = values
    const shared = defined({ horizon, guess, seed, custom, onProgress, runs, delivery: readDelivery(values) })
    const asked = { ...shared, ...defined({ traffic, worthwhile, evenShare, bounds: readBounds(values.bounds) }) }
    const planned = target === null ? null : planExperiment({ ...asked, privacy: target })
    const strongest = mostRegret === undefined ? null : findStrongestPrivacy({ ...shared, mostRegret })
    progress.clear()
    host.print(values.json, { plan: planned, strongest }, () => {
      const parts = [
        planned === null ? [] : [formatPlan(planned, traffic)],
        strongest === null || mostRegret === undefined ? [] : [formatStrongest(strongest, mostRegret, planned)],
        planned === null && traffic !== undefined ? [formatTraffic(horizon, traffic)] : [],
      ]
      return `${parts.flat().join("\n\n")}\n`
    })
    return exitCodes.done
  },
})

type ContextValues = OptionValues<typeof own> &
  Parameters<typeof readPlanTarget>[0] & { readonly context: string; readonly horizon: number }

/** Options for arms without a context, or for intervals, which are not planned with one. */
const withoutContext = [
  "means",
  "range",
  "mostRegret",
  "traffic",
  "bounds",
  "worthwhile",
  "evenShare",
  "module",
] as const satisfies readonly (keyof typeof own)[]

/** Is a context worth it for so many people and groups? */
async function planContext(values: ContextValues, host: Host): Promise<number> {
  const unused = withoutContext.find((name) => values[name] !== undefined)
  if (unused !== undefined) throw new UsageError(`${formatFlag(unused)} and --context must not be given together`)
  const target = readPlanTarget(values)
  if (target === null) throw new UsageError("plan with --context needs --eta, --epsilon with --delta, or --attack")
  const { context, levels, arms, horizon, seed, runs } = values
  const environment = await readContext({ context, levels, contextArms: arms })
  const progress = host.startProgress()
  const worth = await weighContext(
    defined({ environment, horizon, privacy: target, seed, runs, delivery: readDelivery(values) }),
    {
      pool: threads,
      onProgress: ({ finished, runs: all }) => progress.update(finished / all, `${finished} of ${all} runs`),
    },
  )
  progress.clear()
  host.print(values.json, worth, () => `${formatContextWorth(worth)}\n`)
  return exitCodes.done
}
