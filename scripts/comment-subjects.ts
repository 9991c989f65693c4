// Finds comments whose first word is a pronoun without a noun ("What …", "Who …"), or "Of", so that
// a reader has to find out the subject. Questions are fine.

import { type Comment, parseSync } from "oxc-parser"

const subject = /^(What|Who|Whom|Whose|Whoever|Whatever|Those|Of)\b/

/** The numbers of the lines of a source file on which such a comment begins. */
export function unclearComments(name: string, source: string): number[] {
  return joinLines(parseSync(name, source).comments, source).flatMap(({ start, text }) => {
    const [first = ""] = text.split(/(?<=[.?!:;])\s/)
    return subject.test(first) && !first.endsWith("?") ? [source.slice(0, start).split("\n").length] : []
  })
}

/** Line comments below each other are one text. */
function joinLines(comments: readonly Comment[], source: string): { start: number; text: string }[] {
  const texts: { start: number; end: number; text: string; isLine: boolean }[] = []
  for (const { type, start, end, value } of comments) {
    const last = texts.at(-1)
    const isLine = type === "Line"
    const text = value
      .replace(/^\s*\*+/gm, "")
      .replace(/\s+/g, " ")
      .trim()
    if (isLine && last?.isLine === true && source.slice(last.end, start).trim() === "") {
      last.text += ` ${text}`
      last.end = end
    } else texts.push({ start, end, text, isLine })
  }
  return texts
}
