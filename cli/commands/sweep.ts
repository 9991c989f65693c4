// `armistice sweep`: many simulations and audits from one file, over the cores of this machine or
// the workers of a database.

import { readFileSync } from "node:fs"
import type { KeptShards, SweepOptions, SweepPart, SweepResult, SweepSpec } from "@armistice/fleet"
import {
  algorithmLabel,
  type ChartSpec,
  type DeliverySpec,
  describeRareRuns,
  listDifferences,
  regretByEtaChart,
  regretOverTimeChart,
  tidyCsv,
} from "@armistice/lab"
import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { deliveryOptions, readDelivery } from "../options/delivery-options.ts"
import { environmentOptions, readEnvironmentModule } from "../options/environment-options.ts"
import { defined, integer, text } from "../options/option-spec.ts"
import { figureOptions, latexOption, outputOptions } from "../options/output-options.ts"
import { moduleOption, readModule } from "../options/own-module.ts"
import { checkFigure } from "../output/figure.ts"
import { formatSimulationsLatex } from "../output/latex-table.ts"
import { findManifestPath, formatManifest } from "../output/manifest.ts"
import { formatWritten } from "../output/output-files.ts"
import { readProvenance } from "../output/provenance.ts"
import { writeCharts } from "../output/write-charts.ts"
import { formatCharged } from "../print/format-charged.ts"
import { formatJson } from "../print/format-json.ts"
import { formatInterval, formatQuantity, formatShortCount } from "../print/numbers.ts"
import { printResult } from "../print/print-result.ts"
import { formatTable } from "../print/table.ts"
import { runInSession } from "../session.ts"
import { UsageError } from "../usage-error.ts"

const own = {
  file: text("JSON with a grid, simulations, audits and runsPerShard", "file"),
  store: text("postgres://... whose workers run the shards", "url"),
  jobs: integer(0, 1024, "threads of this machine (all cores if left out; with --store none)"),
  state: text(
    "folder for finished shards (beside the file if left out), from which the same command continues",
    "folder",
  ),
  shard: text("run only one of n equal parts, as 2/8, and keep its shards", "i/n"),
  merge: { kind: "switch", about: "merge the shards that all parts have kept, and run nothing" },
  out: text("write the merged result as JSON, with a manifest beside it", "file"),
  csv: { ...outputOptions.csv, about: "write the curves as one tidy table: a line for each simulation and round" },
  svg: { ...outputOptions.svg, about: "draw regret against privacy, or over time where that does not vary" },
  png: outputOptions.png,
  ...figureOptions,
  ...latexOption,
  ...deliveryOptions,
  ...moduleOption,
  environmentModule: environmentOptions.environmentModule,
  json: outputOptions.json,
} as const

export const sweep = defineCommand({
  options: own,
  operands: ["file"],
  async run(values) {
    const { file, store, jobs, out, csv, svg, png, pdf, latex, json, module, environmentModule, ...flags } = values
    checkFigure(values)
    if (file === undefined) throw new UsageError("sweep needs a file of simulations")
    const part = readPart(values)
    const { readSweep, runFleetSweep } = await import("@armistice/fleet")
    const own = module === undefined ? undefined : await readModule(module)
    const ownEnvironment = environmentModule === undefined ? undefined : await readEnvironmentModule(environmentModule)
    const given = addDelivery(parseFile(file), readDelivery(flags))
    const spec = readSweep(
      addEnvironment(own === undefined ? given : addOwn(given, own.entry.name), ownEnvironment?.name),
      defined({ modules: own && { [own.entry.name]: own.url }, environments: ownEnvironment && [ownEnvironment] }),
    )
    const kept = { keepIn: values.state ?? `${file.replace(/\.json$/i, "")}.shards`, ...readProgram() }
    return runInSession(
      { out, csv, svg, png, pdf, latex, ...manifestFiles(out, csv) },
      async ({ files, progress, signal }) => {
        const onProgress = (now: { finished: number; shards: number; workers?: number }) =>
          progress.update(now.finished / now.shards, describeProgress(now))
        const shared = defined({ signal, onProgress, jobs })
        if (store !== undefined && (jobs ?? 0) === 0)
          progress.say("The workers of the database run the shards; if this stops, the same command continues it.")
        const result =
          store === undefined
            ? await runHere(spec, { ...shared, kept, part, isMerge: values.merge })
            : await runFleetSweep(spec, { ...shared, url: store })
        if (result === null) return stopEarly(signal, kept.keepIn, part)
        files.out?.write(formatJson(result))
        files.csv?.write(
          tidyCsv(result.simulations.map((one, index) => ({ result: one, eta: spec.simulations[index]?.targetEta }))),
        )
        files.latex?.write(formatSimulationsLatex(result.simulations))
        await writeCharts(files, () => sweepChart(result.simulations), values)
        const manifest = formatManifest(result.simulations, result.audits)
        for (const file of [files.manifest, files.csvManifest]) file?.write(manifest)
        // The shards of a part or a merge may be needed again, and so may a folder that was named.
        if (store === undefined && !values.merge && values.state === undefined) await discard(spec, kept)
        progress.clear()
        const text = summary(result) + formatLeftOut(spec.leftOut) + describeCharged(spec.simulations)
        return printResult(json, result, text + formatWritten(files))
      },
    )
  },
})

/**
 * Beside the result and beside the table, never in them: their bytes are the same on every machine.
 * One file where both have one name.
 */
function manifestFiles(out: string | undefined, csv: string | undefined) {
  const [manifest, csvManifest] = [findManifestPath(out), findManifestPath(csv)]
  return { manifest, csvManifest: csvManifest === manifest ? undefined : csvManifest }
}

