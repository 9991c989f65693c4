// One JSON document as text: indented, but with lists of numbers on one line, so that people can read it too.

export function formatJson(document: unknown): string {
  // No string can hold a line break in JSON, so what is put together here is never inside one.
  const text = JSON.stringify(document, null, 2)
  return `${text.replaceAll(/\[\n[^[\]{}]*\]/g, (list) => list.replaceAll(/\n\s*/g, " ").replace("[ ", "[").replace(/ \]$/, "]"))}\n`
}
