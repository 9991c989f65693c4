import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Everything a file reaches when it runs, and the packages it needs for that. Types are erased. */
function reach(path: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(path)) return packages
  seen.add(path)
  const source = readFileSync(path, "utf8").replace(/^(?:import|export) type [^"]*"[^"]+"/gm, "")
  for (const [, from] of source.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (from.startsWith(".")) reach(join(dirname(path), from), seen, packages)
    else packages.add(from)
  }
  return packages
}

const core = [
  "@armistice/core",
  "@armistice/core/context",
  "@armistice/core/estimates",
  "@armistice/core/numerics",
  "@armistice/core/privacy",
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
