// The pages of the site: every document that the first ones lead to by links. A linked folder
// without a README becomes a list of its files, a linked source file a page that shows it, and any
// other linked file is copied.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, extname, join, posix } from "node:path"
import { type RenderedPage, renderMarkdown } from "./render-markdown.ts"

export interface SitePage extends RenderedPage {
  /** In the repository, such as docs/api.md. */
  readonly path: string
  /** On the site, such as docs/api.html. */
  readonly address: string
}

export interface Collected {
  readonly pages: readonly SitePage[]
  /** Paths of files that are copied as they are. */
  readonly files: readonly string[]
}

/** `written` are documents that are in no file, by their path. */
export function collectPages(root: string, first: readonly string[], written: ReadonlyMap<string, string>): Collected {
  const isFolder = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true
  const exists = (path: string) => written.has(path) || existsSync(join(root, path))

  /** The file that a link to a path shows. */
  function findFile(path: string): string {
    if (!isFolder(path) && !written.has(join(path, "README.md"))) return path
    return posix.join(path, exists(posix.join(path, "README.md")) ? "README.md" : listing)
  }

  function readMarkdown(path: string): string {
    const own = written.get(path)
    if (own !== undefined) return own
    if (basename(path) === listing) return listFolder(root, dirname(path))
    const text = readFileSync(join(root, path), "utf8")
    return path.endsWith(".md") ? text : showSource(path, text)
  }

  const waiting = [...first]
  const known = new Set(waiting)
  const pages: SitePage[] = []
  const files: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (!isPage(path)) {
      files.push(path)
      continue
    }
    const address = computeAddress(path)
    const folder = posix.dirname(path)
    const findTarget = (link: string): string => {
      if (/^([a-z]+:|#|\/\/)/i.test(link)) return link
      const [target = "", anchor] = decodeURI(link).split("#")
      const file = findFile(posix.normalize(posix.join(folder, target)).replace(/(?<=.)\/$/, ""))
      // The check of links reports what is missing.
      if (!exists(file) && basename(file) !== listing) return link
      if (!known.has(file)) waiting.push(file)
      known.add(file)
      const relative = posix.relative(posix.dirname(address), isPage(file) ? computeAddress(file) : file)
      return encodeURI(relative) + (anchor === undefined ? "" : `#${anchor}`)
    }
    pages.push({ path, address, ...renderMarkdown(readMarkdown(path), findTarget) })
  }
  return { pages, files }
}

const listing = "[files]"
const sources: Readonly<Record<string, string>> = {
  ".mjs": "js",
  ".ts": "ts",
  ".tsx": "ts",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".csv": "",
  ".sql": "sql",
  ".py": "python",
  ".toml": "ini",
  ".service": "ini",
  "": "",
}

const isPage = (path: string): boolean => path.endsWith(".md") || basename(path) === listing || extname(path) in sources

/** README.md and lists of files are the index of their folder. */
export function computeAddress(path: string): string {
  if (/^(README\.md|\[files\])$/.test(basename(path))) return posix.join(posix.dirname(path), "index.html")
  return path.endsWith(".md") ? path.replace(/\.md$/, ".html") : `${path}.html`
}

function showSource(path: string, text: string): string {
  const fence = "`".repeat(8)
  return `# ${basename(path)}\n\n${fence}${sources[extname(path)] ?? ""}\n${text.trimEnd()}\n${fence}\n`
}

/** Only documents are links, so that the site has no page for each source file. */
function listFolder(root: string, folder: string): string {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(\.|dist$|node_modules$)/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const lines = entries.map((entry) => {
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name
    return name.endsWith(".md") ? `- [${name}](${name})` : `- \`${name}\``
  })
  return `# ${folder}/\n\nThe files of this folder in the repository:\n\n${lines.join("\n")}\n`
}
