// The description is right by a public linter, complete, and every error code is in the
// documentation and the other way round.

import { readFileSync } from "node:fs"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { ServiceError, serviceErrorCodes } from "../service-error.ts"
import { listRoutes } from "../testing/list-routes.ts"
import { testServer } from "../testing/test-service.ts"

test("a public OpenAPI linter reports no error", async () => {
  const { call } = await testServer()
  const { text, body } = await call("GET", "/openapi.json")
  expect(body.openapi).toBe("3.1.0")
  const problems = await lintFromString({ source: text, config: await createConfig({ extends: ["recommended"] }) })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)).toEqual(
    [],
  )
})

test("it describes every address there is", async () => {
  const { app, call } = await testServer()
  const { paths } = (await call("GET", "/openapi.json")).body as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = listRoutes(app).filter(({ method }) => method !== "HEAD")
  expect(described.sort()).toEqual(
    routes.map(({ method, url }) => `${method} ${url.replace(/\/:(\w+)/g, "/{$1}")}`).sort(),
  )
  expect(described).toContain("PUT /v1/experiments/{id}/decisions/{decisionId}/reward")
})

test("a body that may be left out is described so, and the service takes the request without one", async () => {
  const { call, create } = await testServer()
  type Operation = { readonly requestBody?: { readonly required?: boolean } }
  const { paths } = (await call("GET", "/openapi.json")).body as { paths: Record<string, Record<string, Operation>> }
  const optional = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.requestBody !== undefined && post.requestBody.required !== true ? [path] : [],
  )
  const one = "/v1/experiments/{id}"
  expect(optional.sort()).toEqual([
    `${one}/arms/{arm}/stop`,
    `${one}/decisions`,
    `${one}/finish`,
    `${one}/pause`,
    "/v1/keys/{key}/rotate",
  ])
  // keys.test.ts rotates a key without a body.
  for (const path of optional.filter((path) => path.startsWith(one))) {
    const address = path.replace("{id}", await create()).replace("{arm}", "c")
    expect([path, (await call("POST", address)).status < 300]).toEqual([path, true])
  }
})

test("docs/errors.md lists every code with its status, and no other", () => {
  const text = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
  const listed = [...text.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(([, code, status]) => [code, Number(status)])
  expect(new Map(listed as [string, number][])).toEqual(
    new Map(serviceErrorCodes.map((code) => [code, new ServiceError(code, "").status])),
  )
  expect(listed).toHaveLength(serviceErrorCodes.length)
})
