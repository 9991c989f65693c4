// The pictures that README.md opens with are never older than the page they show.

import { readFileSync, statSync } from "node:fs"
import { expect, test } from "vitest"
import { picturesAreOfNow } from "./pictures.contract.ts"
import { readmePictures } from "./testing/gallery/references.ts"

picturesAreOfNow(readmePictures)

test("README.md opens with them, for light and for dark, and they are small", () => {
  const [beginning = ""] = readFileSync(new URL("../README.md", import.meta.url), "utf8").split("\n## ")
  expect(beginning).toContain("<picture>")
  for (const { name, file } of readmePictures) {
    expect(beginning).toContain(`docs/pictures/${name}.png`)
    expect(statSync(file).size).toBeLessThan(150_000)
  }
})
