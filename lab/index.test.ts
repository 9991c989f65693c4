import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Everything a file reaches by imports, and the packages it needs for that. */
function reach(path: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(path)) return packages
  seen.add(path)
  for (const [, from] of readFileSync(path, "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (from.startsWith(".")) reach(join(dirname(path), from), seen, packages)
    else packages.add(from)
  }
  return packages
}

const core = [
  "@armistice/core",
  "@armistice/core/estimates",
  "@armistice/core/numerics",
  "@armistice/core/sampling",
  "@armistice/core/text",
]

test.each([
  ["index.ts", core],
  ["workers/browser-worker.ts", core],
])("%s needs no Node, and no package but %j", (entry, allowed) => {
  expect(existsSync(join(folder, entry))).toBe(true)
  expect([...reach(join(folder, entry))].filter((name) => !allowed.includes(name))).toEqual([])
})

test("the Node entry does need Node: the check sees imports", () => {
  expect([...reach(join(folder, "node.ts"))]).toContain("node:worker_threads")
})
