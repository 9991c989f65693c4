// `armistice sweep`: many simulations and audits from one file, over the cores of this machine or the workers of a database.

import { readFileSync } from "node:fs"
import { algorithmLabel } from "@armistice/lab"
import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { outputOptions } from "../options/output-options.ts"
import { writtenInWords } from "../output/output-files.ts"
import { jsonText } from "../print/json-text.ts"
import { count, quantity } from "../print/numbers.ts"
import { table } from "../print/table.ts"
import { inSession } from "../session.ts"
import { usageError } from "../usage-error.ts"

const own = {
  file: { kind: "text", about: "JSON with simulations, audits and runsPerShard", placeholder: "file" },
  store: { kind: "text", about: "postgres://... whose workers play the shards", placeholder: "url" },
  jobs: {
    kind: "integer",
    min: 0,
    max: 1024,
    about: "threads of this machine (all cores if left out; with --store none)",
  },
  out: { kind: "text", about: "write the merged result as JSON", placeholder: "file" },
  json: outputOptions.json,
} as const

export const sweep = defineCommand({
  name: "sweep",
  about: "play a file of simulations and audits in shards, here or on many machines; same bytes either way",
  options: own,
  operands: ["file"],
  examples: [
    "armistice sweep docs/examples/sweep.json --json",
    "armistice sweep docs/examples/sweep.json --store postgres://me@db.example/armistice --out result.json",
  ],
  async run({ file, store, jobs, out, json }) {
    if (file === undefined) throw usageError("sweep must be given a file of simulations, got nothing")
    const { readSweep, sweepHere, sweepOnFleet } = await import("@armistice/fleet")
    const spec = readSweep(parsed(file))
    return inSession({ out }, async ({ files, progress, signal }) => {
      const onProgress = (now: { finished: number; shards: number; workers?: number }) =>
        progress.update(now.finished / now.shards, inWords(now))
      const shared = { signal, onProgress, ...(jobs === undefined ? {} : { jobs }) }
      if (store !== undefined && (jobs ?? 0) === 0)
        progress.say(
          "The workers of the database play the shards; if this stops, the same command takes up the result.",
        )
      const result =
        store === undefined ? await sweepHere(spec, shared) : await sweepOnFleet(spec, { ...shared, url: store })
      files.out?.write(jsonText(result))
      progress.clear()
      process.stdout.write(json ? jsonText(result) : `${summary(result)}${writtenInWords(files)}`)
      return exitCodes.done
    })
  },
})

type Result = Awaited<ReturnType<typeof import("@armistice/fleet")["sweepHere"]>>

function summary({ simulations, audits }: Result): string {
  const rows = [
    ...simulations.map(({ algorithm, parameters, horizon, finished, regret }) => [
      algorithmLabel(algorithm, parameters),
      `${count(horizon)} rounds, ${count(finished)} runs`,
      `regret ${quantity(regret.mean)}`,
    ]),
    ...audits.map(({ algorithm, parameters, finished, verdict }) => [
      algorithmLabel(algorithm, parameters),
      `audit of ${count(finished)} runs`,
      verdict,
    ]),
  ]
  return `${table(rows, { left: [0, 1, 2] })}\n`
}

const inWords = ({ finished, shards, workers }: { finished: number; shards: number; workers?: number }): string =>
  `${finished} of ${shards} shards${workers === undefined ? "" : `, ${workers} workers`}`

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown
  } catch (error) {
    throw usageError(`a sweep must be a file of JSON, got ${file}: ${(error as Error).message}`)
  }
}
