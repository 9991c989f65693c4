// A service refuses to start with these options.

import { expect, test } from "vitest"
import { checkSignInOptions } from "./sign-in-options.ts"
import { signInAt } from "./testing/signed-in.ts"

const issuer = "https://accounts.example"
const origin = "https://experiments.example"

test.each([
  ["an issuer without TLS", { issuer: "http://accounts.example" }],
  ["an issuer that only looks like loopback", { issuer: "http://127.0.0.1.evil.example" }],
  ["an issuer with loopback as its user", { issuer: "http://localhost@evil.example" }],
  ["an issuer that is a file", { issuer: "file:///etc/passwd" }],
  ["a public origin without TLS", { origin: "http://experiments.example" }],
  ["a public origin with a path", { origin: "https://experiments.example/x" }],
  ["no roles", { roles: [] }],
  ["a role for programs", { roles: [{ role: "evaluate" as const, value: "all" }] }],
  ["an empty group", { roles: [{ role: "operate" as const, value: "" }] }],
  ["scopes without openid", { scope: "profile" }],
  ["no secret", { clientSecret: "" }],
])("%s is refused", (_name, more) => {
  expect(() => checkSignInOptions(signInAt(issuer, origin, more))).toThrowError(
    expect.objectContaining({ code: "invalid_parameter" }),
  )
})

test("loopback may do without TLS, and what is left out has defaults", () => {
  const { origin: _none, ...local } = signInAt("http://127.0.0.1:9000", origin)
  expect(checkSignInOptions(local)).toMatchObject({ claim: "groups", scope: "openid profile" })
  expect(checkSignInOptions(signInAt("http://localhost:9000/realm", "http://[::1]:4600")).issuer).toBe(
    "http://localhost:9000/realm",
  )
})
