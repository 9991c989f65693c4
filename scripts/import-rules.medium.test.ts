// Planted violations of oxlint.imports.mjs: each is refused once, and what is allowed is not.

import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { root, workspaces } from "./repository.ts"

/** How many rules each file breaks, in a small repository with only these files. */
function problemCounts(files: readonly { readonly path: string; readonly text: string }[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), "armistice-imports-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, "oxlint.imports.mjs"), join(folder, "oxlint.imports.mjs"))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint")
  const { stdout } = spawnSync(process.execPath, [oxlint, "-c", "oxlint.imports.mjs", "--format=json", "."], {
    cwd: folder,
    encoding: "utf8",
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] }
  return files.map(({ path }) => diagnostics.filter(({ filename }) => filename === path).length)
}

const inCore = (texts: readonly string[]) => texts.map((text, k) => ({ path: `core/algorithms/planted-${k}.ts`, text }))

describe("core stays pure", () => {
  test("an import from outside is refused in a source", () => {
    const texts = [
      `import { readFileSync } from "node:fs"`,
      `import type { Server } from "node:http"`,
      `import fc from "fast-check"`,
      `export * from "lodash"`,
      `const fs = await import("node:fs")`,
      `const anything = await import(name)`,
      `type Stats = import("node:fs").Stats`,
      `/// <reference types="node" />`,
      `import { simulate } from "@armistice/lab"`,
      `import type { simulate } from "../../lab/index.ts"`,
      `import { play } from "../testing/play.ts"`,
      `import { catalogue } from "@armistice/core"`,
      `const x = Math.random()`,
      `const x = Math["random"]()`,
      `const { random } = Math`,
      `const { random: chance } = Math`,
      `const { Date: Clock } = globalThis as { Date: unknown }`,
      `const everything = globalThis`,
      `const now = new Date()`,
      `const now = globalThis.Date.now()`,
      `const now = (globalThis as { Date: { now(): number } }).Date.now()`,
      `const now = globalThis[name].now()`,
      `setTimeout(() => {}, 5)`,
      `const now = performance.now()`,
    ]
    const counts = problemCounts(inCore(texts))
    expect(texts.filter((_, k) => counts[k] !== 1)).toEqual([])
  })

  test("its own files and plain mathematics are allowed", () => {
    const texts = [
      `import { zeros } from "../rounds.ts"`,
      `const x = Math.log(2) + Math["sqrt"](2)`,
      `const label = entry.Date + { Date: 1 }.Date`,
      `// Math.random() and new Date() in a comment, "Date" in a string`,
    ]
    const counts = problemCounts([
      ...inCore(texts),
      { path: "core/random/secure-random.ts", text: "const { crypto } = globalThis as { crypto?: unknown }" },
    ])
    expect(counts).toEqual([0, 0, 0, 0, 0])
  })

  test("an unpublished package may use packages, Node and a clock", () => {
    const text = `import { test } from "vitest"; import { readFileSync } from "node:fs"; const now = new Date()`
    const paths = ["core/algorithms/ucb1.test.ts", "core/algorithm.contract.ts", "core/testing/play.ts"]
    expect(problemCounts(paths.map((path) => ({ path, text })))).toEqual([0, 0, 0])
  })
})

describe("imports point one way", () => {
  const mayImport: Readonly<Record<string, readonly string[]>> = {
    core: [],
    lab: ["core"],
    charts: [],
    paper: ["core", "lab", "charts"],
    fleet: ["core", "lab"],
    research: ["core", "lab", "charts"],
    service: ["core"],
    client: [],
    openfeature: ["client"],
    studio: ["core", "lab", "charts", "paper", "client"],
    cli: ["core", "lab", "charts", "paper", "service", "client", "fleet", "studio"],
    site: ["service"],
  }

  test("a folder imports exactly the folders that it may", () => {
    const pairs = Object.keys(mayImport).flatMap((folder) =>
      Object.keys(mayImport).map((other) => ({ folder, other, path: `${folder}/imports-${other}.ts` })),
    )
    const counts = problemCounts(
      pairs.map(({ path, other }) => ({ path, text: `import { x } from "@armistice/${other}/part"` })),
    )
    const allowed = pairs.filter((_, k) => counts[k] === 0)
    expect(allowed).toEqual(pairs.filter(({ folder, other }) => mayImport[folder]?.includes(other)))
  })

  test("every workspace has its line", () => {
    expect(workspaces.filter((folder) => !(folder in mayImport))).toEqual([])
  })

  test.each([
    ["core/x.test.ts", `import { x } from "@armistice/lab"`, 1],
    ["client/index.ts", `import type { Decision } from "@armistice/service/api"`, 0],
    ["client/index.ts", `import { type Decision } from "@armistice/service/api"`, 1],
    ["client/index.ts", `import { startService } from "@armistice/service"`, 1],
    ["client/client.test.ts", `import { startService } from "@armistice/service"`, 0],
    ["charts/draw.test.ts", `import { seededRandom } from "@armistice/core"`, 0],
    ["charts/draw.ts", `import type { Random } from "@armistice/core"`, 1],
    ["lab/index.ts", `import { zeros } from "../core/rounds.ts"`, 1],
    ["lab/index.ts", `import { play } from "./testing/play.ts"`, 1],
    ["lab/index.ts", `import { simulate } from "@armistice/lab"`, 1],
  ])("%s: %s", (path, text, count) => {
    expect(problemCounts([{ path, text }])).toEqual([count])
  })
})

test("a cycle is found, also one of types", () => {
  const files = [
    { path: "cli/a.ts", text: `import type { B } from "./b.ts"\nexport type A = B | 1` },
    { path: "cli/b.ts", text: `import type { C } from "./c.ts"\nexport type B = C | 2` },
    { path: "cli/c.ts", text: `import type { A } from "./a.ts"\nexport type C = A | 3` },
  ]
  expect(problemCounts(files)).toEqual([1, 1, 1])
})
