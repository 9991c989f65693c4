import fs, { existsSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { temporaryFolder } from "../../testing/test-service.ts"
import { lacksRoom } from "./lacks-room.ts"
import { sqliteError } from "./sqlite-error.ts"
import { openSqliteStore } from "./sqlite-store.ts"

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test("a quota that is used up is a full store, a disk that fails is none", () => {
  const store = join(temporaryFolder(), "a.db")
  const disk = new Error("disk I/O error")
  const codeAfter = (write?: () => void) => sqliteError(disk, () => lacksRoom(store, write)).code
  expect(codeAfter(failing("EDQUOT"))).toBe("store_full")
  expect(codeAfter(failing("ENOSPC"))).toBe("store_full")
  expect(codeAfter(failing("EIO"))).toBe("store_unavailable")
  expect(codeAfter()).toBe("store_unavailable")
  expect(existsSync(`${store}.room`)).toBe(false)
})

test("a store whose account has used up its quota says that it is full, and that it is not once there is room", () => {
  const store = openSqliteStore(join(temporaryFolder(), "a.db"))
  onTestFinished(() => store.close())
  const { writeSync } = fs
  const written: string[] = []
  // The error of a system whose quota is used up; what SQLite makes of it is an error of the
  // disk.
  fs.writeSync = (() => {
    written.push(store.path)
    throw Object.assign(new Error("EDQUOT: disk quota exceeded, write"), { code: "EDQUOT" })
  }) as typeof writeSync
  syncBuiltinESMExports()
  const disk = new Error("disk I/O error")
  try {
    expect(store.explain(disk).code).toBe("store_full")
  } finally {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
  expect(written).toHaveLength(1)
  expect(existsSync(`${store.path}.room`)).toBe(false)
  expect(store.explain(disk).code).toBe("store_unavailable")
})
