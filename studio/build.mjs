// Builds the page if a source of it is newer than the last build. Does nothing in an installed package, which has no sources.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"

const here = fileURLToPath(new URL(".", import.meta.url))
const stamp = join(here, "dist", ".site-built")
const lock = join(here, "dist", ".site-building")
/** What ends up in the page. */
const folders = [".", "../core", "../lab", "../charts", "../client", "../paper"].map((folder) => resolve(here, folder))

export async function buildSiteIfNeeded() {
  if (!existsSync(join(here, "vite.config.ts")) || isBuilt()) return
  mkdirSync(join(here, "dist"), { recursive: true })
  await takeTurn()
  try {
    if (isBuilt()) return
    process.stderr.write("armistice: building the studio, as its sources are new or changed ...\n")
    const started = new Date()
    const { build } = await import("vite")
    await build({ root: here, configFile: join(here, "vite.config.ts"), logLevel: "warn" })
    await compress(join(here, "dist", "site"))
    writeFileSync(stamp, "")
    utimesSync(stamp, started, started)
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Beside each file what is sent of it, where that is less: it takes seconds, which no start of a service should. */
async function compress(site) {
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const write = async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    const content = readFileSync(path)
    const br = await promisify(brotliCompress)(content)
    if (br.length >= content.length) return
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
  await Promise.all(files.map(write))
}

function isBuilt() {
  const built = statSync(stamp, { throwIfNoEntry: false })
  return (
    built !== undefined &&
    existsSync(join(here, "dist", "site", "index.html")) &&
    folders.every((folder) => isOlder(folder, built.mtimeMs))
  )
}

function isOlder(folder, time) {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    if (entry.isDirectory())
      return (
        ["dist", "node_modules", "testing", "figures"].includes(entry.name) || isOlder(join(folder, entry.name), time)
      )
    const isSource = /\.(tsx?|css|html|svg|json)$/.test(entry.name) && !/\.(test|contract|bench)\.ts$/.test(entry.name)
    return !isSource || statSync(join(folder, entry.name)).mtimeMs <= time
  })
}

/** Waits until no other process builds, then holds the lock; one older than two minutes was left behind. */
async function takeTurn() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" })
      return
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    const held = statSync(lock, { throwIfNoEntry: false })
    if (held !== undefined && Date.now() - held.mtimeMs > 120_000) rmSync(lock, { force: true })
    await new Promise((wait) => setTimeout(wait, 200))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSiteIfNeeded()
