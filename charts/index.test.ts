import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

test("an installation for simulation has no renderer: lab depends on core alone", () => {
  const { dependencies } = JSON.parse(readFileSync(new URL("../lab/package.json", import.meta.url), "utf8"))
  expect(Object.keys(dependencies)).toEqual(["@armistice/core"])
})
