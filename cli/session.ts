// A long computation in a terminal: output files are checked first, progress is shown, and Ctrl-C
// stops it.

import { type Host, terminal } from "./host.ts"
import { type OutputFile, prepareOutputs } from "./output/output-files.ts"
import type { ProgressBar } from "./print/progress.ts"

export interface Session<Name extends string> {
  readonly files: Readonly<Partial<Record<Name, OutputFile>>>
  readonly progress: ProgressBar
  readonly signal: AbortSignal
}

/** Runs `work` once the files at `paths` can be written. Files it does not write leave no trace. */
export async function runInSession<Name extends string, Result>(
  paths: Readonly<Partial<Record<Name, string | undefined>>>,
  work: (session: Session<Name>) => Promise<Result>,
  host: Host = terminal,
): Promise<Result> {
  const { files, discard } = prepareOutputs(paths)
  const progress = host.startProgress()
  const interrupt = host.listenForInterrupt(() =>
    progress.say("Stopping; finished results are kept. Ctrl-C again ends at once."),
  )
  try {
    return await work({ files, progress, signal: interrupt.signal })
  } finally {
    progress.clear()
    interrupt.dispose()
    discard()
  }
}
