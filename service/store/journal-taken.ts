// The property of a store that says when the journal of an archived experiment was taken out of it.

export const journalTaken = (experiment: string): string => `journal taken:${experiment}`
