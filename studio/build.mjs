// Builds the page if a source of it is newer than the last build.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"

// Imported by URL, because the scripts of the repository are not a package.
const { buildOnce } = await import(new URL("../scripts/build-once.mjs", import.meta.url).href)
const here = fileURLToPath(new URL(".", import.meta.url))
/** Folders whose sources are part of the page. */
const folders = [".", "../core", "../lab", "../charts", "../client", "../paper"]

export function buildSiteIfNeeded() {
  const site = join(here, "dist", "site")
  return buildOnce({
    stamp: join(here, "dist", ".site-built"),
    built: [join(site, "index.html")],
    folders: folders.map((folder) => resolve(here, folder)),
    skipped: ["dist", "node_modules", "testing", "figures"],
    isSource: /\.(tsx?|css|html|svg|json)$/,
    build: async () => {
      process.stderr.write("armistice: building the studio, as its sources are new or changed ...\n")
      const { build } = await import("vite")
      await build({ root: here, configFile: join(here, "vite.config.ts"), logLevel: "warn" })
      await compressFiles(site)
    },
  })
}

/** Compressed beside the files: compressing at the start of a service would take seconds. */
async function compressFiles(site) {
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const compressFile = async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    const content = readFileSync(path)
    const brotli = await promisify(brotliCompress)(content)
    if (brotli.length >= content.length) return
    writeFileSync(`${path}.br`, brotli)
    writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
  await Promise.all(files.map(compressFile))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSiteIfNeeded()
