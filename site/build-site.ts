// Builds the site from its documents: pages, pictures, style and search. It needs no network, and
// neither does the site, which also works when its files are opened without a server.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, posix } from "node:path"
import { build } from "esbuild"
import { collectPages, computeAddress, type SitePage } from "./pages/collect-pages.ts"
import { readNavigation } from "./pages/navigation.ts"
import { type SiteLink, type SiteNavigation, writePage } from "./pages/write-page.ts"
import type { IndexedSection } from "./search/search-sections.ts"

export interface SiteOptions {
  /** The repository. */
  readonly root: string
  /** The folder to write, which is emptied first. */
  readonly into: string
  /** The document that the site begins with, and the index of documents by reader. */
  readonly home: string
  readonly index: string
  /** Documents that are in no file, by their path. */
  readonly references: ReadonlyMap<string, string>
}

/** Returns the number of pages. */
export async function buildSite({ root, into, home, index, references }: SiteOptions): Promise<number> {
  const first = [home, index, ...[...references.keys()].filter((path) => /^reference\/\w+\/README\.md$/.test(path))]
  const { pages, files } = collectPages(root, first, references)
  const navigation = [
    ...collectNavigation(index, readFileSync(join(root, index), "utf8"), pages),
    { title: "Reference", links: referenceLinks(pages) },
  ]
  rmSync(into, { recursive: true, force: true })
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), content)
  }
  for (const page of pages) write(page.address, writePage(page, navigation))
  for (const file of files) {
    mkdirSync(dirname(join(into, file)), { recursive: true })
    cpSync(join(root, file), join(into, file))
  }
  write("assets/sections.js", `window.armisticeSections=${JSON.stringify(pages.flatMap(listSections))}`)
  cpSync(join(root, "studio/public/mark.svg"), join(into, "assets/mark.svg"))
  copyKatex(join(into, "assets/katex"))
  await bundle(join(into, "assets"))
  return pages.length
}

function collectNavigation(index: string, text: string, pages: readonly SitePage[]): SiteNavigation[] {
  const known = new Set(pages.map(({ address }) => address))
  return readNavigation(text).map(({ title, links }) => ({
    title,
    links: links.flatMap(({ label, target }) => {
      const path = posix.normalize(posix.join(posix.dirname(index), target))
      const address = [computeAddress(path), posix.join(path, "index.html")].find((one) => known.has(one))
      return address === undefined ? [] : [{ label, address }]
    }),
  }))
}

/** The references, each with the pages directly below it. */
function referenceLinks(pages: readonly SitePage[]): SiteLink[] {
  const indexes = pages.filter(({ path }) => /^reference\/\w+\/README\.md$/.test(path))
  return indexes.map(({ path, address, title }) => {
    const folder = posix.dirname(path)
    const below = pages.filter((page) => page.path !== path && posix.dirname(page.path) === folder)
    return {
      label: title,
      address,
      links: below.map((page) => ({
        label: page.title.replace(/^HTTP API: (.)/, (_, first) => first.toUpperCase()),
        address: page.address,
      })),
    }
  })
}

function listSections({ path, address, title, sections }: SitePage): IndexedSection[] {
  const weight = path.startsWith("reference/") ? 0.4 : path.startsWith("docs/") ? 1.2 : 1
  // A page about one exported name is found as a whole.
  if (/^reference\/packages\//.test(path))
    return [{ id: address, page: title, heading: title, text: (sections[0]?.text ?? "").slice(0, 400), weight }]
  return sections.map(({ id, heading, text }) => ({
    id: `${address}#${id}`,
    page: title,
    heading,
    text: text.slice(0, 4000),
    weight,
  }))
}

/** Its style with the one form of its fonts that every browser with this site's colours reads. */
function copyKatex(into: string): void {
  const from = dirname(createRequire(import.meta.url).resolve("katex/dist/katex.min.css"))
  mkdirSync(join(into, "fonts"), { recursive: true })
  const style = readFileSync(join(from, "katex.min.css"), "utf8")
  writeFileSync(join(into, "katex.min.css"), style.replaceAll(/,url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, ""))
  for (const font of readdirSync(join(from, "fonts")).filter((name) => name.endsWith(".woff2")))
    cpSync(join(from, "fonts", font), join(into, "fonts", font))
}

const bundle = (into: string) =>
  build({
    entryPoints: {
      site: join(import.meta.dirname, "search/site-script.ts"),
      style: join(import.meta.dirname, "style/site.css"),
    },
    entryNames: "[name]",
    outdir: into,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome123", "firefox120", "safari17.5"],
    logLevel: "warning",
  })
