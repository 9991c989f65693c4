// Whether a program printed what a document says. "…" stands for anything within a line, and alone
// on a line for any lines.

export function matchesOutput(said: string, printed: string): boolean {
  const lines = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd())
  const pattern = lines(said)
    .map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${line.split("…").map(literal).join(".*")}\n`))
    .join("")
  return new RegExp(`^${pattern}$`).test(`${lines(printed).join("\n")}\n`)
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
