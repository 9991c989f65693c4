// How accounts name an arm and a block of its rewards. Snapshots contain these names: under another
// name a block would be counted as one that has lost nothing.

/** Arms of different segments share no reward; without segments an arm is its number. */
export const armName = (arm: number, segment?: string): string =>
  segment === undefined ? String(arm) : `${segment}:${arm}`

/**
 * The line of an arm's residual releases. With context each coordinate is a line of its own: the
 * squared weights of a reward sum to at most 1 over all of them, so its loss is never more than
 * that of the line that lost most.
 */
export const lineName = (arm: string, coordinate?: number): string =>
  coordinate === undefined ? arm : `${arm}#${coordinate}`

export const blockName = (arm: string, block: number): string => `${arm}:${block}`

/** The arm of a block: all before the last colon. */
export const parseBlockArm = (block: string): string => block.slice(0, Math.max(0, block.lastIndexOf(":")))
