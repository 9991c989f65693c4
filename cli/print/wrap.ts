// Lines of at most 80 columns: text between words, and command lines so that they can still be copied and run.

export const columns = 80

/** Lines after the first begin with as many spaces as the line does, and `hanging` more. */
export function wrapLine(line: string, hanging = 0, end = ""): string {
  const indent = " ".repeat(line.search(/\S|$/))
  const lines: string[] = []
  let current = ""
  for (const word of line.trim().split(" ")) {
    const margin = lines.length === 0 ? indent : indent + " ".repeat(hanging)
    const longer = current === "" ? margin + word : `${current} ${word}`
    // The last word needs no room for what ends a line that goes on; that it is the last is not worth knowing.
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

/** Broken where the shell is told that it goes on, between an option's value and the next option where that is possible. */
export function wrapCommand(line: string): string {
  if (line.length <= columns) return line
  // An option and its value stay together.
  const joined = line.replaceAll(/(--[\w-]+) (?=[^-\s])/g, "$1\u00a0")
  return wrapLine(joined, 2, " \\").replaceAll("\u00a0", " ")
}
