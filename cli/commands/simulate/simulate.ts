// `armistice simulate`: many seeded runs of one algorithm, and their summary.

import {
  createEnvironment,
  type Progress,
  prepareSimulation,
  regretOverTimeChart,
  replicate,
  runsCsv,
  summarise,
} from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import type { Host } from "../../host.ts"
import { chooseAlgorithm, formatAlgorithmNotes, readParameterOptions } from "../../options/algorithm-options.ts"
import { readDelivery } from "../../options/delivery-options.ts"
import { environmentOptions, readEnvironment } from "../../options/environment-options.ts"
import { defined, type OptionValues, text } from "../../options/option-spec.ts"
import { bandOption, configOption, outputOptions, readBand } from "../../options/output-options.ts"
import { moduleOption, readModule, simulated } from "../../options/own-module.ts"
import { readSimulation, runOptions } from "../../options/run-options.ts"
import { findManifestPath, formatManifest } from "../../output/manifest.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeCharts } from "../../output/write-charts.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { formatServiceRun, runOnService } from "./run-on-service.ts"
import { formatSimulation } from "./simulation-text.ts"

const serviceHeading = "A live experiment"

const own = {
  algorithm: text("which algorithm", "name"),
  ...moduleOption,
  ...configOption,
  ...runOptions,
  ...environmentOptions,
  ...outputOptions,
  ...bandOption,
  csv: { ...outputOptions.csv, about: "write the curves as a table: a line for each run and round" },
  against: text("simulate one run against a running service, over HTTP", "URL", serviceHeading),
  key: { kind: "text", about: "key of that service (ARMISTICE_KEY if left out)", heading: serviceHeading },
} as const

export const simulate = defineCommand({
  options: own,
  parameters: readParameterOptions,
  notes: formatAlgorithmNotes,
  async run(values, parameters, host) {
    if (values.against !== undefined) return runAgainst(values.against, values, parameters, host)
    const own = values.module === undefined ? undefined : await readModule(values.module)
    const name = values.algorithm ?? own?.entry.name
    if (name === undefined) throw new UsageError("simulate needs --algorithm or --module")
    const { entry, parameters: chosen } = chooseAlgorithm(name, parameters, own?.entry)
    const environment = await readEnvironment(values)
    const spec = {
      ...simulated(entry, own),
      parameters: chosen,
      environment,
      ...readSimulation(values, [entry], environment),
    }
    // Checked before a file is touched or a thread started.
    prepareSimulation(spec)
    const { csv, svg, png } = values
    return runInSession(
      { csv, manifest: findManifestPath(csv), svg, png },
      async ({ files, progress, signal }) => {
        const onProgress = ({ finished, runs }: Progress) =>
          progress.update(finished / runs, `${finished} of ${runs} runs`)
        const { jobs } = values
        const replication = await replicate(spec, defined({ pool: threads, warmUp: true, jobs, signal, onProgress }))
        const result = summarise(replication)
        files.csv?.write(runsCsv([replication]))
        files.manifest?.write(formatManifest([result]))
        await writeCharts(files, () => regretOverTimeChart([result], readBand(values.band)))
        progress.clear()
        host.print(values.json, result, () => formatSimulation(result) + formatWritten(files))
        return result.finished < result.runs ? exitCodes.interrupted : exitCodes.done
      },
      host,
    )
  },
})

type Values = OptionValues<typeof own>

/** One run on a service: with the named algorithm, or with the service's choice for --eta. */
async function runAgainst(
  url: string,
  values: Values,
  given: Readonly<Record<string, unknown>>,
  host: Host,
): Promise<number> {
  const { eta, ...rest } = given
  const { algorithm, horizon, seed, key, json } = values
  if (values.module !== undefined)
    throw new UsageError("--module and --against must not be given together: the service runs its own algorithms")
  if (horizon === undefined) throw new UsageError("--horizon must be a whole number of at least 2, got nothing")
  if (readDelivery(values) !== undefined)
    throw new UsageError(
      "late and missing rewards must not be given together with --against: a service is answered at once",
    )
  const chosen = algorithm === undefined ? undefined : chooseAlgorithm(algorithm, given)
  const stray = Object.keys(rest)[0]
  if (chosen === undefined && stray !== undefined) throw new UsageError(`${stray} needs --algorithm`)
  const environment = createEnvironment(await readEnvironment(values))
  return runInSession(
    {},
    async ({ progress, signal }) => {
      const result = await runOnService({
        url,
        horizon,
        seed,
        environment,
        signal,
        onProgress: (share) => progress.update(share, `${Math.round(share * horizon)} of ${horizon} decisions`),
        key: key ?? process.env.ARMISTICE_KEY,
        eta: eta === undefined ? undefined : Number(eta),
        algorithm: chosen && ({ name: chosen.entry.name, ...chosen.parameters } as never),
      })
      progress.clear()
      host.print(json, result, () => formatServiceRun(result))
      return exitCodes.done
    },
    host,
  )
}
