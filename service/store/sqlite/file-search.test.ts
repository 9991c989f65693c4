import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../testing/test-service.ts"
import { FileSearch } from "./file-search.ts"

test("a text is counted once wherever it is, also across the chunks in which a file is read", () => {
  const path = join(temporaryFolder(), "bytes")
  const chunk = 4_194_304
  for (const places of [[], [0], [chunk - 3], [chunk - 21], [chunk - 22], [chunk], [5, chunk - 10, 2 * chunk - 30]]) {
    const bytes = Buffer.alloc(2 * chunk + 100)
    for (const place of places) bytes.write("abcdefghijklmnopqrstuv", place)
    writeFileSync(path, bytes)
    const search = new FileSearch(path)
    expect(search.count("abcdefghijklmnopqrstuv"), places.join()).toBe(places.length)
    search.close()
  }
})
