// Files that options name. A missing one is an error of use, not a bug.

import { existsSync, readFileSync } from "node:fs"
import { UsageError } from "../usage-error.ts"

/** The text of a file; `name` is what the message calls the option. */
export function readOptionFile(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${name} must be a file that can be read, got ${path} (${code})`)
  }
}

/** A database says for itself if it is missing. */
export function checkStoreExists(place: string): void {
  if (!/^postgres(ql)?:/.test(place) && !existsSync(place)) throw new UsageError(`there is no store ${place}`)
}

/**
 * A text such as postgres://me@db.example/armistice?password-file=/run/secrets/password, with the
 * password of that file: every user of a machine can read command lines. Others as they are.
 */
export function withPassword(text: string): string {
  if (!/^postgres(ql)?:\/\/.*[?&]password-file=/.test(text) || !URL.canParse(text)) return text
  const address = new URL(text)
  const file = address.searchParams.get("password-file") ?? ""
  address.searchParams.delete("password-file")
  address.password = encodeURIComponent(readOptionFile("password-file", file).replace(/\r?\n$/, ""))
  return address.href
}
