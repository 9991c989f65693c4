// The property that says that rows or bytes of a purge are still to be removed; gone once nothing
// is left.

export const unfinishedPurge = (experiment: string): string => `${prefix}${experiment}`

const prefix = "purging "

/** The experiments that such properties name. */
export const parsePurges = (names: readonly string[]): string[] => names.map((name) => name.slice(prefix.length))

/** For LIKE. */
export const anyUnfinishedPurge = `${prefix}%`
