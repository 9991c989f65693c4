// The subject key is durable before anything is committed with it.

import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { recordCalls } from "../testing/recorded-calls.ts"
import { temporaryFolder } from "../testing/test-service.ts"
import { loadSubjectKey, readSubjectKey } from "./subject-key.ts"

function newStore() {
  const path = join(temporaryFolder(), "a.db")
  const store = openSqliteStore(path)
  onTestFinished(() => store.close())
  return { path, store, key: `${path}.key` }
}

const valid = Buffer.alloc(32, 9).toString("base64url")

test("the key is durable before its fingerprint is committed, also one that someone put there", () => {
  const { store } = newStore()
  const calls = recordCalls((note) => {
    const { setProperty } = store
    store.setProperty = (name, value) => {
      note(`commit ${name}`)
      setProperty.call(store, name, value)
    }
    loadSubjectKey(store)
  })
  expect(calls).toEqual(["flush a.db.key.part", "rename to a.db.key", "flush folder", "commit subjectKey"])
  const other = newStore()
  writeFileSync(other.key, `${valid}\n`)
  expect(recordCalls(() => loadSubjectKey(other.store))).toEqual(["flush a.db.key", "flush folder"])
})

test("a key in a file that is named is flushed when it is read, where that can be done", () => {
  const file = join(temporaryFolder(), "subject.key")
  writeFileSync(file, `${valid}\n`)
  expect(recordCalls(() => expect(readSubjectKey(file)).toBe(valid))).toEqual(["flush subject.key", "flush folder"])
  // As through `<(command)`.
  if (process.platform === "linux") expect(readSubjectKey("/proc/self/comm")).not.toBe("")
})

test.each(["", valid.slice(0, 20), "\0".repeat(44)])(
  "a key file that a kill left with %j is replaced for a new store",
  (left) => {
    const { store, key } = newStore()
    writeFileSync(key, left)
    const made = loadSubjectKey(store)
    expect(readFileSync(key, "utf8").trim()).toBe(Buffer.from(made).toString("base64url"))
    expect(loadSubjectKey(store)).toEqual(made)
  },
)

test("a store that was begun with a key says what is wrong with it, and changes nothing", () => {
  const { store, key } = newStore()
  const made = readKeyAfter(() => loadSubjectKey(store), key)
  writeFileSync(key, "")
  expect(() => loadSubjectKey(store)).toThrow(/is empty or cut off: put back the copy/)
  expect(readFileSync(key, "utf8")).toBe("")
  rmSync(key)
  expect(() => loadSubjectKey(store)).toThrow(/no key of the store's subjects: it must be in .* or be given/)
  writeFileSync(key, made)
  loadSubjectKey(store)
})

test("a file that is no part of a key is not replaced", () => {
  const { store, key } = newStore()
  writeFileSync(key, "not a key at all, but somebody's note\n")
  expect(() => loadSubjectKey(store)).toThrow(/must be 32 bytes/)
  expect(readFileSync(key, "utf8")).toMatch(/note/)
})

function readKeyAfter(work: () => unknown, key: string): string {
  work()
  return readFileSync(key, "utf8")
}
