// What the documents promise must be true: files they name exist, and the README's code runs and prints what it says.

import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "./repository.ts"

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/README.md",
  "docs/decisions.md",
]

const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Code blocks of one language. */
const codeBlocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, found]) => found === language).map(([, , code]) => code)

/** Targets of links to files, from the document that has them. */
function linkedFiles(path: string): string[] {
  return [...read(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(path), target))
}

/** Files named in `code`: something with a slash or a known ending, no placeholder in it. */
function namedFiles(path: string): string[] {
  const text = read(path).replaceAll(/^```.*?^```$/gms, "")
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => /^[\w.][\w./-]*$/.test(name) && (name.includes("/") || /\.(md|json|mjs)$/.test(name)))
    .filter((name) => !name.startsWith("./") && !/^\.(medium|slow)/.test(name))
}

describe.each(documents)("%s", (path) => {
  test("links only to files that exist, and names only files that exist", () => {
    const missing = [...linkedFiles(path), ...namedFiles(path)].filter((file) => !existsSync(join(root, file)))
    expect(missing).toEqual([])
  })
})

test("the readers of links and names find some, so that the tests above are not empty", () => {
  expect(linkedFiles("README.md").length).toBeGreaterThan(5)
  expect(namedFiles("ARCHITECTURE.md")).toContain("core/catalogue.ts")
})

test("every part of the repository has its line in ARCHITECTURE.md", () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^coverage$|^dist$/.test(entry.name))
    .map((entry) => entry.name)
  expect(folders.filter((folder) => !read("ARCHITECTURE.md").includes(`\`${folder}/\``))).toEqual([])
})

test("ARCHITECTURE.md can be read in one sitting", () => {
  expect(read("ARCHITECTURE.md").split("\n").length).toBeLessThanOrEqual(150)
})

test("the README's code runs and prints what the README says", () => {
  const [code] = codeBlocks(read("README.md"), "js")
  const [printed] = codeBlocks(read("README.md"), "text")
  // Inside node_modules, from where the workspaces are found.
  const folder = mkdtempSync(join(root, "node_modules", ".readme "))
  try {
    writeFileSync(join(folder, "try.mjs"), code ?? "")
    const args = ["--conditions=source", "--import=tsx", join(folder, "try.mjs")]
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })).toBe(printed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
