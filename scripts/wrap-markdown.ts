// Lines of Markdown of at most 120 characters. A paragraph or list item with a longer line is wrapped anew; tables, code and headings
// are left as they are, because a line break would change them.

import { filesUnder } from "./repository.ts"

const most = 120

/** Every document that people write; measured results are written by programs. */
export const documents = (): string[] => filesUnder(".", /\.md$/).filter((path) => !path.endsWith("results/README.md"))

const isFence = (line: string) => /^\s*(```|~~~)/.test(line)
const isApart = (line: string) => /^\s*$|^\s*\||^#|^\s*<|^\s*>/.test(line)
/** Code without a fence: lines of it are its own, as in pseudo-code. */
const isIndented = (line: string) => /^ {4}/.test(line)
const item = /^(\s*)([-*+]|\d+[.)])\s+/

export function wrapMarkdown(text: string): string {
  const wrapped: string[] = []
  let paragraph: string[] = []
  let isCode = false
  const finish = () => {
    wrapped.push(...(paragraph.some((line) => [...line].length > most) ? wrapParagraph(paragraph) : paragraph))
    paragraph = []
  }
  for (const line of text.split("\n")) {
    if (isFence(line) || isCode || isApart(line) || (paragraph.length === 0 && isIndented(line))) {
      finish()
      wrapped.push(line)
      if (isFence(line)) isCode = !isCode
      continue
    }
    if (item.test(line)) finish()
    paragraph.push(line)
  }
  finish()
  return wrapped.join("\n")
}

function wrapParagraph(lines: readonly string[]): string[] {
  const [first = ""] = lines
  const marker = item.exec(first)?.[0] ?? /^\s*/.exec(first)?.[0] ?? ""
  const indent = " ".repeat(marker.length)
  const found: string[] = []
  let line = ""
  for (const word of unbreakable(
    lines
      .map((one) => one.trim())
      .join(" ")
      .slice(marker.trimStart().length)
      .split(/\s+/),
  )) {
    const start = found.length === 0 ? marker : indent
    if (line !== "" && [...`${start}${line} ${word}`].length > most) {
      found.push(start + line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...found, (found.length === 0 ? marker : indent) + line]
}

/** What would begin a list, a heading or a quotation at the start of a line stays with the word before it. */
function unbreakable(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    if (joined.length > 0 && /^([-*+#>|=]+|\d+[.)])$|^[#>|]/.test(word)) joined.push(`${joined.pop()} ${word}`)
    else joined.push(word)
  }
  return joined
}
