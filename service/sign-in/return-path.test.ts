// The return address of a sign-in: pages of the service, and nothing that any browser could read as
// another place.

import { expect, test } from "vitest"
import { testServer } from "../testing/test-service.ts"
import { checkReturnPath } from "./return-path.ts"
import { countSessions, expectRefused, origin } from "./testing/hostile.ts"
import { openBrowser, signInAt } from "./testing/signed-in.ts"

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  "https:evil.example",
  "https://evil.example",
  "https://evil.example/experiments",
  "https://localhost:4600@evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/./%2e%2e//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "experiments",
  "@evil.example",
  ".evil.example",
  "",
  "/sign-in?return=/experiments",
  "/v1/sign-out",
  `/${"a".repeat(2000)}`,
  "/experiments\u0000",
  "/\u2028/evil.example",
  "/experiments?q=\r\nset-cookie: a=b",
])("the return address %j is refused", (path) => {
  expect(checkReturnPath(path, origin)).toBeNull()
})

test.each([
  "/",
  "/experiments",
  "/experiments/exp_0123456789abcdef?tab=people",
  "/experiments?q=a%20b&show=done",
  "/explorer#top",
])("the return address %j is taken as it is", (path) => {
  expect(checkReturnPath(path, origin)).toBe(path)
})

test.each([
  "/sign-in?return=//evil.example",
  "/sign-in?return=%2F%5Cevil.example",
  "/sign-in?return=https:evil.example",
  "/sign-in?return=/experiments&return=//evil.example",
])("%s goes nowhere and sets no cookie", async (address) => {
  const server = await testServer({ signIn: signInAt("https://accounts.example", origin) })
  const browser = openBrowser(server.app, origin)
  const answer = await browser.open(address)
  expectRefused(answer, "sign_in_failed")
  expect(answer.headers.location).toBeUndefined()
  expect(browser.jar.values.size).toBe(0)
  expect(countSessions(server)).toBe(0)
})
