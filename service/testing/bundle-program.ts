// Puts a program of our sources into one file, so that a process of it starts in little time.

import { readFileSync, rmSync } from "node:fs"
import { join, parse } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export interface BundleOptions {
  /** Another checkout than this one, and a name for its file. */
  readonly checkout?: string
  readonly name?: string
  /** By package: the path of a source that takes its place. */
  readonly replaced?: Readonly<Record<string, string>>
}

/** Returns the file, which is inside node_modules, from where its packages are found. */
export async function bundleProgram(path: string, options: BundleOptions = {}): Promise<string> {
  const { checkout = root, name = parse(path).name, replaced = {} } = options
  const outfile = join(root, "node_modules", `.${name}-${process.pid}.mjs`)
  const replacements = Object.entries(replaced).map(([specifier, source]) => [specifier, join(checkout, source)])
  await build({
    entryPoints: [join(checkout, path)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { ...listCoreSources(checkout), ...Object.fromEntries(replacements) },
  })
  process.on("exit", () => rmSync(outfile, { force: true }))
  return outfile
}

/** All that core exports, as the sources of a checkout. */
export function listCoreSources(checkout: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(checkout, "core/package.json"), "utf8")) as {
    exports: Record<string, { source?: string }>
  }
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, { source }]) =>
      source === undefined ? [] : [[join("@armistice/core", path), join(checkout, "core", source)]],
    ),
  )
}
