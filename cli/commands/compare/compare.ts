// `armistice compare`: several algorithms on the same arms, by their parameters or at equal
// privacy.

import { compare as compareAlgorithms, comparisonChart, type Progress, tidyCsv } from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { formatAlgorithmNotes, readParameterOptions } from "../../options/algorithm-options.ts"
import { environmentOptions, readEnvironment } from "../../options/environment-options.ts"
import { defined, number } from "../../options/option-spec.ts"
import {
  bandOption,
  configOption,
  figureOptions,
  latexOption,
  outputOptions,
  readBand,
} from "../../options/output-options.ts"
import { moduleOption, readModule, simulated } from "../../options/own-module.ts"
import { readSimulation, runOptions } from "../../options/run-options.ts"
import { checkFigure } from "../../output/figure.ts"
import { formatSimulationsLatex } from "../../output/latex-table.ts"
import { findManifestPath, formatManifest } from "../../output/manifest.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeCharts } from "../../output/write-charts.ts"
import type { ProgressBar } from "../../print/progress.ts"
import { runInSession } from "../../session.ts"
import { checkComparison, chooseAlgorithms, readComparisonTarget } from "./comparison-spec.ts"
import { formatComparison } from "./comparison-text.ts"

const privacy = "Equal privacy"
const finite = { min: 0, max: Number.MAX_VALUE, heading: privacy } as const
const own = {
  algorithms: {
    kind: "raw",
    about: "names separated by commas, each may have parameters: dp-ts-ucb:alpha=1,ucb1; or all",
    placeholder: "names",
  },
  ...moduleOption,
  ...configOption,
  eta: { kind: "number", ...finite, about: "give every algorithm the parameters that make it this private (GDP)" },
  epsilon: { kind: "number", ...finite, about: "with --delta, the same as (epsilon, delta); alone, a parameter" },
  delta: number(0, 1, "with --epsilon", { aboveMin: true, heading: privacy }),
  ...runOptions,
  ...environmentOptions,
  ...outputOptions,
  ...figureOptions,
  ...latexOption,
  ...bandOption,
  csv: { ...outputOptions.csv, about: "write the curves as a table: a line for each algorithm and round" },
} as const

const showProgress =
  (line: ProgressBar, names: readonly string[]) =>
  ({ finished, runs, algorithm, index }: Progress & { algorithm: string; index: number }) =>
    line.update((index + finished / runs) / names.length, `${algorithm} (${index + 1} of ${names.length})`)

export const compare = defineCommand({
  options: own,
  parameters: readParameterOptions,
  notes: formatAlgorithmNotes,
  async run(values, parameters, host) {
    const target = readComparisonTarget(values)
    const own = values.module === undefined ? undefined : await readModule(values.module)
    const shared = {
      ...parameters,
      ...(target === undefined && values.epsilon !== undefined ? { epsilon: values.epsilon } : {}),
    }
    const chosen = chooseAlgorithms(values.algorithms, shared, own?.entry)
    const environment = await readEnvironment(values)
    const spec = {
      algorithms: chosen.map(({ entry, parameters: given }) => ({ ...simulated(entry, own), parameters: given })),
      ...defined({ privacy: target }),
      environment,
      ...readSimulation(
        values,
        chosen.map(({ entry }) => entry),
        environment,
      ),
    }
    const names = checkComparison(spec)
    const { csv, svg, png, pdf, latex } = values
    checkFigure(values)
    return runInSession(
      { csv, manifest: findManifestPath(csv), svg, png, pdf, latex },
      async ({ files, progress, signal }) => {
        const result = await compareAlgorithms(spec, {
          pool: threads,
          warmUp: true,
          ...defined({ jobs: values.jobs }),
          signal,
          onProgress: showProgress(progress, names),
        })
        const notBegun = names.slice(result.results.length)
        files.csv?.write(tidyCsv(result.results.map((one) => ({ result: one, eta: result.eta ?? undefined }))))
        files.manifest?.write(formatManifest(result.results))
        files.latex?.write(formatSimulationsLatex(result.results))
        await writeCharts(files, () => comparisonChart(result, readBand(values.band)), values)
        progress.clear()
        const { horizon, runs, seed } = spec
        // People with a context and late rewards are run round by round, whatever was asked for.
        const engine = result.results[0]?.engine ?? spec.engine
        const document = { horizon, runs, seed, engine, ...result, notBegun }
        host.print(values.json, document, () => formatComparison(result, notBegun) + formatWritten(files))
        const isWhole = notBegun.length === 0 && result.results.every(({ finished }) => finished === runs)
        return isWhole ? exitCodes.done : exitCodes.interrupted
      },
      host,
    )
  },
})
