// Passwords of databases come from files, so that no command line has one.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { withPassword } from "./read-file.ts"
import { readOptions } from "./read-options.ts"

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "armistice-password-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, "password"), content)
  return join(folder, "password")
}

test.each(["secret", "secret\n", "secret\r\n"])("the file's one line %j is the password", (content) => {
  const file = fileWith(content)
  expect(withPassword(`postgres://me@db.example:5433/a?sslmode=verify-full&password-file=${file}`)).toBe(
    "postgres://me:secret@db.example:5433/a?sslmode=verify-full",
  )
  expect(withPassword(`postgresql://me@db.example/a?password-file=${file}`)).toBe("postgresql://me:secret@db.example/a")
})

test("the database gets the password unchanged, whatever its characters", () => {
  const password = "a:b/c@d?e#f%20 g&password-file=h'é"
  const address = new URL(withPassword(`postgres://me@db.example/a?password-file=${fileWith(password)}`))
  expect([address.host, address.pathname, address.search]).toEqual(["db.example", "/a", ""])
  expect(decodeURIComponent(address.password)).toBe(password)
})

test("other texts stay as they are", () => {
  for (const text of [
    "shop.db",
    "postgres://me@db.example/a",
    "postgres://me:x@db.example/a?sslmode=require",
    "a?password-file=b",
  ])
    expect(withPassword(text)).toBe(text)
})

test("it is read wherever an option is a text, and a file that is not there is refused", () => {
  const store = `postgres://me@db.example/a?password-file=${fileWith("secret")}`
  expect(readOptions("serve", { store: { kind: "text", about: "" } }, { store })).toEqual({
    store: "postgres://me:secret@db.example/a",
  })
  expect(() => withPassword("postgres://me@db.example/a?password-file=/nowhere/x")).toThrow(
    "password-file must be a file that can be read, got /nowhere/x (ENOENT)",
  )
})
