// Widths of text in Inter, the font of the charts, so that labels can be placed without a page.

/** Advance of the characters from space to tilde, in hundredths of the font size. */
const widths = (
  "28 29 47 63 64 98 64 30 36 36 50 66 29 46 29 36 63 41 61 62 65 59 62 57 62 62 29 30 66 66 66 51 97 69 65 73 72 60 59 75 " +
  "74 27 57 67 57 90 75 76 64 76 64 64 65 74 69 99 68 68 63 36 36 36 47 46 32 56 61 57 61 58 37 61 59 24 24 55 24 88 59 60 " +
  "61 61 38 53 33 59 56 82 55 56 55 43 33 43 66"
)
  .split(" ")
  .map(Number)

/** Greek letters, signs and superscripts are about this wide. */
const otherWidth = 60
const boldFactor = 1.035

/** The size of all text but titles, in pixels. */
export const fontSize = 12.5

/** The width of a text in pixels. */
export function measureText(text: string, size = fontSize, isBold = false): number {
  let width = 0
  for (const character of text) width += widths[(character.codePointAt(0) as number) - 32] ?? otherWidth
  return (width * size * (isBold ? boldFactor : 1)) / 100
}

/** Lines of at most `maxWidth`, broken at spaces; a longer word stands alone. */
export function wrapText(text: string, size: number, maxWidth: number, isBold: boolean): string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && measureText(longer, size, isBold) > maxWidth) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === "" ? lines : [...lines, line]
}
