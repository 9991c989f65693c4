// docs/api.md is complete: every address, every field of a new experiment, every parameter of the
// list, every state of a verdict; and it names no address that is not there.

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { testServer } from "../testing/test-service.ts"
import { ExperimentBody } from "./schemas/experiment-request.ts"
import { ListOptions } from "./schemas/list.ts"

const text = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8")

/** Addresses in the first cells of the table at the top, "…" stands for the one before. */
function listed(): string[] {
  const found: string[] = []
  for (const [, cell = ""] of text.matchAll(/^\| (`[^|]*(?:\\\|[^|]*)*`) +\|/gm)) {
    let before = ""
    for (const [, code = ""] of cell.matchAll(/`([^`]*)`/g)) {
      const call = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(code)
      if (call !== null) before = `${call[1]} ${(call[2] as string).split("?")[0]}`
      else if (code.startsWith("…/")) before = before.replace(/\/[^/]*$/, code.slice(1))
      else if (code.startsWith("/")) before = `GET ${code}`
      else continue
      found.push(before)
    }
  }
  return found
}

test("every address is in the table, and no other", async () => {
  const { call } = await testServer()
  const { paths } = (await call("GET", "/openapi.json")).body as { paths: Record<string, object> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed().sort()).toEqual(described.sort())
})

test("every field of a new experiment is explained, and every parameter of the list", () => {
  const rows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\|/gm)].flatMap(
    ([, names = ""]) => names.match(/\w+/g) ?? [],
  )
  for (const field of Object.keys(ExperimentBody.properties)) expect(rows).toContain(field)
  for (const name of Object.keys(ListOptions.properties)) expect(text).toContain(`${name}=`)
  for (const { enum: states } of [ListOptions.properties.state as unknown as { enum: string[] }])
    for (const state of states) expect(rows).toContain(state)
})

test("limits are those of the schemas", () => {
  const [, limits = ""] = /^## Limits\n([\s\S]*)/m.exec(text) ?? []
  const properties = ExperimentBody.properties as Readonly<Record<string, { readonly maxItems?: number }>>
  for (const field of ["arms", "segments"])
    expect(limits).toContain(`${properties[field]?.maxItems?.toLocaleString("en")} ${field}`)
  for (const field of ["metrics", "labels"])
    expect(text).toMatch(new RegExp(`\\b${field}\\b.*up to ${properties[field]?.maxItems} `))
})
