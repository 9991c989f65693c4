// Names of options in sentences and labels.

import { isolateName } from "../text/isolate-name.ts"

/** A name within a sentence, quoted if it contains punctuation. */
export const quoteName = (name: string): string =>
  /[,.;:!?()]/.test(name) ? `“${isolateName(name)}”` : isolateName(name)

/** At the start of a sentence a plain word is capitalised; "v2" or "iPhone" stays as written. */
export function startWithName(name: string): string {
  const words = quoteName(name)
  return /^\p{Ll}[\p{L}\p{M}'’]*(?=[\s-]|$)/u.test(words) && !/^\p{Ll}+\p{Lu}/u.test(words)
    ? words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    : words
}

/** For labels: without last words that all share ("reminder"), cut to `most` average letters. */
export function shortenNames(names: readonly string[], most = 24): (name: string) => string {
  const words = names.map((name) => name.split(" "))
  let shared = 0
  const hasAll = (count: number) =>
    words.every((one) => one.length > count && one.at(-1 - shared) === words[0]?.at(-1 - shared))
  while (names.length > 1 && hasAll(shared + 1)) shared += 1
  return (name) => {
    const parts = name.split(" ")
    return isolateName(cut((shared === 0 ? parts : parts.slice(0, -shared)).join(" "), most))
  }
}

/** One visible letter may be several characters. */
const letters = new Intl.Segmenter("en", { granularity: "grapheme" })

function cut(text: string, most: number): string {
  let [width, kept] = [0, ""]
  for (const { segment } of letters.segment(text)) {
    width += measureLetter(segment)
    // The last letter gives way to the ellipsis.
    if (width <= most - 1) kept += segment
  }
  return width > most ? `${kept.trimEnd()}…` : text
}

/** The approximate width of a letter in average letters, independent of installed fonts. */
function measureLetter(letter: string): number {
  if (/[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter))
    return 2
  if (/[MW@%]/.test(letter)) return 1.9
  return /[\p{Lu}mw<>&+=]/u.test(letter) ? 1.25 : 1
}

/** The width of a label at the end of a line, in average letters. */
export const labelLetters = 14

/** The class of a chart whose labels need more room than usual. */
export const roomFor = (labels: readonly string[]): string => (labels.some((label) => label.length > 15) ? "named" : "")
