// Where a command runs: a terminal, or one request of `armistice rpc`.

import { type Interrupt, listenForInterrupt } from "./interrupt.ts"
import { formatJson } from "./print/format-json.ts"
import { createProgress, type ProgressBar } from "./print/progress.ts"

export interface Host {
  startProgress(): ProgressBar
  /** The signal that stops the work early; `announce` runs when it is raised. */
  listenForInterrupt(announce: () => void): Interrupt
  /** Prints `document` as JSON if `isJson`, and `text` otherwise. */
  print(isJson: boolean, document: unknown, text: () => string): void
}

export const terminal: Host = {
  startProgress: createProgress,
  listenForInterrupt,
  print: (isJson, document, text) => void process.stdout.write(isJson ? formatJson(document) : text()),
}
