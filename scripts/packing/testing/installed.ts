// Installs all packages from their tarballs, with their peers, by one `npm install` outside the
// clone.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readManifest, root } from "../../repository.ts"
import { npm, type Packed, pack, published } from "../pack.ts"

export interface Installed {
  /** The project that they are installed in. */
  readonly folder: string
  readonly packed: readonly Packed[]
  remove(): void
}

export function installAll(): Installed {
  const whole = mkdtempSync(join(tmpdir(), "armistice-installed-"))
  const folder = join(whole, "app")
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), '{ "name": "app", "private": true, "type": "module" }')
  const packed = pack(published, join(whole, "tarballs"))
  // The versions of peers that they were tried with.
  const peers = packed.flatMap(({ folder: one }) => {
    const { peerDependencies = {}, devDependencies = {} } = readManifest(one)
    return Object.keys(peerDependencies).map((name) => `${name}@${devDependencies[name]}`)
  })
  // OpenFeature's own types for servers do not compile with every newer version of these.
  const platform = `@types/node@${readManifest(".").devDependencies?.["@types/node"]}`
  const wanted = [...packed.map(({ file }) => file), ...peers, platform]
  // Strict about engines: dependencies must run on every Node that the packages support.
  npm(
    ["install", "--engine-strict", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...wanted],
    folder,
  )
  return { folder, packed, remove: () => rmSync(whole, { recursive: true, force: true }) }
}

/** Everything that can be imported, such as "@armistice/lab/node". */
export function listEntries({ folder, packed }: Installed): string[] {
  return packed.flatMap(({ name }) => {
    const { exports = {} } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))
    return Object.entries(exports)
      .filter(([, target]) => typeof target === "object")
      .map(([path]) => name + path.slice(1))
  })
}

/** The programs in a package's README, as one. */
export const readmeCode = (folder: string, language: string): string =>
  [...readFileSync(join(root, folder, "README.md"), "utf8").matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , code]) => code)
    .join("\n")
