// Ctrl-C, or what systemd and docker send to stop a program.

export const waitForStopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })
