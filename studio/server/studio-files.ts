// The built page as files in memory with their compressed forms, and the routes that serve them. A
// server mounts it with `startService({ …, extend: addStudio })`.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"

interface StudioFile {
  readonly path: string
  readonly type: string
  readonly content: Uint8Array
  /** By encoding; empty where compression gained nothing. */
  readonly encoded: Readonly<Partial<Record<"br" | "gzip", Uint8Array>>>
  readonly cache: string
}

/** Addresses that all return the one document, which reads the address itself. */
export const studioPages: readonly string[] = [
  "/",
  "/explorer",
  "/experiments",
  "/experiments/*",
  "/settings/keys",
  "/settings/webhooks",
  "/settings/activity",
  "/paper",
  "/paper/*",
  "/learn",
  "/learn/*",
]

/** Scripts and styles only from this host, none inline, and no other hosts. */
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
  const contents = new Map<string, Uint8Array>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    contents.set(full.slice(folder.length).replaceAll("\\", "/").replace(/^\/?/, "/"), readFileSync(full))
  }
  return [...contents].filter(([path]) => !isEncoded(path, contents)).map(([path]) => createFile(path, contents))
}

/** Whether the file is the compressed form of another one. */
const isEncoded = (path: string, contents: ReadonlyMap<string, Uint8Array>): boolean =>
  /\.(br|gz)$/.test(path) && contents.has(path.slice(0, -3))

function createFile(path: string, contents: ReadonlyMap<string, Uint8Array>): StudioFile {
  const [br, gzip] = [contents.get(`${path}.br`), contents.get(`${path}.gz`)]
  const encoded = { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) }
  // Names under assets contain a hash of the content.
  const cache = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
  const type = types[extname(path)] ?? "application/octet-stream"
  return { path, type, content: contents.get(path) as Uint8Array, encoded, cache }
}

interface Reply {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(content: Uint8Array): unknown
  /** The framework's own 404. */
  callNotFound(): unknown
}

interface PageRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The part of an HTTP framework that is used here. */
export interface Mountable {
  get(path: string, options: typeof pageOptions, answer: RouteHandler): unknown
}

/** Hidden from the API's description; links from other sites may lead here. */
const pageOptions = { schema: { hide: true }, config: { isPage: true } } as const

type RouteHandler = (request: PageRequest, reply: Reply) => unknown

export function addStudio(app: Mountable): void {
  const files = readStudio()
  const page = files.find(({ path }) => path === "/index.html") as StudioFile
  for (const file of files) if (file !== page) app.get(file.path, pageOptions, serveFile(file))
  const shown = serveFile(page)
  const missing: RouteHandler = (request, reply) => {
    // Programs get the API's 404.
    if (!String(request.headers.accept ?? "").includes("text/html")) return reply.callNotFound()
    reply.code(404)
    return shown(request, reply)
  }
  for (const path of studioPages)
    app.get(path, pageOptions, (request, reply) => (isNoExperiment(request) ? missing : shown)(request, reply))
  app.get("/*", pageOptions, missing)
}

/** An address that cannot be an experiment's gets status 404 together with the page. */
const isNoExperiment = ({ url = "" }: PageRequest): boolean =>
  /^\/experiments\/./.test(url) && !/^\/experiments\/(new|exp_[A-Za-z0-9_-]{16}([A-Za-z0-9_-]{6})?)\/?(\?|$)/.test(url)

const serveFile =
  (file: StudioFile): RouteHandler =>
  ({ headers }, reply) => {
    const accepted = String(headers["accept-encoding"] ?? "")
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name) && file.encoded[name])
    reply.header("content-type", file.type)
    reply.header("cache-control", file.cache)
    reply.header("content-security-policy", studioPolicy)
    reply.header("vary", "accept, accept-encoding")
    if (encoding === undefined) return reply.send(file.content)
    reply.header("content-encoding", encoding)
    return reply.send(file.encoded[encoding] as Uint8Array)
  }
