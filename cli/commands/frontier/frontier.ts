// `armistice frontier`: regret against eta for every algorithm at equal privacy, on several
// instances.

import { catalogue } from "@armistice/core"
import { type FrontierRow, frontierChart, frontierInstances, judgeFrontier, measureFrontier } from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { chooseAlgorithm } from "../../options/algorithm-options.ts"
import { deliveryOptions, readDelivery } from "../../options/delivery-options.ts"
import { environmentOptions, readContext } from "../../options/environment-options.ts"
import { defined, integer, type OptionValues, splitList } from "../../options/option-spec.ts"
import { configOption, figureOptions, outputOptions } from "../../options/output-options.ts"
import { checkFigure } from "../../output/figure.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeCharts } from "../../output/write-charts.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { formatFrontier, formatFrontierCsv } from "./frontier-text.ts"

type Instance = (typeof frontierInstances)[number]

const comparable = catalogue.filter(({ calibrate }) => calibrate !== undefined).map(({ name }) => name)
const names = frontierInstances.map(({ name }) => name)
const own = {
  instances: { kind: "text", about: `arms, separated by commas, or all: ${names.join(", ")}`, default: "paper" },
  etas: { kind: "numbers", about: "privacy losses to compare at (0.25,0.56,1,2.875 if left out)" },
  horizon: integer(100, 1e15, "rounds (T)", { default: 1e5 }),
  runs: integer(2, 1e7, "runs of GDP-IMED; up to 10 times as many while its regret is known badly", { default: 200 }),
  otherRuns: integer(30, 1e7, "the most runs of any other; at least 30 each", { default: 60 }),
  context: { ...environmentOptions.context, about: `${environmentOptions.context.about}, instead of --instances` },
  levels: environmentOptions.levels,
  algorithms: { kind: "text", about: "names, separated by commas; all that can be calibrated if left out" },
  seed: integer(0, Number.MAX_SAFE_INTEGER, "fixes what is simulated", { default: 1 }),
  ...deliveryOptions,
  ...configOption,
  ...outputOptions,
  ...figureOptions,
} as const

export const frontier = defineCommand({
  options: own,
  async run(values, _parameters, host) {
    const { etas = [0.25, 0.56, 1, 2.875], horizon, runs, otherRuns, algorithms, seed, csv, svg, png, pdf } = values
    const instances = await readInstances(values)
    for (const eta of etas) if (!(eta > 0)) throw new UsageError(`--etas must be numbers above 0, got ${eta}`)
    const delivery = readDelivery(values)
    const contenders = splitList(algorithms)?.map(readContender)
    const spec = defined({
      instances,
      etas,
      horizons: [horizon],
      runs,
      otherRuns,
      seed,
      delivery,
      algorithms: contenders && ["gdp-imed", ...contenders],
    })
    checkFigure(values)
    return runInSession(
      { csv, svg, png, pdf },
      async ({ files, progress, signal }) => {
        const rows: FrontierRow[] = []
        for (const row of measureFrontier(spec)) {
          rows.push(row)
          const place = instances.findIndex(({ name }) => name === row.instance)
          const within = row.eta === null ? 0 : etas.indexOf(row.eta) / etas.length
          progress.update((place + within) / instances.length, `${row.instance}, ${row.algorithm}`)
          // Lets Ctrl-C in: each row is computed without a pause.
          await new Promise((resolve) => setImmediate(resolve))
          if (signal.aborted) break
        }
        files.csv?.write(formatFrontierCsv(rows))
        const [first] = instances
        const here = rows.filter(({ instance }) => instance === first?.name)
        if (first !== undefined) await writeCharts(files, () => frontierChart(here, first.about), values)
        progress.clear()
        const cells = judgeFrontier(rows)
        const asked = signal.aborted || values.context !== undefined ? [] : (spec.algorithms ?? comparable)
        const document = { horizon, etas, runs, seed, ...defined({ delivery }), rows, cells }
        host.print(values.json, document, () => `${formatFrontier(rows, cells, asked)}\n${formatWritten(files)}`)
        return signal.aborted ? exitCodes.interrupted : exitCodes.done
      },
      host,
    )
  },
})

/** The named instances, or one of people with a context. */
async function readInstances({ instances, context, levels }: OptionValues<typeof own>): Promise<Instance[]> {
  if (context !== undefined)
    return [{ name: context, about: "people with a context", environment: await readContext({ context, levels }) }]
  if (levels !== undefined) throw new UsageError("--levels needs --context")
  return instances === "all" ? [...frontierInstances] : instances.split(",").map(findInstance)
}

/** Only algorithms with a guarantee can be compared at equal privacy. */
function readContender(text: string): string {
  const { entry } = chooseAlgorithm(text)
  if (entry.calibrate !== undefined) return entry.name
  throw new UsageError(`${entry.name} promises no privacy, so it cannot be compared at equal privacy`)
}

function findInstance(name: string): Instance {
  const found = frontierInstances.find((instance) => instance.name === name)
  if (found !== undefined) return found
  throw new UsageError(`each of --instances must be one of ${names.join(", ")}, got "${name}"`)
}
