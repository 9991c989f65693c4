// Exit codes of the command.

export const exitCodes = {
  done: 0,
  /** An unexpected error, which is a bug. */
  failed: 1,
  /** A claim that holds in the committed results does not hold now. */
  contradicted: 1,
  /** A test message did not reach its webhook. */
  undelivered: 1,
  /** An audit shows more loss than claimed. */
  disproved: 1,
  /** The input is invalid; nothing was computed or written. */
  refused: 2,
  /** Ctrl-C: finished results are printed and written. */
  interrupted: 130,
} as const
