// How accounts name an arm and a block of its rewards. Snapshots contain these names: under another name a block would be
// counted as one that has lost nothing.

/** Arms of different segments share no reward; without segments an arm is its number. */
export const armName = (arm: number, segment?: string): string =>
  segment === undefined ? String(arm) : `${segment}:${arm}`

export const blockName = (arm: string, block: number): string => `${arm}:${block}`

/** The arm of a block: all before the last colon. */
export const parseBlockArm = (block: string): string => block.slice(0, Math.max(0, block.lastIndexOf(":")))
