// Commands and flags that documents name in running text exist; those in blocks are run
// (scripts/documents).

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commands } from "./commands.ts"
import { formatFlag } from "./options/option-spec.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const documents = [
  "README.md",
  "examples/README.md",
  ...readdirSync(join(root, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
]
const flagsByCommand = new Map<string, string[]>()
for (const { name, load } of commands) {
  const { options, parameters } = await load()
  flagsByCommand.set(name, Object.keys({ ...(await parameters?.(undefined)), ...options }).map(formatFlag))
}
const everywhere = ["--help", "--verbose", "--version"]

/**
 * One sentence about what is wrong with a piece of code; null if it is right or not our command.
 */
function findProblem(code: string): string | null {
  const words = code.replace(/^npx /, "").split(" ")
  const flags = words.flatMap((word) => word.match(/^--[a-z][a-z-]*/) ?? [])
  if (words[0] === "npm" && words[1] === "run") {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }
    return words[2] !== undefined && words[2] in scripts ? null : `npm has no script ${words[2]}`
  }
  const isOurs = words[0] === "armistice" || words[0]?.startsWith("--") === true || flagsByCommand.has(words[0] ?? "")
  if (!isOurs) return null
  const command = words[0] === "armistice" ? words[1] : words[0]
  if (words[0] === "armistice" && command !== undefined && !command.startsWith("--") && !flagsByCommand.has(command))
    return `there is no command ${command}`
  const known = flagsByCommand.get(command ?? "") ?? [...flagsByCommand.values()].flat()
  const unknown = flags.find((flag) => !known.includes(flag) && !everywhere.includes(flag))
  return unknown === undefined ? null : `${command} has no ${unknown}`
}

const codeIn = (path: string): string[] =>
  [
    ...read(path)
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .matchAll(/`([^`]+)`/g),
  ].map(([, code = ""]) => code.replaceAll(/\s+/g, " "))

test.each(documents)("%s names only commands and flags that exist", (path) => {
  expect(codeIn(path).flatMap((code) => findProblem(code) ?? [])).toEqual([])
})

test("the page about running the service names every flag of serve", () => {
  const page = codeIn("docs/operations.md").join(" ").split(" ")
  expect(flagsByCommand.get("serve")?.filter((flag) => !page.includes(flag))).toEqual([])
})

test("finds commands and flags that do not exist, and no others", () => {
  expect(documents.flatMap(codeIn).filter((code) => code.includes("--")).length).toBeGreaterThan(10)
  expect(findProblem("npx armistice plan --attack 0.6")).toBeNull()
  expect(findProblem("serve --cors")).toBeNull()
  expect(findProblem("npm run bench:core")).toBeNull()
  expect(findProblem("npx armistice plan --attacks 0.6")).toBe("plan has no --attacks")
  expect(findProblem("armistice plans")).toBe("there is no command plans")
  expect(findProblem("serve --loud")).toBe("serve has no --loud")
  expect(findProblem("--loud")).toBe("--loud has no --loud")
  expect(findProblem("npm run nothing")).toBe("npm has no script nothing")
})
