// The built page as files in memory, compressed once, and the routes that serve them. For Node; whoever runs a server mounts it:
// `startService({ …, extend: addStudio })`.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"

interface StudioFile {
  readonly path: string
  readonly type: string
  readonly content: Buffer
  /** By the name of the encoding; empty where compressing gains nothing. */
  readonly encoded: Readonly<Partial<Record<"br" | "gzip", Buffer>>>
  readonly cache: string
}

/** Addresses that all show the one document, which then reads the address itself. */
export const studioPages: readonly string[] = [
  "/",
  "/explorer",
  "/experiments",
  "/experiments/*",
  "/paper",
  "/paper/*",
  "/learn",
  "/learn/*",
]

/** Scripts and styles from here only, none inline; no other host for anything. */
const studioPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
}

// Beside this file when compiled, in dist when run from source.
const places = ["../site", "../dist/site"].map((place) => fileURLToPath(new URL(place, import.meta.url)))

/** Whether the page has been built. */
export const isStudioBuilt = (): boolean => places.some((place) => existsSync(join(place, "index.html")))

export function readStudio(): StudioFile[] {
  const folder = places.find((place) => existsSync(join(place, "index.html")))
  if (folder === undefined) throw new Error("the studio must be built before it is served: npm run build -w studio")
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const full = join(entry.parentPath, entry.name)
      return fileOf(full.slice(folder.length).replaceAll("\\", "/").replace(/^\/?/, "/"), readFileSync(full))
    })
}

function fileOf(path: string, content: Buffer): StudioFile {
  const br = brotliCompressSync(content)
  const encoded = br.length < content.length ? { br, gzip: gzipSync(content, { level: 9 }) } : {}
  // Names under assets carry a hash of what is in them.
  const cache = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
  return { path, type: types[extname(path)] ?? "application/octet-stream", content, encoded, cache }
}

interface Reply {
  header(name: string, value: string): unknown
  send(content: Buffer): unknown
}

interface Asked {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The part of an HTTP framework that is needed here. */
export interface Mountable {
  get(path: string, options: typeof pageOptions, answer: Answering): unknown
}

/** Not part of the API; links from elsewhere may lead here. */
const pageOptions = { schema: { hide: true }, config: { isPage: true } } as const

type Answering = (request: Asked, reply: Reply) => unknown

export function addStudio(app: Mountable): void {
  const files = readStudio()
  const page = files.find(({ path }) => path === "/index.html") as StudioFile
  for (const file of files) if (file !== page) app.get(file.path, pageOptions, answering(file))
  for (const path of studioPages) app.get(path, pageOptions, answering(page))
}

const answering =
  (file: StudioFile): Answering =>
  ({ headers }, reply) => {
    const accepted = String(headers["accept-encoding"] ?? "")
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name) && file.encoded[name])
    reply.header("content-type", file.type)
    reply.header("cache-control", file.cache)
    reply.header("content-security-policy", studioPolicy)
    reply.header("vary", "accept-encoding")
    if (encoding === undefined) return reply.send(file.content)
    reply.header("content-encoding", encoding)
    return reply.send(file.encoded[encoding] as Buffer)
  }
