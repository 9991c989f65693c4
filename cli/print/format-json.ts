// JSON with indentation, and lists of numbers on one line.

export function formatJson(document: unknown): string {
  // JSON strings hold no line breaks, so this changes none.
  const text = JSON.stringify(document, null, 2)
  return `${text.replaceAll(/\[\n[^[\]{}]*\]/g, (list) => list.replaceAll(/\n\s*/g, " ").replace("[ ", "[").replace(/ \]$/, "]"))}\n`
}
