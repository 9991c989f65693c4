// `armistice privacy`: converts between eta and (epsilon, delta), and explains what an algorithm promises.

import { tradeOffChart } from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { algorithmNotes, chooseAlgorithm, givenParameters, parameterOptions } from "../../options/algorithm-options.ts"
import { flagOf, text } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { openOutputs, writtenInWords } from "../../output/output-files.ts"
import { writeChartsAndPoints } from "../../output/write-charts.ts"
import { jsonText } from "../../print/json-text.ts"
import { usageError } from "../../usage-error.ts"
import { convert } from "./convert.ts"
import { explain } from "./explain.ts"

const finite = { min: 0, max: Number.MAX_VALUE } as const
const own = {
  eta: { kind: "number", ...finite, about: "loss as Gaussian differential privacy; with --algorithm, its parameter" },
  epsilon: { kind: "number", ...finite, about: "loss as differential privacy; with --algorithm, its parameter" },
  delta: { kind: "number", min: 0, aboveMin: true, max: 1, about: "how often epsilon may fail to hold" },
  algorithm: text("explain the guarantee of this algorithm", "name"),
  horizon: { kind: "integer", min: 2, max: 1e15, about: "rounds the algorithm is for (T)" },
  armCount: { kind: "integer", min: 2, max: 1e6, default: 2, about: "arms of the algorithm" },
  ...configOption,
  ...outputOptions,
  csv: { ...outputOptions.csv, about: "write the points of the trade-off" },
} as const

const parameters = parameterOptions(Object.keys(own))

export const privacy = defineCommand({
  name: "privacy",
  about: "convert between eta and (epsilon, delta), or explain an algorithm's guarantee",
  options: { ...own, ...parameters } as typeof own,
  examples: [
    "armistice privacy --eta 1 --epsilon 1",
    "armistice privacy --eta 1 --delta 1e-6",
    "armistice privacy --epsilon 1 --delta 1e-6 --json",
    "armistice privacy --algorithm dp-ts-ucb --alpha 1 --horizon 1e6",
    "armistice privacy --algorithm dp-se --epsilon 0.5 --horizon 1e6 --svg trade-off.svg",
  ],
  notes: algorithmNotes,
  async run(values) {
    const { algorithm, eta, epsilon, delta, horizon, armCount } = values
    const given = givenParameters(values, parameters)
    if (algorithm === undefined) {
      const stray = Object.keys(horizon === undefined ? given : { ...given, horizon })[0]
      if (stray !== undefined) throw usageError(`${flagOf(stray)} must come with --algorithm, got none`)
    }
    const shared = { ...given, ...(eta === undefined ? {} : { eta }), ...(epsilon === undefined ? {} : { epsilon }) }
    const report =
      algorithm === undefined
        ? convert({ eta, epsilon, delta })
        : explain(chooseAlgorithm(algorithm, shared), { horizon, armCount, delta })
    const { files, discard } = openOutputs({ csv: values.csv, svg: values.svg, png: values.png })
    try {
      await writeChartsAndPoints(files, () => tradeOffChart(report.curves))
    } finally {
      discard()
    }
    process.stdout.write(values.json ? jsonText(report.document) : `${report.text}\n${writtenInWords(files)}`)
    return exitCodes.done
  },
})
