// The anchors that GitHub gives to headings, so that a link works here and there.

/** One page's: a text that comes again gets a number. */
export function createHeadingIds(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const id = text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-")
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
