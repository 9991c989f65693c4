// `armistice replay`: runs an algorithm on recorded decisions or rewards.

import { describeRange } from "@armistice/core"
import { bootstrapTable, isLog, readLog, readRewardTable, replayLog } from "@armistice/lab"
import { readRecording } from "@armistice/lab/node"
import { defineCommand } from "../../command.ts"
import {
  type ChosenAlgorithm,
  chooseAlgorithm,
  formatAlgorithmNotes,
  readParameterOptions,
} from "../../options/algorithm-options.ts"
import { integer, text } from "../../options/option-spec.ts"
import { configOption, jsonOption } from "../../options/output-options.ts"
import { moduleOption, readModule } from "../../options/own-module.ts"
import { printResult } from "../../print/print-result.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { formatLogReplay, formatTableReplay } from "./replay-text.ts"

const own = {
  file: text("what was recorded: .csv, .ndjson or .jsonl", "file"),
  algorithm: text("which algorithm", "name"),
  ...moduleOption,
  ...configOption,
  horizon: integer(
    2,
    1e12,
    "rounds of a run; of a log all that can be used if left out, of a table as many as it has rows",
  ),
  tables: integer(2, 1e5, "data sets drawn from what was recorded", { default: 200 }),
  runs: integer(1, 1e5, "runs on each of them", { default: 5 }),
  seed: integer(0, Number.MAX_SAFE_INTEGER, "fixes everything drawn", { default: 1 }),
  ...jsonOption,
} as const

const formats = [
  "A log has the columns arm, reward and, where known, propensity (the chance the arm had), a line for each decision.",
  "Replayed by rejection: an event is used where it has the arm the algorithm waits for. A table has a column for each",
  "arm and a reward in each row; rewards are in [0, 1]. docs/laboratory.md says more, with files to try.",
].join(" ")

export const replay = defineCommand({
  options: own,
  parameters: readParameterOptions,
  operands: ["file"],
  notes: () => `${formats}\n\n${formatAlgorithmNotes()}`,
  async run(values, parameters) {
    const { file, tables, runs, seed } = values
    if (file === undefined) throw new UsageError("replay needs a file of recorded data")
    const module = values.module === undefined ? undefined : await readModule(values.module)
    const name = values.algorithm ?? module?.entry.name
    if (name === undefined) throw new UsageError("replay needs --algorithm or --module")
    const chosen = chooseAlgorithm(name, parameters, module?.entry)
    const { text, format } = await readRecording(file)
    const options = { tables, runs, seed }
    return runInSession({}, async ({ progress, signal }) => {
      const shared = {
        ...options,
        signal,
        onProgress: (share: number) => progress.update(share, `${Math.round(share * tables)} of ${tables} data sets`),
      }
      const print = (document: object, words: string): number => {
        progress.clear()
        return printResult(values.json, document, words)
      }
      if (isLog(text, format)) {
        const log = readLog(text, format)
        const algorithm = createWithHorizon(chosen, values.horizon ?? log.arms.length)
        const result = await replayLog(algorithm, log, values.horizon, shared)
        const { names, areGiven } = log
        const about = { algorithm: algorithm.name, parameters: algorithm.parameters, arms: names, ...options }
        const guarantee = algorithm.guarantee(names.length)
        const document = { kind: "log", ...about, arePropensitiesGiven: areGiven, guarantee, ...result }
        return print(document, formatLogReplay(document))
      }
      const table = readRewardTable(text, format)
      const horizon = values.horizon ?? Math.max(2, table.rewards[0]?.length ?? 2)
      const algorithm = createWithHorizon(chosen, horizon)
      const result = await bootstrapTable(algorithm, table, horizon, shared)
      const about = { algorithm: algorithm.name, parameters: algorithm.parameters, arms: table.names, ...options }
      const guarantee = algorithm.guarantee(table.names.length)
      const document = { kind: "table", ...about, horizon, guarantee, ...result }
      return print(document, formatTableReplay(document))
    })
  },
})

/** Fills in the horizon if the algorithm needs it. */
function createWithHorizon({ entry, parameters: given }: ChosenAlgorithm, horizon: number) {
  const spec = entry.parameters.horizon
  if (spec === undefined) return entry.create(given)
  const planned = given.horizon ?? horizon
  if (typeof planned === "number" && planned < horizon && planned !== 0)
    throw new UsageError(
      `the horizon ${entry.name} plans for must be ${describeRange(spec)} and at least ${horizon}, got ${planned}`,
    )
  return entry.create({ ...given, horizon: planned })
}
