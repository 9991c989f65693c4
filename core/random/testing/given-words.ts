// A source of chosen words, for tests of which bits go where.

import type { WordSource } from "../word-source.ts"

/** Gives the words in order and fails when they are used up. */
export function giveWords(...words: number[]): WordSource & { readonly left: number } {
  let next = 0
  return {
    word() {
      if (next === words.length) throw new Error("no words left")
      return words[next++] | 0
    },
    get left() {
      return words.length - next
    },
  }
}
