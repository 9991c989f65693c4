// Markdown to HTML as GitHub shows it: the same anchors, tables and displayed equations. Links are
// given to the caller, who knows where their targets are on the site.

import hljs from "highlight.js"
import katex from "katex"
import MarkdownIt from "markdown-it"
import type StateBlock from "markdown-it/lib/rules_block/state_block.mjs"
import type Token from "markdown-it/lib/token.mjs"
import { createHeadingIds } from "./heading-ids.ts"

export interface RenderedPage {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
  readonly hasMath: boolean
}

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** The text under one heading, which search finds. */
export interface Section {
  readonly id: string
  readonly heading: string
  readonly text: string
}

const markdown = new MarkdownIt({ html: true, highlight })
markdown.block.ruler.before("paragraph", "equation", parseEquation, { alt: ["paragraph", "list"] })
markdown.renderer.rules.equation = (tokens, index) =>
  `<div class="equation" tabindex="0">${katex.renderToString(tokens[index]?.content ?? "", { displayMode: true, throwOnError: true })}</div>\n`
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => "</table></div>\n"

/** `findTarget` returns the address on the site for an address in the text. */
export function renderMarkdown(text: string, findTarget: (address: string) => string): RenderedPage {
  const tokens = markdown.parse(text, {})
  const headings = addHeadingIds(tokens)
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
    for (const name of ["href", "src"]) {
      const address = token.attrGet(name)
      if (address !== null) token.attrSet(name, findTarget(address))
    }
    if (/^html_/.test(token.type)) token.content = rewriteHtml(token.content, findTarget)
  }
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? "",
    html: markdown.renderer
      .render(tokens, markdown.options, {})
      .replaceAll(emptyHead, "")
      .replaceAll("<th></th>", "<td></td>")
      .replaceAll("<pre>", '<pre tabindex="0">'),
    headings,
    sections: readSections(tokens, headings),
    hasMath: tokens.some(({ type }) => type === "equation"),
  }
}

/** Markdown has no table without a head. */
const emptyHead = /<thead>\s*<tr>\s*(<th><\/th>\s*)+<\/tr>\s*<\/thead>\s*/g

/** Coloured by its language, if that is known. */
function highlight(code: string, language: string): string {
  if (hljs.getLanguage(language) === undefined) return markdown.utils.escapeHtml(code)
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}

function addHeadingIds(tokens: readonly Token[]): Heading[] {
  const nextId = createHeadingIds()
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return []
    const content = tokens[index + 1]
    const text = content === undefined ? "" : plainText(content)
    const id = nextId(text)
    token.attrSet("id", id)
    return [{ level: Number(token.tag.slice(1)), id, text }]
  })
}

/** Comments are for programs. */
const rewriteHtml = (html: string, findTarget: (address: string) => string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->\n?/g, "")
    .replaceAll(/\b(href|src|srcset)="([^"]*)"/g, (_, name, address) => `${name}="${findTarget(address)}"`)

function readSections(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { id: string; heading: string; text: string }[] = []
  let index = 0
  for (const [k, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const { id = "", text = "" } = headings[index++] ?? {}
      sections.push({ id, heading: text, text: "" })
    } else if (token.type === "inline" || token.type === "fence" || token.type === "code_block") {
      const last = sections.at(-1)
      if (last !== undefined && tokens[k - 1]?.type !== "heading_open") last.text += `${plainText(token)} `
    }
  }
  return sections.map((one) => ({ ...one, text: one.text.replaceAll(/\s+/g, " ").trim() }))
}

function plainText(token: Token): string {
  if (token.children === null) return token.content
  return token.children
    .map(({ type, content }) => (type === "softbreak" ? " " : /^html_/.test(type) ? "" : content))
    .join("")
}

/** A block between two lines of $$. */
function parseEquation(state: StateBlock, first: number, end: number, isTrial: boolean): boolean {
  const line = (index: number) => state.src.slice(state.bMarks[index], state.eMarks[index]).trim()
  if (line(first) !== "$$") return false
  let last = first + 1
  while (last < end && line(last) !== "$$") last += 1
  if (last >= end) return false
  if (isTrial) return true
  const token = state.push("equation", "div", 0)
  token.content = state.getLines(first + 1, last, 0, false)
  token.block = true
  state.line = last + 1
  return true
}
