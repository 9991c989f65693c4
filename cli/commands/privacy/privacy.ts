// `armistice privacy`: converts between eta and (epsilon, delta), and explains what an algorithm
// promises.

import { refuseSubsampling } from "@armistice/core/privacy"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { defined, formatFlag, integer, number, text } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { formatWritten, prepareOutputs } from "../../output/output-files.ts"
import type { ChartFiles } from "../../output/write-charts.ts"
import { UsageError } from "../../usage-error.ts"
import { convert } from "./convert.ts"
import { convertRenyi } from "./convert-renyi.ts"
import type { GuaranteeSetting } from "./explain.ts"
import type { PrivacyReport } from "./privacy-report.ts"

const finite = { min: 0, max: Number.MAX_VALUE } as const
const own = {
  eta: { kind: "number", ...finite, about: "loss as Gaussian differential privacy; with --algorithm, its parameter" },
  epsilon: { kind: "number", ...finite, about: "loss as differential privacy; with --algorithm, its parameter" },
  delta: number(0, 1, "how often epsilon may fail to hold", { aboveMin: true }),
  rho: { kind: "number", ...finite, about: "loss as zero-concentrated differential privacy (zCDP)" },
  order: number(1, Number.MAX_VALUE, "order of a Rényi divergence (RDP); with --eta or --epsilon, gives it", {
    aboveMin: true,
  }),
  renyi: { kind: "number", ...finite, about: "with --order and --delta: the Rényi divergence of that order" },
  samplingRate: number(0, 1, "refused: no amplification is proved for adaptive releases"),
  algorithm: text("explain the guarantee of this algorithm", "name"),
  horizon: integer(2, 1e15, "rounds the algorithm is for (T)"),
  armCount: integer(2, 1e6, "arms of the algorithm", { default: 2 }),
  ...configOption,
  ...outputOptions,
  csv: { ...outputOptions.csv, about: "write the points of the trade-off" },
} as const

// The catalogue is loaded only for an algorithm: a conversion needs a tenth of the modules.
const loadAlgorithms = () => import("../../options/algorithm-options.ts")

export const privacy = defineCommand({
  options: own,
  parameters: async (module) => (await loadAlgorithms()).readParameterOptions(module),
  notes: async () => (await loadAlgorithms()).formatAlgorithmNotes(),
  async run(values, given, host) {
    const { algorithm, eta, epsilon, delta, horizon, armCount } = values
    if (algorithm === undefined) {
      const stray = Object.keys(horizon === undefined ? given : { ...given, horizon })[0]
      if (stray !== undefined) throw new UsageError(`${formatFlag(stray)} needs --algorithm`)
    }
    if (values.samplingRate !== undefined) refuseSubsampling()
    const { rho, order, renyi } = values
    const converted = convertRenyi({ rho, order, renyi }, delta)
    if (converted !== null && (algorithm ?? eta ?? epsilon) !== undefined)
      throw new UsageError("a zCDP or Rényi loss must not be given together with --algorithm, --eta or --epsilon")
    if (algorithm !== undefined && order !== undefined)
      throw new UsageError("--order and --algorithm must not be given together")
    const shared = { ...given, ...defined({ eta, epsilon }) }
    const report =
      algorithm === undefined
        ? (converted ?? convert({ eta, epsilon, delta }, order))
        : await explainAlgorithm(algorithm, shared, { horizon, armCount, delta })
    const { files, discard } = prepareOutputs({ csv: values.csv, svg: values.svg, png: values.png })
    try {
      await drawTradeOff(files, report.curves)
    } finally {
      discard()
    }
    host.print(values.json, report.document, () => `${report.text}\n${formatWritten(files)}`)
    return exitCodes.done
  },
})

async function explainAlgorithm(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  setting: GuaranteeSetting,
) {
  const [{ chooseAlgorithm }, { explain }] = await Promise.all([loadAlgorithms(), import("./explain.ts")])
  return explain(chooseAlgorithm(name, parameters), setting)
}

async function drawTradeOff(files: ChartFiles, curves: PrivacyReport["curves"]): Promise<void> {
  if (Object.keys(files).length === 0) return
  if (curves.length === 0) throw new UsageError("a zCDP or Rényi loss has no trade-off curve to draw")
  const [{ tradeOffChart }, { writeChartsAndPoints }] = await Promise.all([
    import("@armistice/lab"),
    import("../../output/write-charts.ts"),
  ])
  await writeChartsAndPoints(files, () => tradeOffChart(curves))
}
