// Reads the pictures that draw-chart.ts writes, element by element. It knows nothing that they do
// not use, such as styles or entities other than those of escapeText.

/** One element with the text inside it. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  /** Its children have their own entries; this is where they end. */
  readonly isEnd: boolean
}

/** The elements in order; a group has an entry where it begins and one where it ends. */
export function* parseSvg(svg: string): Generator<SvgElement> {
  for (const [, end, name = "", inside = "", text = ""] of svg.matchAll(/<(\/?)([a-z]+)([^>]*?)\/?>([^<]*)/g)) {
    const attributes: Record<string, string> = {}
    for (const [, key = "", value = ""] of inside.matchAll(/([\w-]+)="([^"]*)"/g)) attributes[key] = value
    yield { name, attributes, text: unescapeText(text), isEnd: end === "/" }
  }
}

const unescapeText = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
