// Everything that is published, as tarballs: builds, stages each package and packs it.

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { readManifest, root, runNpm, workspaces } from "../repository.ts"
import { stage } from "./stage.ts"

export interface Packed {
  readonly folder: string
  readonly name: string
  /** Whole path of the tarball. */
  readonly file: string
}

export const published = (): string[] => workspaces.filter((folder) => readManifest(folder).private !== true)

/** Packs these folders into one, which may exist. */
export async function pack(folders: readonly string[], into: string): Promise<Packed[]> {
  const { code, output } = await runNpm(["exec", "--", "tsc", "-b", ...folders.map(projectOf)])
  if (code !== 0) throw new Error(`what is packed must compile:\n${output}`)
  if (folders.includes("studio")) {
    const { buildSiteIfNeeded } = await import(pathToFileURL(join(root, "studio/build.mjs")).href)
    await buildSiteIfNeeded()
  }
  mkdirSync(into, { recursive: true })
  const staging = mkdtempSync(join(tmpdir(), "armistice-pack-"))
  try {
    for (const folder of folders) await stage(folder, join(staging, folder))
    const files = tarballs(
      folders.map((folder) => join(staging, folder)),
      into,
    )
    return folders.map((folder) => {
      const { name } = readManifest(folder)
      const file = files.get(name)
      if (file === undefined) throw new Error(`npm must say what it packed of ${folder}, got nothing`)
      return { folder, name, file }
    })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Of the studio only what sends the page is compiled for others; the page is built. */
const projectOf = (folder: string): string => (folder === "studio" ? "studio/server" : folder)

/** All in one call, as npm takes longer to start than to pack; by the names of the packages. */
function tarballs(folders: readonly string[], into: string): Map<string, string> {
  const args = ["pack", ...folders, "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", into]
  const said = JSON.parse(npm(args, into)) as PackedByNpm[] | Record<string, PackedByNpm>
  return new Map(Object.values(said).map(({ name, filename }) => [name, join(into, filename)]))
}

interface PackedByNpm {
  readonly name: string
  readonly filename: string
}

/** As anyone's npm: without the settings of this clone, which an npm that runs this hands on; only where packages come from stays. */
export function npm(args: readonly string[], folder: string): string {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|cache|userconfig)$/i.test(name),
  )
  return execFileSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    env: Object.fromEntries(kept),
    maxBuffer: 64 << 20,
    shell: process.platform === "win32",
  })
}
