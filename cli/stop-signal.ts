/** Resolves on Ctrl-C, or when systemd or docker stops the program. */
export const waitForStopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })
