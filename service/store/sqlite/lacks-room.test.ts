import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../testing/test-service.ts"
import { lacksRoom } from "./lacks-room.ts"
import { sqliteError } from "./sqlite-error.ts"

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
