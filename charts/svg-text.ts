// SVG as text. Lengths are rounded to a hundredth of a pixel, which keeps files small, and gives
// the same bytes on engines whose logarithms differ in the last digit.

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Writes one line of text; x and y are where its baseline begins, or what `anchor` says. */
export type WriteText = (words: string, x: number, y: number, look?: TextLook) => string

interface TextLook {
  readonly fill?: string
  readonly size?: number
  readonly weight?: number | undefined
  readonly anchor?: "middle" | "end"
}

/** An element; attributes that are undefined are left out. `content` is markup. */
export function writeElement(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : value}"`)
    .join("")
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** A length to a hundredth of a pixel. */
export const round = (length: number): number => Number(length.toFixed(2))

/** Text that is safe inside an element. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
