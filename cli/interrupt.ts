// Ctrl-C: the first asks the work to stop and keep what is finished, the second ends at once.

import { exitCodes } from "./exit-codes.ts"

export interface Interrupt {
  readonly signal: AbortSignal
  /** Gives Ctrl-C back to the system. */
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

/** Nothing was finished when Ctrl-C came. */
class Interrupted extends Error {
  constructor() {
    super("interrupted before anything was finished")
    this.name = "Interrupted"
  }
}
