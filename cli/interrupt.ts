// Ctrl-C: the first stops the work and keeps finished results, the second ends at once.

import { exitCodes } from "./exit-codes.ts"

export interface Interrupt {
  readonly signal: AbortSignal
  /** Restores the default effect of Ctrl-C. */
  dispose(): void
}

export function listenForInterrupt(announce: () => void): Interrupt {
  const controller = new AbortController()
  const handle = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted)
    controller.abort(new Interrupted())
    announce()
  }
  process.on("SIGINT", handle)
  return { signal: controller.signal, dispose: () => process.off("SIGINT", handle) }
}

/** Ctrl-C came before anything was finished. */
class Interrupted extends Error {
  constructor() {
    super("interrupted before anything was finished")
    this.name = "Interrupted"
  }
}
