// What surrounds a long computation on a terminal: files made sure of, progress shown, Ctrl-C heard, everything tidied up.

import { listenForInterrupt } from "./interrupt.ts"
import { type OutputFile, prepareOutputs } from "./output/output-files.ts"
import { createProgress, type ProgressBar } from "./print/progress.ts"

export interface Session<Name extends string> {
  readonly files: Readonly<Partial<Record<Name, OutputFile>>>
  readonly progress: ProgressBar
  readonly signal: AbortSignal
}

/** Runs `work` once the files at `paths` can be written; what it did not write leaves no trace. */
export async function runInSession<Name extends string, Result>(
  paths: Readonly<Partial<Record<Name, string | undefined>>>,
  work: (session: Session<Name>) => Promise<Result>,
): Promise<Result> {
  const { files, discard } = prepareOutputs(paths)
  const progress = createProgress()
  const interrupt = listenForInterrupt(() =>
    progress.say("Stopping; what is finished is kept. Ctrl-C again ends at once."),
  )
  try {
    return await work({ files, progress, signal: interrupt.signal })
  } finally {
    progress.clear()
    interrupt.dispose()
    discard()
  }
}
