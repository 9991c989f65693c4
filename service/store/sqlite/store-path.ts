// The one name of a store's file. Its lock, its log and its key lie beside it under that name, so
// two ways to write it (a symbolic link, a relative path) must give the same name. Two hard links
// are two names of one file with no way to choose between them, and are refused.

import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { ServiceError } from "../../service-error.ts"

/** Without symbolic links, also where the file is yet to be made. */
export function realStorePath(path: string): string {
  let named = resolve(path)
  // As many links in a row as the system itself would follow.
  for (let links = 0; links < 40; links++) {
    const real = resolvePath(named)
    if (real !== null) return real
    named = join(resolveFolder(named, path), basename(named))
    if (lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return named
    named = resolve(dirname(named), readlinkSync(named))
  }
  throw unavailable(`the store ${path} is a symbolic link that leads nowhere`)
}

/** The file at the store's path, if there is one. */
export function checkStoreFile(path: string): Stats | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile())
    throw unavailable(`the store ${path} is ${found.isDirectory() ? "a folder" : "something else"}, not a file`)
  if (found.nlink > 1)
    throw unavailable(
      `the store ${path} has ${found.nlink} hard links: remove the others, or copy it with "store backup"`,
    )
  return found
}

function resolvePath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

function resolveFolder(path: string, given: string): string {
  const folder = resolvePath(dirname(path))
  if (folder === null || !statSync(folder).isDirectory())
    throw unavailable(`the folder of the store ${given} does not exist or cannot be read`)
  return folder
}

const unavailable = (message: string): ServiceError => new ServiceError("store_unavailable", message)
