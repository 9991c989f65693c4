// postgres://me@db.example/armistice?password-file=/run/secrets/password reads the password from a
// file, because every user of a machine can read the command lines of its programs.

import { readFileSync } from "node:fs"
import { UsageError } from "../usage-error.ts"

/** The address with its password; any other text as it is. */
export function withPassword(text: string): string {
  if (!/^postgres(ql)?:\/\/.*[?&]password-file=/.test(text) || !URL.canParse(text)) return text
  const address = new URL(text)
  const file = address.searchParams.get("password-file") ?? ""
  address.searchParams.delete("password-file")
  try {
    address.password = encodeURIComponent(readFileSync(file, "utf8").replace(/\r?\n$/, ""))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`password-file must be a file that can be read, got ${file} (${code})`)
  }
  return address.href
}
