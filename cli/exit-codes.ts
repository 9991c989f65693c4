// What the command's exit code says to scripts.

export const exitCodes = {
  done: 0,
  /** Something that should not happen: a mistake of ours. */
  failed: 1,
  /** A claim of the paper that held in the committed results no longer does. */
  contradicted: 1,
  /** A test did not reach its webhook. */
  undelivered: 1,
  /** An audit shows more loss than is claimed. */
  disproved: 1,
  /** The input does not hold; nothing was computed or written. */
  refused: 2,
  /** Ctrl-C: what was finished is printed and written. */
  interrupted: 130,
} as const
