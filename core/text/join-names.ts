// Names in a sentence.

/** "a", "a and b", "a, b and c". */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
