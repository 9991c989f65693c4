// Text and command lines wrapped at 80 columns. A wrapped command can still be copied and run.

export const columns = 80

/** Indents further lines like the first and by `hanging` more; all but the last get `end`. */
export function wrapLine(line: string, hanging = 0, end = ""): string {
  const indent = " ".repeat(line.search(/\S|$/))
  const lines: string[] = []
  let current = ""
  for (const word of line.trim().split(" ")) {
    const margin = lines.length === 0 ? indent : indent + " ".repeat(hanging)
    const longer = current === "" ? margin + word : `${current} ${word}`
    if (current !== "" && longer.length + end.length > columns) {
      lines.push(current + end)
      current = indent + " ".repeat(hanging) + word
    } else current = longer
  }
  return [...lines, current].join("\n")
}

export const wrapText = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line.length > columns ? wrapLine(line, line.startsWith("  ") ? 21 : 0) : line))
    .join("\n")

/** Broken with a backslash, never between an option and its value. */
export function wrapCommand(line: string): string {
  if (line.length <= columns) return line
  const joined = line.replaceAll(/(--[\w-]+) (?=[^-\s])/g, "$1\u00a0")
  return wrapLine(joined, 2, " \\").replaceAll("\u00a0", " ")
}