function sweepChart(results: SweepResult["simulations"]): ChartSpec {
  if (results.length === 0) throw new UsageError("a chart needs a simulation, got only audits")
  const etas = new Set(results.flatMap(({ guarantee }) => guarantee.eta ?? []))
  return etas.size > 1 ? regretByEtaChart(results) : regretOverTimeChart(results)
}

interface LocalRun extends SweepOptions {
  readonly kept: KeptShards
  readonly part: SweepPart | null
  readonly isMerge: boolean
}

/** Null if it ran a part, or was stopped: finished shards are kept. */
async function runHere(spec: SweepSpec, { part, isMerge, ...options }: LocalRun): Promise<SweepResult | null> {
  const { mergeSweep, runLocalSweep, runSweepPart } = await import("@armistice/fleet")
  if (isMerge) return mergeSweep(spec, options.kept)
  try {
    if (part === null) return await runLocalSweep(spec, options)
    await runSweepPart(spec, part, options)
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
  }
  return null
}

async function discard(spec: SweepSpec, kept: KeptShards): Promise<void> {
  const { discardShards } = await import("@armistice/fleet")
  discardShards(spec, kept)
}

function stopEarly(signal: AbortSignal, folder: string, part: SweepPart | null): number {
  if (signal.aborted) {
    process.stderr.write(`armistice: stopped; finished shards are in ${folder}, and the same command continues\n`)
    return exitCodes.interrupted
  }
  process.stdout.write(
    `Part ${part?.number} of ${part?.count} is finished. Once all are, the same command with --merge merges them.\n`,
  )
  return exitCodes.done
}

/** Shards of another commit are not used. */
function readProgram(): { program?: string } {
  const { commit } = readProvenance()
  return commit === null ? {} : { program: commit }
}

function readPart({ shard, merge, store, state }: PartOptions): SweepPart | null {
  const given = [shard !== undefined && "--shard", merge && "--merge", state !== undefined && "--state"].find(Boolean)
  if (store !== undefined && given) throw new UsageError(`${given} and --store must not be given together`)
  if (shard === undefined) return null
  if (merge) throw new UsageError("--shard and --merge must not be given together")
  const [, number, count] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number)
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new UsageError(`--shard must be a part of all, as 2/8, got ${shard}`)
  return { number, count }
}

interface PartOptions {
  readonly shard: string | undefined
  readonly merge: boolean
  readonly store: string | undefined
  readonly state: string | undefined
}

function summary({ simulations, audits }: SweepResult): string {
  // Rounds have a column in any case.
  const differences = listDifferences(simulations).filter(({ part }) => part !== "rounds")
  const simulated = simulations.map((one) => [
    algorithmLabel(one.algorithm, one.parameters),
    ...differences.map(({ describe }) => describe(one)),
    formatShortCount(one.horizon),
    formatShortCount(one.finished),
    formatQuantity(one.regret.mean),
    formatInterval(one.regret.interval),
  ])
  const audited = audits.map(({ algorithm, parameters, finished, verdict }) => [
    algorithmLabel(algorithm, parameters),
    ...differences.map(() => ""),
    "",
    formatShortCount(finished),
    "audit",
    verdict,
  ])
  const head = ["algorithm", ...differences.map(({ part }) => part), "rounds", "runs", "regret", "95 % interval"]
  const rare = describeRareRuns(simulations)
  const left = [0, ...differences.map((_, index) => index + 1)]
  return `${formatTable([head, ...simulated, ...audited], { left })}\n${rare === null ? "" : `\n${rare}.\n`}`
}

/** Adds the algorithm of --module to the grid, unless the file names it. */
function addOwn(given: unknown, name: string): unknown {
  const sweep = given as { grid?: { algorithm?: unknown } } | null
  if (sweep?.grid?.algorithm === undefined || JSON.stringify(given).includes(JSON.stringify(name))) return given
  return { ...sweep, grid: { ...sweep.grid, algorithm: [sweep.grid.algorithm, name].flat() } }
}

/** The environment of --environment-module is that of the grid, unless the file has others. */
function addEnvironment(given: unknown, name: string | undefined): unknown {
  const sweep = given as { grid?: { environment?: unknown } } | null
  if (name === undefined || sweep?.grid === undefined || sweep.grid.environment !== undefined) return given
  return { ...sweep, grid: { ...sweep.grid, environment: name } }
}

/** Gives the delivery of the flags to simulations without one of their own. */
function addDelivery(given: unknown, delivery: DeliverySpec | undefined): unknown {
  if (delivery === undefined || typeof given !== "object" || given === null) return given
  const { grid, simulations, ...rest } = given as { grid?: object; simulations?: readonly object[] }
  return {
    ...rest,
    ...(grid === undefined ? {} : { grid: { delivery, ...grid } }),
    ...(Array.isArray(simulations) ? { simulations: simulations.map((one) => ({ delivery, ...one })) } : {}),
  }
}

function formatLeftOut(leftOut: readonly { readonly why: string }[] = []): string {
  const lines = [...new Set(leftOut.map(({ why }) => `  ${why}.`))]
  return lines.length === 0 ? "" : `\nLeft out:\n${lines.join("\n")}\n`
}

/** Simulations with a target are compared at equal privacy. */
function describeCharged(simulations: readonly { readonly algorithm: string; readonly targetEta?: number }[]): string {
  const lines = formatCharged(simulations.filter(({ targetEta }) => targetEta !== undefined))
  return lines.map((line) => `${line}\n`).join("")
}

const describeProgress = ({
  finished,
  shards,
  workers,
}: {
  finished: number
  shards: number
  workers?: number
}): string => `${finished} of ${shards} shards${workers === undefined ? "" : `, ${workers} workers`}`

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown
  } catch (error) {
    throw new UsageError(`a sweep must be a file of JSON, got ${file}: ${(error as Error).message}`)
  }
}
