// Turns a part of the page into an SVG of its own, in the colours on screen, with a title above and
// the source below. Styles become attributes, so it needs no style sheet.

const svgName = "http://www.w3.org/2000/svg"
const margin = 24
const titleSize = 17
const sourceSize = 11
/** The style properties that are copied to a mark. */
const styleProperties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "vector-effect",
  "font-size",
  "font-weight",
  "font-family",
] as const

export interface PictureWords {
  readonly title: string
  readonly source: string
}

export function drawPicture(drawn: HTMLElement, { title, source }: PictureWords): string {
  const place = drawn.getBoundingClientRect()
  const style = getComputedStyle(drawn)
  const width = Math.ceil(place.width) + 2 * margin
  const words = { "font-family": style.fontFamily, x: margin }
  const titleLines = breakLines(title, `650 ${titleSize}px ${style.fontFamily}`, place.width)
  const sourceLines = breakLines(source, `${sourceSize}px ${style.fontFamily}`, place.width)
  const top = margin + titleLines.length * titleSize * 1.3 + 10
  const below = top + Math.ceil(place.height) + 24
  const height = Math.ceil(below + sourceLines.length * sourceSize * 1.4 + margin - 8)
  const root = make("svg", { width, height, viewBox: `0 0 ${width} ${height}` })
  root.append(make("rect", { width, height, fill: findBackground(drawn) }))
  for (const [line, text] of titleLines.entries()) {
    const y = margin + titleSize * (0.8 + 1.3 * line)
    root.append(make("text", { ...words, fill: style.color, y, "font-size": titleSize, "font-weight": 650 }, text))
  }
  const body = make("g", { transform: `translate(${margin} ${top})` })
  for (const drawing of drawn.querySelectorAll("svg")) addDrawing(body, drawing, place)
  addText(body, drawn, place)
  root.append(body)
  const muted = getComputedStyle(drawn.querySelector(".axis-label") ?? drawn).fill
  for (const [line, text] of sourceLines.entries())
    root.append(
      make("text", { ...words, fill: muted, y: below + sourceSize * 1.4 * line, "font-size": sourceSize }, text),
    )
  return new XMLSerializer().serializeToString(root)
}

/** Breaks text into lines no wider than this. */
function breakLines(text: string, font: string, width: number): string[] {
  const pen = document.createElement("canvas").getContext("2d")
  if (pen === null) return [text]
  pen.font = font
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function make(name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const element = document.createElementNS(svgName, name)
  for (const [key, value] of Object.entries(attributes)) if (key !== "xmlns") element.setAttribute(key, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** The nearest background colour. */
function findBackground(element: Element): string {
  for (let here: Element | null = element; here !== null; here = here.parentElement) {
    const { backgroundColor } = getComputedStyle(here)
    if (backgroundColor !== "rgba(0, 0, 0, 0)" && backgroundColor !== "transparent") return backgroundColor
  }
  return "white"
}

function addDrawing(body: SVGElement, drawing: SVGSVGElement, { left, top }: DOMRect): void {
  const own = drawing.getBoundingClientRect()
  if (own.width === 0 || own.height === 0) return
  const overflow = getComputedStyle(drawing).overflow === "visible" ? "visible" : "hidden"
  const copy = make("svg", { x: own.left - left, y: own.top - top, width: own.width, height: own.height, overflow })
  for (const name of ["viewBox", "preserveAspectRatio"]) {
    const value = drawing.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  for (const mark of drawing.children) {
    if (getComputedStyle(mark).display === "none") continue
    const same = mark.cloneNode(true) as SVGElement
    same.removeAttribute("class")
    const style = getComputedStyle(mark)
    for (const property of styleProperties) {
      const value = style.getPropertyValue(property)
      if (value !== "" && value !== "none" && value !== "normal") same.setAttribute(property, value)
      else if (property === "fill" || property === "stroke") same.setAttribute(property, "none")
    }
    copy.append(same)
  }
  body.append(copy)
}

/** Copies the text beside the drawings to where it stands. */
function addText(body: SVGElement, drawn: HTMLElement, { left, top }: DOMRect): void {
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ""
    if (parent === null || text === "" || parent.closest("svg, button, .sr-only") !== null) continue
    range.selectNodeContents(node)
    const [first] = range.getClientRects()
    if (first === undefined || first.width === 0) continue
    const { fontSize, fontWeight, fontFamily, color } = getComputedStyle(parent)
    const label = parent.closest("[data-label]")
    // On narrow screens the style sheet puts this label in front.
    const name =
      label !== null && getComputedStyle(label, "::before").content !== "none" ? label.getAttribute("data-label") : null
    const x =
      (name === null ? first.left : Math.min(first.left, label?.getBoundingClientRect().left ?? first.left)) - left
    const property = { "font-size": fontSize, "font-weight": fontWeight, "font-family": fontFamily, fill: color }
    for (const [line, words] of linesAsSeen(node as Text, range).entries()) {
      const { place } = words
      const y = place.bottom - top - place.height * 0.26
      const isNamed = name !== null && line === 0
      body.append(
        make(
          "text",
          { ...property, x: line === 0 ? x : place.left - left, y },
          isNamed ? `${name} ${words.text}` : words.text,
        ),
      )
    }
  }
}

interface Line {
  readonly place: DOMRect
  readonly text: string
}

/** The lines into which the page broke a text. SVG breaks no lines by itself. */
function linesAsSeen(node: Text, range: Range): Line[] {
  const lines: { place: DOMRect; text: string }[] = []
  let from = 0
  for (const letter of node.data) {
    range.setStart(node, from)
    from += letter.length
    range.setEnd(node, from)
    const place = range.getBoundingClientRect()
    const last = lines.at(-1)
    // An invisible character, such as a space at a line's end, stays with its line.
    if (last !== undefined && (place.width === 0 || Math.abs(place.top - last.place.top) < place.height / 2))
      last.text += letter
    else if (place.width > 0) lines.push({ place, text: letter })
  }
  return lines.map(({ place, text }) => ({ place, text: text.trim() }))
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })

/** `note`: how to read the picture. */
export const formatSource = (note: string | undefined, at = new Date()): string =>
  `${note === undefined ? "" : `${note} `}Armistice · ${day.format(at)} · ${location.origin}${location.pathname}`
