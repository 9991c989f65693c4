// The fonts of a PDF: Inter, or an own font with Inter for letters that it lacks. Node only.

import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { measureText } from "./measure-text.ts"

/** Fonts by name, and which of them writes which part of a text. */
export interface PdfFonts {
  /** The names that the document must know, with the file of each. */
  readonly files: Readonly<Record<string, string>>
  /** How much wider than Inter it is. */
  readonly widening: number
  split(text: string, isBold?: boolean): { readonly font: string; readonly words: string }[]
}

const require = createRequire(import.meta.url)

/** Named one by one: a renderer leaves out text without a font file, and says nothing. */
export const interFiles = {
  regular: require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  bold: require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
}

/** Opens the fonts of a PDF. `own` is a file of TrueType or OpenType. */
export async function openPdfFonts(own?: string): Promise<PdfFonts> {
  const nameFont = (isBold: boolean) => (isBold ? "bold" : "regular")
  if (own === undefined)
    return { files: interFiles, widening: 1, split: (words, isBold = false) => [{ font: nameFont(isBold), words }] }
  const { openSync } = await import("fontkit")
  if (!existsSync(own)) throw new Error(`font must be a file, got ${own}`)
  const font = openFont(openSync, own)
  const split = (text: string, isBold = false) => {
    const parts: { font: string; words: string }[] = []
    for (const letter of text) {
      const name = font.hasGlyphForCodePoint(letter.codePointAt(0) as number) ? "own" : nameFont(isBold)
      const last = parts.at(-1)
      if (last?.font === name) last.words += letter
      else parts.push({ font: name, words: letter })
    }
    return parts
  }
  return { files: { ...interFiles, own }, widening: measureWidening(font), split }
}

interface OpenedFont {
  readonly unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): { readonly advanceWidth: number }
}

const sample = "DP-TS-UCB, regret after 1,000,000 rounds (log base 2)"

/** Charts are laid out for Inter; a narrower font only leaves more room. */
const measureWidening = (font: OpenedFont): number =>
  Math.max(1, font.layout(sample).advanceWidth / font.unitsPerEm / measureText(sample, 1))

function openFont(openSync: (file: string) => unknown, file: string): OpenedFont {
  try {
    const font = openSync(file) as Partial<OpenedFont>
    if (font.hasGlyphForCodePoint !== undefined) return font as OpenedFont
  } catch {
    // Reported below, with the file.
  }
  throw new Error(`font must be one TrueType or OpenType font, got ${file}`)
}
