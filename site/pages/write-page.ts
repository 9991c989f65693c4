// The HTML of one page: header with search, navigation, the document, and its headings.

import { posix } from "node:path"
import type { SitePage } from "./collect-pages.ts"

export interface SiteNavigation {
  readonly title: string
  readonly links: readonly SiteLink[]
}

export interface SiteLink {
  readonly label: string
  readonly address: string
  /** Shown while one of them, or the link itself, is the current page. */
  readonly links?: readonly SiteLink[]
}

export function writePage(page: SitePage, navigation: readonly SiteNavigation[]): string {
  const { address, title, html, hasMath, path } = page
  const link = (to: string) => posix.relative(posix.dirname(address), to)
  const isHome = path === "README.md"
  return `<!doctype html>
<html lang="en" data-root="${posix.relative(posix.dirname(address), ".")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isHome ? "Armistice" : `${escapeHtml(title)} · Armistice`}</title>
<link rel="icon" href="${link("assets/mark.svg")}">
<link rel="stylesheet" href="${link("assets/style.css")}">
${hasMath ? `<link rel="stylesheet" href="${link("assets/katex/katex.min.css")}">\n` : ""}<script src="${link("assets/site.js")}" defer></script>
</head>
<body>
<header class="site-header">
<a class="skip" href="#content">Skip to content</a>
<a class="brand" href="${link("index.html")}"><img src="${link("assets/mark.svg")}" alt="" width="24" height="24"><span>Armistice</span></a>
<search class="search" hidden>
<input type="search" placeholder="Search" aria-label="Search the documents" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<div id="found" role="listbox" aria-label="Found" hidden></div>
<p class="found-note" role="status" hidden></p>
</search>
</header>
<div class="columns">
<nav class="navigation" aria-label="Documents">
<details>
<summary>Documents</summary>
${navigation.map((section) => writeSection(section, address, link)).join("\n")}
</details>
</nav>
<main id="content" tabindex="-1">
<article class="prose">
${html}</article>
</main>
${writeContents(page)}
</div>
</body>
</html>
`
}

function writeSection({ title, links }: SiteNavigation, current: string, link: (to: string) => string): string {
  return `<h2>${escapeHtml(title)}</h2>\n${writeLinks(links, current, link)}`
}

function writeLinks(links: readonly SiteLink[], current: string, link: (to: string) => string): string {
  const items = links.map(({ label, address, links: below = [] }) => {
    const isCurrent = address === current
    // The pages of a folder belong to its link.
    const isOpen = below.length > 0 && (isCurrent || current.startsWith(`${posix.dirname(address)}/`))
    const inner = isOpen ? `\n${writeLinks(below, current, link)}` : ""
    return `<li><a href="${link(address)}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>${inner}</li>`
  })
  return `<ul>\n${items.join("\n")}\n</ul>`
}

/** The headings of a long page. */
function writeContents({ headings }: SitePage): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  const main = shown.filter(({ level }) => level === 2)
  const listed = shown.length > 40 && main.length > 2 ? main : shown
  if (listed.length < 3) return ""
  const items = listed.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join("\n")}\n</ul>\n</nav>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
