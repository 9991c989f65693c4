import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./repository.ts"
import { longest } from "./test-kinds.ts"

test("every file that starts first is there", () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
