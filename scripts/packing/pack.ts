// npm run pack [FOLDER]: packs everything that is published into dist/packages, or another folder.

import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { readManifest, root, workspaces } from "../repository.ts"

export interface Packed {
  readonly folder: string
  readonly name: string
  /** The whole path of the tarball. */
  readonly file: string
}

/** The workspaces that are published. */
export const published = workspaces.filter((folder) => readManifest(folder).private !== true)

/** Packs these workspaces into a folder, which may exist. */
export function pack(folders: readonly string[], into: string): Packed[] {
  mkdirSync(into, { recursive: true })
  npm(["pack", ...folders.flatMap((folder) => ["-w", folder]), "--silent", "--pack-destination", into], root)
  return folders.map((folder) => {
    const { name, version } = readManifest(folder)
    return { folder, name, file: join(into, `${name.slice(1).replace("/", "-")}-${version}.tgz`) }
  })
}

/** Runs npm without the settings of the npm that started this process, except the registry. */
export function npm(args: readonly string[], folder: string): string {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|cache|userconfig)$/i.test(name),
  )
  const options = { cwd: folder, env: Object.fromEntries(env), encoding: "utf8", maxBuffer: 64 << 20 } as const
  return execFileSync("npm", args, { ...options, shell: process.platform === "win32" })
}

if (process.argv[1] === import.meta.filename)
  for (const { file } of pack(published, resolve(root, process.argv[2] ?? "dist/packages"))) console.log(file)
