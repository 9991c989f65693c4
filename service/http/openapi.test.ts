// The description is right by a public linter, complete, and every error code is in the documentation and the other way round.

import { readFileSync } from "node:fs"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { serviceErrorCodes } from "../service-error.ts"
import { testServer } from "../testing/test-service.ts"
import { statusOf } from "./http-errors.ts"

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
  const { call } = await testServer()
  const { paths } = (await call("GET", "/openapi.json")).body as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    [
      "GET /healthz",
      "GET /metrics",
      "GET /openapi.json",
      "GET /readyz",
      "GET /v1/experiments",
      "GET /v1/experiments/{id}",
      "GET /v1/experiments/{id}/decisions/{decisionId}",
      "GET /v1/experiments/{id}/estimates",
      "GET /v1/experiments/{id}/events",
      "GET /v1/experiments/{id}/export",
      "GET /v1/experiments/{id}/ledger",
      "GET /v1/experiments/{id}/privacy",
      "POST /v1/experiments",
      "POST /v1/experiments/{id}/accept-restore",
      "POST /v1/experiments/{id}/archive",
      "POST /v1/experiments/{id}/decisions",
      "POST /v1/experiments/{id}/decisions:batch",
      "POST /v1/experiments/{id}/finish",
      "POST /v1/experiments/{id}/pause",
      "POST /v1/experiments/{id}/resume",
      "POST /v1/experiments/{id}/rewards:batch",
      "POST /v1/experiments/{id}/subjects:erase",
      "PUT /v1/experiments/{id}/decisions/{decisionId}/reward",
    ].sort(),
  )
})

test("docs/errors.md lists every code with its status, and no other", () => {
  const text = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
  const listed = [...text.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [code, Number(status)])
  expect(new Map(listed as [string, number][])).toEqual(
    new Map(serviceErrorCodes.map((code) => [code, statusOf[code]])),
  )
  expect(listed).toHaveLength(serviceErrorCodes.length)
})
