// The navigation beside every page, from the index of documents by reader: a section for each
// reader, with the links that an item has before the colon after which it explains them.

import MarkdownIt from "markdown-it"
import type Token from "markdown-it/lib/token.mjs"

export interface NavigationSection {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

export interface NavigationLink {
  readonly label: string
  /** As it is in the index. */
  readonly target: string
}

export function readNavigation(index: string): NavigationSection[] {
  const sections: { title: string; links: NavigationLink[] }[] = []
  const tokens = new MarkdownIt().parse(index, {})
  for (const [k, token] of tokens.entries()) {
    if (token.type !== "inline") continue
    if (tokens[k - 1]?.tag === "h2") sections.push({ title: token.content, links: [] })
    else if (tokens[k - 2]?.type === "list_item_open") sections.at(-1)?.links.push(...readLinks(token.children ?? []))
  }
  return sections
}

function readLinks(children: readonly Token[]): NavigationLink[] {
  const links: NavigationLink[] = []
  let target: string | null = null
  for (const token of children) {
    if (token.type === "link_open") target = token.attrGet("href")
    else if (token.type === "link_close") target = null
    else if (target !== null) links.push({ label: token.content.replace(/^./, (first) => first.toUpperCase()), target })
    else if (token.content.includes(":")) break
  }
  return links
}
