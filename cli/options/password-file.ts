// postgres://me@db.example/armistice?password-file=/run/secrets/password reads the password from a
// file, because every user of a machine can read the command lines of its programs.

import { readOptionFile } from "./read-file.ts"

/** The address with its password; any other text as it is. */
export function withPassword(text: string): string {
  if (!/^postgres(ql)?:\/\/.*[?&]password-file=/.test(text) || !URL.canParse(text)) return text
  const address = new URL(text)
  const file = address.searchParams.get("password-file") ?? ""
  address.searchParams.delete("password-file")
  address.password = encodeURIComponent(readOptionFile("password-file", file).replace(/\r?\n$/, ""))
  return address.href
}
