// `armistice identify`: best-arm identification at fixed confidence, simulated.

import {
  type IdentificationPrivacy,
  type IdentificationResult,
  identificationEntries,
  measureIdentification,
} from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { environmentOptions, readEnvironment } from "../../options/environment-options.ts"
import { defined, integer, number, positive, splitList } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { formatWritten } from "../../output/output-files.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { formatIdentification, formatIdentificationCsv } from "./identify-text.ts"

const names = identificationEntries.map(({ name }) => name)
const { context: _context, levels: _levels, contextArms: _arms, replay: _replay, ...simulatedArms } = environmentOptions
const own = {
  eta: { kind: "number", ...positive, about: "privacy of every algorithm, as Gaussian differential privacy" },
  epsilon: { kind: "number", ...positive, about: "privacy as pure differential privacy, instead of --eta" },
  error: number(0, 0.5, "the chance of a wrong answer that is allowed (δ in the literature)", {
    aboveMin: true,
    default: 0.05,
  }),
  algorithms: { kind: "text", about: `names, separated by commas; all if left out: ${names.join(", ")}` },
  runs: integer(2, 1e7, "runs of each algorithm", { default: 100 }),
  seed: integer(0, Number.MAX_SAFE_INTEGER, "fixes what is simulated", { default: 1 }),
  mostPulls: integer(1, 1e12, "pulls after which a run is given up", { default: 1e8 }),
  ...simulatedArms,
  ...configOption,
  json: outputOptions.json,
  csv: outputOptions.csv,
} as const

/** The loop lets Ctrl-C and the progress bar in so often. */
const betweenPausesMs = 50

export const identify = defineCommand({
  options: own,
  async run({ eta, epsilon, error, algorithms, runs, seed, mostPulls, json, csv, ...arms }, _parameters, host) {
    const spec = defined({
      environment: await readEnvironment(arms),
      error,
      privacy: readPrivacy(eta, epsilon),
      algorithms: splitList(algorithms),
      runs,
      seed,
      mostPulls,
    })
    return runInSession(
      { csv },
      async ({ files, progress, signal }) => {
        const measuring = measureIdentification({ ...spec, signal })
        let result: IdentificationResult | undefined
        let paused = performance.now()
        while (result === undefined) {
          const { done, value } = measuring.next()
          if (done === true) result = value
          else if (performance.now() - paused > betweenPausesMs) {
            progress.update(value.share, value.algorithm)
            await new Promise((resolve) => setImmediate(resolve))
            paused = performance.now()
          }
        }
        progress.clear()
        const found = result
        files.csv?.write(formatIdentificationCsv(found))
        host.print(json, { ...spec, ...found }, () => `${formatIdentification(spec, found)}\n${formatWritten(files)}`)
        return signal.aborted ? exitCodes.interrupted : exitCodes.done
      },
      host,
    )
  },
})

function readPrivacy(eta: number | undefined, epsilon: number | undefined): IdentificationPrivacy {
  if (eta !== undefined && epsilon !== undefined) throw new UsageError("--eta and --epsilon must not be given together")
  if (eta !== undefined) return { eta }
  if (epsilon !== undefined) return { epsilon }
  throw new UsageError("identify needs --eta or --epsilon, the privacy of all algorithms")
}
