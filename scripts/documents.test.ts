// Documents must be true: files they name exist. scripts/documents runs their code blocks.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { listDocuments } from "./documents/blocks.ts"
import { root } from "./repository.ts"

const documents = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", ...listDocuments()]

const read = (path: string) => readFileSync(join(root, path), "utf8")

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
    .filter((name) => !/^\.\/|^\.(medium|slow)|^application\//.test(name))
}

/** Headings that links of the document lead to and that are not there. */
function missingHeadings(path: string): string[] {
  return [...read(path).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].flatMap(([, file = "", anchor = ""]) => {
    const target = file === "" ? path : join(dirname(path), file)
    const anchors = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-"),
    )
    return anchors.includes(anchor) ? [] : [`${target}#${anchor}`]
  })
}

describe.each(documents)("%s", (path) => {
  test("links only to headings that exist", () => {
    expect(missingHeadings(path)).toEqual([])
  })

  test("links only to files that exist, and names only files that exist", () => {
    const missing = [...linkedFiles(path), ...namedFiles(path)].filter((file) => !existsSync(join(root, file)))
    expect(missing).toEqual([])
  })
})

test("the readers of links and names find some, so that the tests above are not empty", () => {
  expect(linkedFiles("README.md").length).toBeGreaterThan(5)
  expect(namedFiles("ARCHITECTURE.md")).toContain("core/catalogue.ts")
})

test("every document is in the index by reader", () => {
  const linked = linkedFiles("docs/README.md")
  const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md")
  expect(documents.filter((name) => !linked.includes(`docs/${name}`))).toEqual([])
})

test("every part of the repository has its line in ARCHITECTURE.md", () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^coverage$|^dist$|^gallery$/.test(entry.name))
    .map((entry) => entry.name)
  expect(folders.filter((folder) => !read("ARCHITECTURE.md").includes(`\`${folder}/\``))).toEqual([])
})

/** The files of each path. A name without a folder is in the folder of the name before it. */
function filesOnPaths(text: string): string[][] {
  const [, ...paths] = text.split("## See also")[0]?.split(/^## .*$/m) ?? []
  return paths.map((path) => {
    let folder = ""
    return [...path.matchAll(/`([\w.-]+(?:\/[\w./-]*)?)`/g)].map(([, name = ""]) => {
      if (name.includes("/")) folder = name.slice(0, name.lastIndexOf("/"))
      return name.includes("/") ? name : join(folder, name)
    })
  })
}

test("every file on a path through the code exists", () => {
  const paths = filesOnPaths(read("docs/code-paths.md"))
  expect(paths).toHaveLength(6)
  expect(paths.filter((files) => files.length < 5)).toEqual([])
  const files = paths.flat()
  expect(files.length).toBeGreaterThan(60)
  expect(files).toContain("service/transaction/commit-batch.ts")
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test("ARCHITECTURE.md can be read in one sitting", () => {
  expect(read("ARCHITECTURE.md").split("\n").length).toBeLessThanOrEqual(150)
})
