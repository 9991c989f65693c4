// Names of options in sentences and at the ends of lines.

/** In a sentence: quoted where it has marks that would read as the sentence's own. */
export const named = (name: string): string => (/[,.;:!?()]/.test(name) ? `“${name}”` : name)

/** For labels: without the last words that all have in common ("reminder"), and no longer than there is room for. */
export function shortNames(names: readonly string[], most = 24): (name: string) => string {
  const words = names.map((name) => name.split(" "))
  let shared = 0
  const hasAll = (count: number) =>
    words.every((one) => one.length > count && one.at(-1 - shared) === words[0]?.at(-1 - shared))
  while (names.length > 1 && hasAll(shared + 1)) shared += 1
  return (name) => {
    const parts = name.split(" ")
    const short = (shared === 0 ? parts : parts.slice(0, -shared)).join(" ")
    return short.length > most ? `${short.slice(0, most - 1).trimEnd()}…` : short
  }
}

/** "a", "a and b", "a, b and c". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** Of a name at the end of a line. */
export const labelLetters = 14

/** How a chart is called whose labels need more room than usual. */
export const roomFor = (labels: readonly string[]): string => (labels.some((label) => label.length > 15) ? "named" : "")
