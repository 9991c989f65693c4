import { describe, expect, test } from "vitest"
import { importProblems, mayImport } from "./import-rules.ts"
import { readSource } from "./source-facts.ts"

const problems = (path: string, text: string) => importProblems(path, readSource(path, text))

describe("core stays pure", () => {
  test.each([
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
  ])("%s is refused in a source", (text) => {
    expect(problems("core/algorithms/ucb1.ts", text)).toHaveLength(1)
  })

  test.each([
    `import { zeros } from "../rounds.ts"`,
    `const x = Math.log(2) + Math["sqrt"](2)`,
    `const label = entry.Date + { Date: 1 }.Date`,
    `const x = (globalThis as { crypto?: unknown }).crypto`,
    `const { crypto } = globalThis as { crypto?: unknown }`,
    `// Math.random() and new Date() in a comment, "Date" in a string`,
  ])("%s is allowed in a source", (text) => {
    expect(problems("core/algorithms/ucb1.ts", text)).toEqual([])
  })

  test.each(["core/algorithms/ucb1.test.ts", "core/algorithm.contract.ts", "core/testing/play.ts"])(
    "%s may use packages, Node and a clock, because it is not shipped",
    (path) => {
      const text = `import { test } from "vitest"; import { readFileSync } from "node:fs"; const now = new Date()`
      expect(problems(path, text)).toEqual([])
    },
  )
})

describe("imports point one way", () => {
  test.each(Object.entries(mayImport))("%s may import exactly what its line says", (folder, allowed) => {
    for (const other of Object.keys(mayImport)) {
      if (other === folder) continue
      const found = problems(`${folder}/index.ts`, `import { x } from "@armistice/${other}"`)
      expect(found, `${folder} importing ${other}`).toHaveLength(allowed.includes(other) ? 0 : 1)
    }
  })

  test("tests keep to the directions too", () => {
    expect(problems("core/x.test.ts", `import { x } from "@armistice/lab"`)).toHaveLength(1)
  })

  test("client may import types of the service, not its code", () => {
    expect(problems("client/index.ts", `import type { Decision } from "@armistice/service/api"`)).toEqual([])
    expect(problems("client/index.ts", `import { type Decision } from "@armistice/service/api"`)).toHaveLength(1)
    expect(problems("client/index.ts", `import { startService } from "@armistice/service"`)).toHaveLength(1)
  })

  test("client's tests may start the real service", () => {
    expect(problems("client/client.test.ts", `import { startService } from "@armistice/service"`)).toEqual([])
  })

  test("charts may import core where nothing is shipped", () => {
    const text = `import { catalogue } from "@armistice/core"`
    expect(problems("charts/draw-chart.test.ts", text)).toEqual([])
    expect(problems("charts/draw-chart.ts", text)).toHaveLength(1)
    expect(problems("charts/draw-chart.ts", `import type { Algorithm } from "@armistice/core"`)).toHaveLength(1)
  })

  test("no package imports the research", () => {
    expect(problems("lab/index.ts", `import { judgeTails } from "@armistice/research"`)).toHaveLength(1)
  })

  test("another folder's insides are out of reach", () => {
    expect(problems("lab/index.ts", `import { zeros } from "../core/rounds.ts"`)).toEqual([
      "lab/index.ts:1: another folder must be imported by its package name, got ../core/rounds.ts",
    ])
  })
})
