import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./repository.ts"
import { documents, wrapMarkdown } from "./wrap-markdown.ts"

const long = Array.from({ length: 40 }, (_, k) => `word${k}`).join(" ")

test("a long paragraph is wrapped, what is short or would change is not", () => {
  const text = `# ${long}\n\nshort\nlines\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n`
  expect(wrapMarkdown(text)).toBe(text)
  const code = `Pseudo-code:\n\n    for each arm\n        ${long}\n\n    then\n`
  expect(wrapMarkdown(code)).toBe(code)
  const wrapped = wrapMarkdown(`${long}\n`)
  expect(wrapped.split("\n").length).toBeGreaterThan(2)
  expect(Math.max(...wrapped.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(wrapped.replaceAll("\n", " ")).toBe(`${long} `)
  expect(wrapMarkdown(wrapped)).toBe(wrapped)
})

test("a list item keeps its indentation, and its neighbours", () => {
  const wrapped = wrapMarkdown(`1. one\n2. ${long}\n   more\n3. three\n`).split("\n")
  expect(wrapped[0]).toBe("1. one")
  expect(wrapped[2]).toMatch(/^ {3}word/)
  expect(wrapped.at(-2)).toBe("3. three")
})

test("no line begins with what would be a list", () => {
  const text = Array.from({ length: 60 }, (_, k) => (k % 2 === 0 ? "a".repeat(2 + (k % 7)) : "-")).join(" ")
  expect(wrapMarkdown(text).split("\n").slice(1)).not.toContainEqual(expect.stringMatching(/^-/))
})

test("lines of our documents have at most 120 characters", () => {
  const paths = documents()
  expect(paths.length).toBeGreaterThan(30)
  const isWrapped = (path: string) => {
    const text = readFileSync(join(root, path), "utf8")
    return wrapMarkdown(text) === text
  }
  expect(
    paths.filter((path) => !isWrapped(path)),
    "npm run format wraps them",
  ).toEqual([])
})
