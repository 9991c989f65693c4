import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createDurably, flushFolder, makeDurable, writeDurably } from "./durable-file.ts"
import { recordCalls } from "./testing/recorded-calls.ts"
import { temporaryFolder } from "./testing/test-service.ts"

test("a file is flushed before it gets its name, and its folder after", () => {
  const path = join(temporaryFolder(), "key")
  writeFileSync(`${path}.part`, "left behind by a crash")
  expect(recordCalls(() => writeDurably(path, "content"))).toEqual(["flush key.part", "rename to key", "flush folder"])
  expect(readFileSync(path, "utf8")).toBe("content")
  expect(existsSync(`${path}.part`)).toBe(false)
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600)
})

test("an empty file is made with its name, and one that is there stays as it is", () => {
  const path = join(temporaryFolder(), "store")
  expect(recordCalls(() => createDurably(path))).toEqual(["flush store", "flush folder"])
  writeFileSync(path, "content")
  expect(recordCalls(() => createDurably(path))).toEqual([])
  expect(readFileSync(path, "utf8")).toBe("content")
  expect(recordCalls(() => makeDurable(path))).toEqual(["flush store", "flush folder"])
})

test("a failed write leaves nothing behind, and a folder that is not there is an error", () => {
  const folder = temporaryFolder()
  expect(() => writeDurably(join(folder, "missing", "key"), "content")).toThrow(/ENOENT/)
  expect(() => flushFolder(join(folder, "missing"))).toThrow(/ENOENT/)
})
