// Tables of Markdown, and numbers in them.

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

export const short = (value: number): string =>
  value >= 99.95 ? value.toFixed(0) : value.toFixed(value >= 9.995 ? 1 : 2)
